import { isAssignment, nameOf } from '../shell/names.ts'
import { readStrictly } from '../shell/read-strictly.ts'
import { readTokens } from '../shell/read-tokens.ts'
import type { ShellRedirect, ShellToken, ShellWord } from '../shell/token.ts'
import { assignmentRefusal, isGlob, wordRefusal } from './gate-words.ts'
import { programRefusal } from './gate-program.ts'
import { fullPath, type Place } from './place.ts'

/** Whether a command line may be shown to a session and run without asking; `why` says what speaks against it. */
export type Judgement =
  | {
      harmless: true
      /** Files of the project that say what the command does, as paths: a file that was changed lately may say something else now. */
      definitions: string[]
    }
  | { harmless: false; why: string }

/**
 * Judges a command line. It is harmless only if it parses into plain commands joined by `&&`, `||`, `;` and `|`, and every program
 * with its sub-command, options and words is on the list of those that neither destroy, publish, send, install, change settings nor
 * run what came from outside. Whatever is not known is not harmless.
 */
export const judgeCommand = (text: string, place: Place): Judgement => {
  const definitions = new Set<string>()
  const why = refusalOf(text, place, definitions)
  return why === undefined ? { harmless: true, definitions: [...definitions] } : { harmless: false, why }
}

const refusalOf = (text: string, place: Place, definitions: Set<string>): string | undefined => {
  if (text.trim() === '') return 'runs nothing'
  if (UNSEEN.test(text)) return 'holds characters that nobody can see'
  const read = readTokens(text)
  if (read === undefined) return 'cannot be read'
  if (!read.sound) return 'is not a complete command line'
  const gap = looseText(text, read.tokens)
  if (gap !== undefined) return gap
  const commands = splitCommands(read.tokens)
  if (typeof commands === 'string') return commands
  // A `cd` may fail or not be reached, so a path must be harmless from every directory that the line could stand in.
  const places = [place]
  for (const command of commands) {
    if (places.length > MAX_PLACES) return 'changes directory too often'
    for (const here of places) {
      const why = commandRefusal(command, { source: text, place: here, definitions })
      if (why !== undefined) return why
    }
    const target = targetOf(command)
    if (target !== undefined) places.push(...places.map((here) => ({ ...here, at: fullPath(target, here) })))
  }
  // The grammar has mistakes: to it `ls`, a line break and `\rm x` are one command. A line is plain only if a reader that knows
  // nothing of the grammar sees the same commands. Asked last, because the reasons above say more.
  const strict = readStrictly(text)
  return strict !== undefined && isSame(commands, splitCommands(strict)) ? undefined : 'holds more than plain commands'
}

const MAX_PLACES = 16

// oxlint-disable-next-line no-control-regex
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\uffa0\ufff0-\uffff]|\u034f|[\u{e0000}-\u{e01ef}]|\p{Surrogate}/u

/** Every character must belong to a token: what is left over is a comment, the body of a heredoc, or a misreading. */
const looseText = (text: string, tokens: readonly ShellToken[]): string | undefined => {
  let at = 0
  for (const token of tokens) {
    if (token.start > at && !BLANK.test(text.slice(at, token.start))) return loose(text.slice(at, token.start))
    at = Math.max(at, token.end)
  }
  return BLANK.test(text.slice(at)) ? undefined : loose(text.slice(at))
}

const BLANK = /^(?:[ \t\n]|\\\n)*$/
const loose = (gap: string): string =>
  gap.trim().startsWith('#') ? 'carries a comment' : 'holds more than plain commands'

interface PlainCommand {
  words: ShellWord[]
  redirects: ShellRedirect[]
}

const splitCommands = (tokens: readonly ShellToken[]): PlainCommand[] | string => {
  const commands: PlainCommand[] = [{ words: [], redirects: [] }]
  for (const token of tokens) {
    const last = commands.at(-1)
    if (last === undefined) continue
    if (token.kind === 'word') last.words.push(token)
    else if (token.kind === 'redirect') last.redirects.push(token)
    else if (token.text === '&') return 'runs in the background'
    else if (token.text === '(' || token.text === ')') return 'holds more than plain commands'
    else commands.push({ words: [], redirects: [] })
  }
  // A line may end with `;` and hold empty lines.
  return commands.filter(({ words, redirects }) => words.length > 0 || redirects.length > 0)
}

/** Whether two readers see the same commands. */
const isSame = (some: readonly PlainCommand[], others: readonly PlainCommand[] | string): boolean =>
  typeof others !== 'string' && describe(some) === describe(others)

const describe = (commands: readonly PlainCommand[]): string =>
  JSON.stringify(
    commands.map(({ words, redirects }) => [
      words.map(({ text, start, expansions }) => [text, start, expansions]),
      redirects.map(({ descriptor, target, input, inline }) => [descriptor, target, input, inline]),
    ]),
  )

const commandRefusal = (
  command: PlainCommand,
  { source, place, definitions }: { source: string; place: Place; definitions: Set<string> },
): string | undefined => {
  for (const redirect of command.redirects) {
    if (redirect.inline) return 'holds a text for standard input'
    if (redirect.target !== '&1' && redirect.target !== '&2' && redirect.target !== '/dev/null')
      return 'writes or reads a file by redirection'
  }
  let start = 0
  for (const word of command.words) {
    if (!isAssignment(source.slice(word.start, word.start + 80))) break
    const why = wordRefusal(word, source, '') ?? assignmentRefusal(word.text, place)
    if (why !== undefined) return why
    start += 1
  }
  const [program, ...rest] = command.words.slice(start)
  if (program === undefined) return start > 0 ? 'sets a variable' : 'runs nothing'
  if (program.quoted || program.expansions !== undefined) return 'hides the name of its program'
  for (const word of rest) {
    const why = wordRefusal(word, source, nameOf(program.text))
    if (why !== undefined) return why
  }
  const named = new Set<string>()
  const globs = new Set(rest.filter((word) => isGlob(word, source)).map((word) => word.text))
  const why = programRefusal(
    program.text,
    rest.map((word) => word.text),
    { place, definitions: named, globs },
  )
  for (const file of named) definitions.add(fullPath(file, place) ?? file)
  return why
}

/** Where a `cd` leads; undefined where the command is none. `time` and variables before it do not keep it from moving the shell. */
const targetOf = ({ words }: PlainCommand): string | undefined => {
  const texts = words.map((word) => word.text)
  const at = texts.indexOf('cd')
  if (at < 0 || !texts.slice(0, at).every((text) => text === 'time' || text === '-p' || isAssignment(text)))
    return undefined
  return texts.slice(at + 1).find((text) => text !== '--') ?? '.'
}
