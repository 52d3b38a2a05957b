import { natureOf } from '../../shell/nature.ts'
import { RUNNERS } from './own-check.ts'
import { isPlainWord } from './vocabulary.ts'

/** A program that we know by its name, or a script of the project whose name is made of plain words. */
export const isShownProgram = (program: string): boolean => {
  const name = program.slice(program.lastIndexOf('/') + 1)
  if (name !== program && !isPlainWord(program)) return false
  return isKnownProgram(name) || WRAPPERS.has(name) || isPlainWord(name)
}

/** A program that we know by its name. */
export const isKnownProgram = (name: string): boolean =>
  name !== '' &&
  !GUESSED.test(name) &&
  natureOf({
    program: name,
    words: [],
    stderrDropped: false,
    stdoutTaken: false,
    via: [],
    files: [],
    looped: false,
  }) !== 'stranger'

/** Names that are taken for tests or scripts by how they look, not because we know them. */
const GUESSED = /(?:^|[-_.])tests?(?:$|[-_.])|\.(?:sh|py|js|mjs|ts|rb|pl)$/
const WRAPPERS = new Set('time timeout nice nohup env command stdbuf bunx pnpx uvx gtimeout exec'.split(' '))

/**
 * A task that a project has given a name, behind a program that runs tasks: `lint:fix`, `shop-test`. The only names of a command
 * line that need not be made of plain words, because a project's own tasks are what a new session has to know.
 */
export const isTaskName = (word: string): boolean => word.length <= LONGEST_TASK_CHARS && TASK.test(word)

const LONGEST_TASK_CHARS = 32
/** At most three words, and no dot, which an address would need. */
const TASK = /^[A-Za-z0-9]{1,24}(?:[:_/-][A-Za-z0-9]{1,24}){0,2}$/

/** Whether program, sub-command and task of a shape are fit to be shown. */
export const isShownShape = (shape: string): boolean => {
  const [program = '', ...words] = shape.split(' ')
  if (!isShownProgram(program)) return false
  const isTask = RUNNERS.has(program.slice(program.lastIndexOf('/') + 1))
  return words.every((word) => isPlainWord(word) || (isTask && isTaskName(word)))
}

/** An option by its form: a few letters behind one dash, or plain words behind dashes. */
export const isShownOption = (option: string): boolean =>
  LETTERS.test(option) || (/^--?[A-Za-z]/.test(option) && isPlainWord(option))

const LETTERS = /^-[A-Za-z0-9]{1,4}$/
