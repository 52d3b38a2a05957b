import { stem, tokenise } from '../lib/tokenise.ts'
import type { Lesson } from '../schema/lesson.ts'

/** Joins terms that a message must all contain. */
const ALL = '+'

/**
 * The words that make a lesson fit a message; one of them is enough. They name the file, flag or program that the
 * lesson is about, or the work it concerns. A word such as `cart+total` needs both terms.
 */
export const messageWords = ({ kind, trigger, remedy }: Pick<Lesson, 'kind' | 'trigger' | 'remedy'>): string[] => {
  const { program, subject } = trigger
  const remedies = remedy?.kind === 'path' ? nameWords(remedy.text) : []
  switch (kind) {
    case 'missing':
      return unique([...(subject.startsWith('-') ? withProgram(program, subject) : nameWords(subject)), ...remedies])
    case 'too-large':
      return unique(nameWords(subject))
    case 'check':
      return unique(['lint', 'linter', 'typecheck', ...termWords(program), ...termWords(subject)])
    case 'command':
      return unique([...(WORK[program] ?? []), ...termWords(subject)])
    case 'masked':
      return unique([...(WORK['test'] ?? []), ...(WORK['check'] ?? [])])
    case 'environment':
      return unique(termWords(subject))
    case 'place':
      return unique([...termWords(subject), ...remedies])
    case 'rule':
      return []
  }
}

/** Whether a message, given as its terms, contains one of the words of a lesson. */
export const fitsMessage = (words: readonly string[], terms: ReadonlySet<string>): boolean =>
  words.some((word) => word.split(ALL).every((term) => terms.has(term)))

/** The words that people use for the work of a command. */
const WORK: Record<string, readonly string[]> = {
  test: ['test', 'spec'],
  check: ['lint', 'linter', 'format', 'typecheck'],
  build: ['build', 'compile'].map(stem),
}

/** The last name of a path. A name that every project has counts only together with its folder. */
const nameWords = (path: string): string[] => {
  const segments = path.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
  const parts = partsOf(withoutEnding(segments.at(-1) ?? ''))
  if (parts.length === 0) return []
  if (parts.some((part) => !COMMON.has(part))) return [parts.join(ALL)]
  const folder = partsOf(segments.at(-2) ?? '')
  return folder.every((part) => COMMON.has(part)) ? [] : [[...folder, ...parts].join(ALL)]
}

const COMMON = new Set(
  'src lib app index main mod init test tests spec config package readme util utils type types doc docs data file files core common base'
    .split(' ')
    .map(stem),
)

const withoutEnding = (name: string): string => name.replace(/(?<=.)\.[^.]{1,6}$/, '')

const withProgram = (program: string, flag: string): string[] => {
  const [name, option] = [partsOf(program.split(' ')[0] ?? ''), partsOf(flag)]
  return name.length === 0 || option.length === 0 ? [] : [[...name, ...option].join(ALL)]
}

/** A message must contain all parts of one name; of several names one is enough. */
const termWords = (text: string): string[] =>
  text.split(/\s+/).flatMap((name) => {
    const parts = partsOf(name)
    return parts.every((part) => COMMON.has(part)) ? [] : [parts.join(ALL)]
  })

/** The terms of a name, without the term for the whole. */
const partsOf = (name: string): string[] => {
  const terms = tokenise(name).map(({ term }) => term)
  const [first = '', second] = terms
  return unique(second !== undefined && first.startsWith(second) ? terms.slice(1) : terms)
}

const unique = (words: readonly string[]): string[] => [...new Set(words)]
