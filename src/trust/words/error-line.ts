import { isKnownProgram } from './command-word.ts'
import { ERROR_FORMS } from './error-forms.ts'
import { lineForm } from './line-form.ts'

/**
 * The sentences by which an error is known again, in our words: the programs that are named, where we know them, and what is said as
 * far as the list has it. Undefined where the line says nothing of the list. Words of the line itself are never taken over.
 */
export const knownError = (line: string): string | undefined => {
  if (line.length > LONGEST_CHARS) return undefined
  const parts = line.replaceAll(/\s+/g, ' ').trim().split(COLON, MOST_PARTS)
  const said: string[] = []
  const programs: string[] = []
  for (const part of parts) {
    const sentence = sentenceIn(part)
    if (sentence !== undefined && !said.includes(sentence)) said.push(sentence)
    else if (said.length === 0 && programs.length < MOST_PROGRAMS && isKnownProgram(part)) programs.push(part)
    if (said.length === MOST_SENTENCES) break
  }
  if (said.length === 0) return undefined
  return [...programs, ...said].join(': ')
}

const LONGEST_CHARS = 1_000
const MOST_PARTS = 12
const MOST_SENTENCES = 2
/** A shell, and the program that it speaks of. */
const MOST_PROGRAMS = 2
const COLON = /:\s|:$|(?<=\S):(?=\S{1,200}\s)/

const FORMS = ERROR_FORMS.map((sentence) => lineForm(sentence, { isLoose: true }))

const sentenceIn = (part: string): string | undefined => {
  const plain = part.trim()
  if (plain === '' || plain.length > LONGEST_PART_CHARS) return undefined
  for (const form of FORMS) {
    const found = form(plain)
    if (found !== undefined) return found.key
  }
  return undefined
}

const LONGEST_PART_CHARS = 400
