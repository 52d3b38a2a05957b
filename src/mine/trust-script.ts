import { readShell, type ShellCommand } from '../outcome/shell.ts'
import { readTokens } from '../outcome/shell-words.ts'
import { codeRefusal } from './trust-code.ts'
import { innerOf, isBareShell, nameOf } from './trust-inner.ts'
import { fullPath, isOutside, isScratch, type Place } from './trust-place.ts'
import { refusalOf } from './trust-programs.ts'
import { destroysData } from './trust-sql.ts'

/**
 * Why a command line must not be shown as an example, undefined where nothing speaks against it. Every part is judged:
 * what stands between `;`, `&&` and `|`, inside `bash -c`, `eval`, `ssh`, `$(...)`, behind `xargs` and `find -exec`, and
 * in heredocs that a program reads as its script. What is nested too deeply to be read is refused.
 */
export const scriptRefusal = (text: string, place: Place): string | undefined => {
  const waiting: Script[] = [{ text, place }]
  for (let at = 0; at < waiting.length; at++) {
    const script = waiting[at]
    if (script === undefined || at >= MOST_SCRIPTS || script.text.length > MAX_SCRIPT_CHARS) return UNREADABLE
    const reason = refusalIn(script, waiting)
    if (reason !== undefined) return reason
  }
  return undefined
}

interface Script {
  text: string
  place: Place
}

/** Judges one line; the lines inside it are put at the end of those that wait. */
const refusalIn = ({ text, place }: Script, waiting: Script[]): string | undefined => {
  const plain = text.replace(FUNCTION, '{ ')
  const tokens = readTokens(plain)
  const { commands } = readShell(plain)
  const outputs = new Set(tokens.flatMap((token) => (token.kind === 'redirect' && !token.input ? [token.target] : [])))
  let here = place
  for (const command of commands) {
    const reason = commandRefusal(command) ?? writeRefusal(command, here, outputs)
    if (reason !== undefined) return reason
    if (command.program === 'cd' || command.program === 'pushd') here = { ...place, at: entered(command, here) }
  }
  const { scripts, texts } = innerOf(plain, tokens, commands)
  for (const script of scripts) {
    if (runsText(commands) && readShell(script).commands.some(isDownload)) return DOWNLOADED
    waiting.push({ text: script, place: here })
  }
  return pipeRefusal(commands, texts) ?? textRefusal(commands, texts)
}

