import type { ShellCommand } from '../outcome/shell.ts'
import type { ShellToken } from '../outcome/shell-words.ts'
import { scriptsInOptions } from './trust-hidden.ts'

/** What a command line hands on as text, by what reads it. */
export interface Inner {
  /** Command lines: `bash -c TEXT`, `eval TEXT`, `ssh HOST TEXT`, `$(TEXT)`, heredocs of shells, what is piped to one. */
  scripts: string[]
  /** Texts that a program of another kind reads: heredocs and here-strings. */
  texts: string[]
}

const SHELLS: ReadonlySet<string> = new Set('bash sh zsh dash fish ksh ash powershell pwsh cmd'.split(' '))

/** Finds the texts inside a command line that are commands themselves; nested ones are left to who reads those. */
export const innerOf = (text: string, tokens: readonly ShellToken[], commands: readonly ShellCommand[]): Inner => {
  const given = handedOn(text)
  const shown = commands.flatMap(printed)
  const isForShell = commands.some(({ program }) => SHELLS.has(program) || program === 'ssh' || program === 'at')
  return {
    scripts: [
      ...wordScripts(tokens),
      ...commands.flatMap(carried),
      ...scriptsInOptions(tokens, commands),
      ...substitutions(withoutQuotedHeredocs(text)),
      ...(isForShell ? given : []),
      ...(commands.some((command) => isBareShell(command) || READS_LINES.has(command.program)) ? shown : []),
    ],
    texts: [...given, ...shown],
  }
}

/** They run the lines that are piped to them, or that stand in the file or stream they are given. */
const READS_LINES = new Set('at batch eval source .'.split(' '))

/** A shell that is told nothing reads what is piped to it. */
export const isBareShell = ({ program, words }: ShellCommand): boolean =>
  SHELLS.has(program) &&
  (words.every((word) => word.startsWith('-')) || words.some((word) => /^(?:<\(\)|-s|\/dev\/stdin)$/.test(word)))

export const nameOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).replace(/\.exe$/i, '')

const STARTS_SCRIPT = /^(?:-[a-z]{0,3}c|-command|\/[ck])$/i
const startsShell = (word: string): boolean => SHELLS.has(nameOf(word)) || /^(?:su|script|watch)$/.test(word)

const wordScripts = (tokens: readonly ShellToken[]): string[] => {
  const words = tokens.map((token) => (token.kind === 'word' ? token.text : ''))
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? ''
    const isOwn = next !== '$()' && /\S/.test(next)
    return isOwn && STARTS_SCRIPT.test(word) && words.slice(Math.max(0, at - 4), at).some(startsShell) ? [next] : []
  })
}

/** Programs that are handed whole command lines as single words. */
const CARRIERS = new Set(
  'eval ssh tmux screen at batch trap alias watch su script hyperfine concurrently env parallel nodemon entr find xargs flock git expect'.split(
    ' ',
  ),
)

const carried = ({ program, words }: ShellCommand): string[] => {
  // `env -S "make test"`: the whole line stands where a program would.
  if (/\S\s+\S/.test(program)) return [program]
  if (!CARRIERS.has(program) || (program === 'git' && !/\b(?:foreach|run|alias\.|exec)\b/.test(words.join(' '))))
    return []
  return words
    .map((word) => word.replace(/^[\w.-]+=!?/, ''))
    .filter((word) => /^[^$`].*\s/.test(word))
    .slice(0, MOST_WORDS)
}

const MOST_WORDS = 20

/** `echo COMMAND | sh` */
const printed = ({ program, words }: ShellCommand): string[] =>
  program === 'echo' || program === 'printf' ? [words.filter((word) => !word.startsWith('-')).join(' ')] : []

/** The text of `$(...)`, `<(...)` and backticks; single quotes keep theirs from being run. */
const substitutions = (text: string): string[] => {
  const found: string[] = []
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === '"') quoted = !quoted
    else if (char === "'" && !quoted) at = Math.max(at, text.indexOf("'", at + 1))
    else if (char === '`') {
      const end = text.indexOf('`', at + 1)
      if (end < 0) break
      found.push(text.slice(at + 1, end))
      at = end
    } else if ((char === '$' || char === '<' || char === '>') && text[at + 1] === '(') {
      const end = closing(text, at + 2)
      if (text[at + 2] !== '(') found.push(text.slice(at + 2, end))
      at = end
    }
  }
  return found
}

const closing = (text: string, start: number): number => {
  let open = 1
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') open++
    else if (text[at] === ')' && --open === 0) return at
  }
  return text.length
}

const HEREDOC = /<<-?[ \t]{0,4}(?:'(\w{1,40})'|"(\w{1,40})"|\\?(\w{1,40}))/g
const HERE_STRING = /<<<[ \t]{0,4}(?:\$?'([^']{0,2000})'|"([^"]{0,2000})"|(\S{1,400}))/g
/** More of them in one line are somebody's test of us. */
const MOST_HEREDOCS = 20

const handedOn = (text: string): string[] => {
  const given: string[] = []
  for (const match of text.matchAll(HERE_STRING)) given.push(match[1] ?? match[2] ?? match[3] ?? '')
  for (const match of [...text.matchAll(HEREDOC)].slice(0, MOST_HEREDOCS)) {
    given.push(bodyOf(text, match.index, match[1] ?? match[2] ?? match[3] ?? ''))
  }
  return given.filter((one) => one.trim() !== '').slice(0, MOST_HEREDOCS)
}

/** Nothing in them is run by the shell that they are handed on by, whatever it looks like. */
const withoutQuotedHeredocs = (text: string): string => {
  let rest = text
  for (const match of [...text.matchAll(HEREDOC)].slice(0, MOST_HEREDOCS)) {
    const delimiter = match[1] ?? match[2]
    const body = delimiter === undefined ? '' : bodyOf(text, match.index, delimiter)
    if (body !== '') rest = rest.replace(body, () => '')
  }
  return rest
}

const bodyOf = (text: string, from: number, delimiter: string): string => {
  const start = text.indexOf('\n', from)
  if (start < 0) return ''
  const lines = text.slice(start + 1).split('\n')
  const end = lines.findIndex((line) => line.trim() === delimiter)
  return lines.slice(0, end < 0 ? lines.length : end).join('\n')
}
