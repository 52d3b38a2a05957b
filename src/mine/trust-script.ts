import { readShell, type ShellCommand } from '../outcome/shell.ts'
import { readTokens } from '../outcome/shell-words.ts'
import { codeRefusal } from './trust-code.ts'
import { innerOf, isBareShell, nameOf } from './trust-inner.ts'
import { hidesItsRun } from './trust-hidden.ts'
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
  if (HIDDEN.test(plain)) return UNREADABLE
  if (REMOTE_RUN.test(plain)) return DOWNLOADED
  const tokens = readTokens(plain)
  const { commands } = readShell(plain)
  const outputs = new Set(tokens.flatMap((token) => (token.kind === 'redirect' && !token.input ? [token.target] : [])))
  if (commands.length === 0 && [...outputs].some((file) => !isScratch(file))) return 'deletes files'
  let here = place
  for (const command of commands) {
    const reason = commandRefusal(command) ?? writeRefusal(command, here, outputs)
    if (reason !== undefined) return reason
    if (command.program === 'cd' || command.program === 'pushd') here = { ...place, at: entered(command, here) }
  }
  const { scripts, texts } = innerOf(plain, tokens, commands)
  for (const script of scripts) {
    const inner = runsText(commands) ? readShell(script).commands : []
    if (inner.some(isDownload)) return DOWNLOADED
    if (inner.some(isDecoder)) return UNREADABLE
    for (const { program, words } of inner) {
      if (program === 'echo' || program === 'printf') waiting.push({ text: words.join(' '), place: here })
    }
    waiting.push({ text: script, place: here })
  }
  return pipeRefusal(commands, texts) ?? textRefusal(commands, texts) ?? writtenRefusal(commands, outputs)
}

/** A separator in place of blanks, and a function that calls itself twice. */
const HIDDEN = /\$\{?IFS\b|\b(\w{1,20}|:) ?\(\) ?\{ ?\1 ?\| ?\1 ?&|:\(\)|(?:^|[;&|\n])\s{0,4}\$'/
const REMOTE_RUN = /\b(?:npx|bunx|pnpx|uvx|pipx run)\s{1,4}(?:-\S{1,40}\s{1,4}){0,4}(?:git\+)?https?:/

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

const INTERPRETER = /^(?:python[\d.]*|pypy3?|node|deno|bun|ruby|perl|php|R|Rscript|tsx|ts-node|lua|luajit)$/
const SQL_CLIENTS = new Set('psql mysql mariadb sqlite3 duckdb sqlcmd mongosh mongo redis-cli'.split(' '))
/** Programs that start the one that is named somewhere among their words. */
const LAUNCHERS = new Set(
  'busybox strace ltrace script flock setsid ionice taskset chroot unshare parallel watch entr chronic caffeinate unbuffer doas toybox screen tmux coproc systemd-run firejail proot spawn dotenv direnv op env timeout xargs nohup nice time exec command builtin stdbuf'.split(
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
  if (hidesItsRun(command)) return UNREADABLE
  const own = refusalOf(program, words)
  if (own !== undefined) return own
  if (program === '--') return launchedRefusal(words, 1)
  if (via.some((word) => LAUNCHERS.has(nameOf(word)))) {
    const launched = launchedRefusal(words, FEWEST_LAUNCHED_WORDS)
    if (launched !== undefined) return launched
  }
  if (launchesOther(program, words)) return launchedRefusal(words, MAX_LAUNCHED_WORDS)
  if (INTERPRETER.test(program)) return codeRefusal(codeIn(words))
  return /^[gmn]?awk$/.test(program) ? codeRefusal(words.join(' ')) : undefined
}

const CONTAINERS = /^(?:docker|podman|nerdctl|kubectl|oc|docker-compose)$/

const launchesOther = (program: string, words: readonly string[]): boolean => {
  if (LAUNCHERS.has(program)) return true
  if (PACKAGE_RUNNER.test(program)) return words.some((word) => /^(?:exec|dlx|x)$/.test(word))
  if (CONTAINERS.test(program)) return words.slice(0, 4).some((word) => /^(?:run|exec|debug)$/.test(word))
  return program === 'deno' && words.some((word) => word.startsWith('npm:'))
}

/** What is launched stands behind options, whose values cannot be told from it. */
const launchedRefusal = (words: readonly string[], most: number): string | undefined => {
  for (let at = 0; at < Math.min(words.length, most); at++) {
    const word = (words[at] ?? '').replace(/^npm:/, '')
    const reason = refusalOf(nameOf(word), words.slice(at + 1))
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
  if (empties(command, files)) return 'deletes files'
  return [...files, ...targetsOf(command)].some(leaves) ? OUTSIDE : undefined
}

/** `> FILE` and `: > FILE` leave nothing of it, and neither do `mv FILE /dev/null` and `cp /dev/null FILE`. */
const empties = ({ program, words }: ShellCommand, files: readonly string[]): boolean => {
  if (/^(?::|true|)$/.test(program)) return files.some((file) => !isScratch(file) && !file.startsWith('&'))
  return (program === 'mv' || program === 'cp') && words.includes('/dev/null')
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
  isBareShell(command) ||
  (INTERPRETER.test(command.program) && command.words.every((word) => word === '-' || word === '<()'))

const runsText = (commands: readonly ShellCommand[]): boolean =>
  commands.some((command) => readsInput(command) || /^(?:eval|source|\.)$/.test(command.program))

/** What prints text that can be seen, or a file of the project. */
const SEEN = new Set(['echo', 'printf', 'cat', 'cd', 'set', 'export', ''])

const DECODERS = new Set('base64 base32 openssl xxd gunzip zcat nc ncat gpg rev tr'.split(' '))
const isDecoder = ({ program }: ShellCommand): boolean => DECODERS.has(program)

/** A shell or interpreter behind a pipe runs what comes; only texts that are seen can be judged. */
const pipeRefusal = (commands: readonly ShellCommand[], texts: readonly string[]): string | undefined => {
  const at = commands.findIndex(readsInput)
  if (at <= 0) return undefined
  if (commands.slice(0, at).some(isDownload)) return DOWNLOADED
  if (commands.slice(0, at).some(isDecoder)) return UNREADABLE
  // Letters spelt by their numbers.
  if (texts.some((text) => /\\(?:x[\da-f]{1,2}|[0-3][0-7]{2}|u[\da-f]{4})/i.test(text))) return UNREADABLE
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

/** Files that the line itself wrote and then runs: what stands in them is not in the line, or not to be told from data. */
const writtenRefusal = (commands: readonly ShellCommand[], outputs: ReadonlySet<string>): string | undefined => {
  const written = new Set([...outputs, ...commands.flatMap(targetsOf)].map(nameOf).filter((name) => name !== ''))
  const isRun = ({ program, words }: ShellCommand): boolean =>
    written.has(program) || (RUNS_FILE.test(program) && words.some((word) => written.has(nameOf(word))))
  if (!commands.some(isRun)) return undefined
  return commands.some(isDownload) ? DOWNLOADED : UNREADABLE
}

const RUNS_FILE = /^(?:bash|sh|zsh|dash|fish|ksh|source|\.|python[\d.]*|node|ruby|perl|php|deno|bun|tsx)$/
