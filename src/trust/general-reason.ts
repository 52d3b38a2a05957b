import { ruleOf } from '../shell/harmless/table.ts'
import { isKnownProgram } from '../shell/nature.ts'

/**
 * Why a call is not shown, without words of the call: the reason stands in templates, packs and answers to models, and a call can name
 * anything, a path of this machine or an order to a model among them. The name of a program stays where our own table has it.
 */
export const generalReason = (reason: string): string => {
  for (const [form, general] of FORMS) {
    const found = form.exec(reason)
    if (found !== null) return typeof general === 'string' ? general : general(found[1] ?? '')
  }
  return OWN_WORDS.test(reason) ? reason : 'is not known to be harmless'
}

const FORMS: [form: RegExp, general: string | ((program: string) => string)][] = [
  [/^runs (.+) with .+, which is not known$/s, (words) => `runs ${knownName(words)} with an option that is not known`],
  [
    /^runs (\S+) .+, which is not known$/s,
    (program) => `runs ${knownName(program)} with a sub-command that is not known`,
  ],
  [
    /^runs (\S+), which is not known$/s,
    (program) =>
      knownName(program) === program ? `runs ${program}, which is not known` : 'runs a program that is not known',
  ],
  [/^runs .+, which is not known$/s, 'runs a program that is not known'],
  [/^fetches and runs .+, which is not known$/s, 'fetches and runs a program that is not known'],
  [/^names .+, which is outside the project$/s, 'names a place outside the project'],
  [/^names .+, which may hold secrets$/s, 'names a file that may hold secrets'],
  [/^gives .+ more words than are known$/s, 'gives a program more words than are known'],
  [/^hands .+ words that a shell could run$/s, 'hands a program words that a shell could run'],
  [/^sets .+$/s, 'sets a variable'],
]

const knownName = (words: string): string => {
  const program = words.split(' ', 1)[0] ?? ''
  return ruleOf(program) !== undefined || isKnownProgram(program) ? program : 'a program'
}

/** Sentences of ours have letters, blanks and commas, and are short. */
const OWN_WORDS = /^[A-Za-z][A-Za-z ,'-]{0,79}$/