/** `function f {` is no command, and what stands behind it is. */
const FUNCTION = /\bfunction[ \t]{1,4}[\w-]{1,60}[ \t]{0,4}(?:\(\))?[ \t]{0,4}\{/g

const UNREADABLE = 'runs what only shows when it runs'
const DOWNLOADED = 'runs downloaded code'
const OUTSIDE = 'writes outside the project'
const DATA = 'destroys data'
/** More command lines inside each other than anybody writes who wants to be read. */
const MOST_SCRIPTS = 60
/** Arguments that are kept whole are far shorter. */
const MAX_SCRIPT_CHARS = 16_384

const INTERPRETER = /^(?:python[\d.]*|pypy3?|node|deno|bun|ruby|perl|php|R|Rscript|tsx|ts-node)$/
const SQL_CLIENTS = new Set('psql mysql mariadb sqlite3 duckdb sqlcmd mongosh mongo redis-cli'.split(' '))
/** Programs that start the one that is named somewhere among their words. */
const LAUNCHERS = new Set(
  'busybox strace ltrace script flock setsid ionice taskset chroot unshare parallel watch entr chronic caffeinate unbuffer doas dotenv direnv op env timeout xargs nohup nice time exec command builtin stdbuf'.split(
    ' ',
  ),
)
const PACKAGE_RUNNER = /^(?:npm|pnpm|yarn|bun)$/
/** Where one of them stands among the words of a launcher, looked for this far. */
const MAX_LAUNCHED_WORDS = 12
/** Where the reader of command lines looked through one, it was wrong by a word or two at most. */
const FEWEST_LAUNCHED_WORDS = 2

const commandRefusal = (command: ShellCommand): string | undefined => {
  const { program, words, via } = command
  if (via.some((word) => /^(?:sudo|doas)$/.test(nameOf(word)))) return 'needs root'
  // A program that is named by a variable or by the output of another.
  if (/^\$|^<\(\)/.test(program)) return UNREADABLE
  const own = refusalOf(program, words)
  if (own !== undefined) return own
  if (program === '--') return launchedRefusal(words, 1)
  if (via.some((word) => LAUNCHERS.has(nameOf(word)))) {
    const launched = launchedRefusal(words, FEWEST_LAUNCHED_WORDS)
    if (launched !== undefined) return launched
  }
  if (INTERPRETER.test(program)) return codeRefusal(codeIn(words))
  if (/^[gmn]?awk$/.test(program)) return codeRefusal(words.join(' '))
  if (!LAUNCHERS.has(program) && !(PACKAGE_RUNNER.test(program) && words.some((word) => /^(?:exec|dlx|x)$/.test(word))))
    return undefined
  return launchedRefusal(words, MAX_LAUNCHED_WORDS)
}

/** What is launched stands behind options, whose values cannot be told from it. */
const launchedRefusal = (words: readonly string[], most: number): string | undefined => {
  for (let at = 0; at < Math.min(words.length, most); at++) {
    const reason = refusalOf(nameOf(words[at] ?? ''), words.slice(at + 1))
    if (reason !== undefined) return reason
  }
  return undefined
}

/** `python -c CODE`, `node --eval CODE`. */
const codeIn = (words: readonly string[]): string => {
  const at = words.findIndex((word) => /^(?:-[a-zA-Z]{0,3}[cerp]|--eval|--print|eval)$/.test(word))
  return at < 0 ? '' : (words[at + 1] ?? '')
}

const entered = (command: ShellCommand, place: Place): string | undefined => {
  const target = command.words.find((word) => !word.startsWith('-'))
  return target === undefined ? '~' : (fullPath(target, place) ?? place.at)
}

/** Programs that write to all the files they name, or to the last of them, or to the value of an option. */
const WRITES_ALL = new Set('touch mkdir tee chown chgrp chmod mkfifo rmdir'.split(' '))
const WRITES_LAST = new Set('cp mv ln install rsync scp ditto'.split(' '))
const IN_PLACE = new Set('sed perl ruby gofmt prettier'.split(' '))
const TARGET_OPTIONS = new Set(['-o', '-O', '--output', '--output-document', '--target-directory', '--out-dir'])
const UNPACKING = new Map([
  ['tar', new Set(['-C', '--directory'])],
  ['unzip', new Set(['-d'])],
  ['wget', new Set(['-P', '--directory-prefix', '-O', '--output-document', '-o'])],
])

const writeRefusal = (command: ShellCommand, place: Place, outputs: ReadonlySet<string>): string | undefined => {
  const leaves = (path: string): boolean => {
    const full = fullPath(path, place)
    if (path === '' || path.startsWith('&') || full === undefined || isScratch(path) || isScratch(full)) return false
    return isOutside(full, place)
  }
  const files = command.files.filter((file) => outputs.has(file))
  return [...files, ...targetsOf(command)].some(leaves) ? OUTSIDE : undefined
}

const targetsOf = ({ program, words }: ShellCommand): string[] => {
  const plain = words.filter((word) => !word.startsWith('-'))
  const unpacking = UNPACKING.get(program) ?? TARGET_OPTIONS
  const targets = words.flatMap((word, at) => {
    if (unpacking.has(word)) return [words[at + 1] ?? '']
    const option = word.startsWith('--') ? word.slice(0, word.indexOf('=')) : ''
    return unpacking.has(option) ? [word.slice(option.length + 1)] : []
  })
  if (WRITES_ALL.has(program)) return [...targets, ...plain.filter((word) => !/^[0-7]{3,4}$|^[ugoa]*[+=-]/.test(word))]
  if (WRITES_LAST.has(program)) return [...targets, ...plain.slice(-1).map(withoutHost)]
  if (IN_PLACE.has(program) && words.some((word) => /^-(?:[A-Za-z]*i|-in-place|w$|-write$)/.test(word))) {
    const files = plain.filter((word) => word !== '' && !EDITING.test(word))
    return [...targets, ...files]
  }
  return program === 'grep' || program === 'rg' || program === 'sort' ? [] : targets
}

/** What an editor of streams is told to do is no file: `s/a/b/`, `3,7d`, `/^#/d`. */
const EDITING = /^(?:[sy][/|#,:@]|[\d$,]+[acdipqs!]|\/.*\/[,acdipqsIM!]|\d+,\/)/

/** `host:path` is on another machine, which is outside like the root. */
const withoutHost = (path: string): string => (/^[\w.@-]{2,}:(?!\\)/.test(path) ? '/' : path)

const DOWNLOADERS = new Set(['curl', 'wget', 'fetch', 'http', 'https', 'xh', 'aria2c'])
const isDownload = (command: ShellCommand): boolean => DOWNLOADERS.has(command.program)

/** Reads its program from what is piped to it. */
const readsInput = (command: ShellCommand): boolean =>
  isBareShell(command) || (INTERPRETER.test(command.program) && command.words.every((word) => word === '-'))

const runsText = (commands: readonly ShellCommand[]): boolean =>
  commands.some((command) => readsInput(command) || /^(?:eval|source|\.)$/.test(command.program))

/** What prints text that can be seen, or a file of the project. */
const SEEN = new Set(['echo', 'printf', 'cat', 'cd', 'set', 'export', ''])

const DECODERS = new Set('base64 base32 openssl xxd gunzip zcat nc ncat gpg rev tr'.split(' '))

/** A shell or interpreter behind a pipe runs what comes; only texts that are seen can be judged. */
const pipeRefusal = (commands: readonly ShellCommand[], texts: readonly string[]): string | undefined => {
  const at = commands.findIndex(readsInput)
  if (at <= 0) return undefined
  if (commands.slice(0, at).some(isDownload)) return DOWNLOADED
  if (DECODERS.has(commands[at - 1]?.program ?? '')) return UNREADABLE
  const isFed = texts.length > 0 || (commands[at]?.files.length ?? 0) > 0
  return isFed || SEEN.has(commands[at - 1]?.program ?? '') ? undefined : UNREADABLE
}

/** Heredocs and here-strings, by who may read them; those of shells are judged as scripts. */
const textRefusal = (commands: readonly ShellCommand[], texts: readonly string[]): string | undefined => {
  const runsCode = commands.some(({ program }) => INTERPRETER.test(program))
  const asksData = commands.some(({ program }) => SQL_CLIENTS.has(program))
  for (const text of texts) {
    const reason = (runsCode ? codeRefusal(text) : undefined) ?? (asksData && destroysData(text) ? DATA : undefined)
    if (reason !== undefined) return reason
  }
  return undefined
}
