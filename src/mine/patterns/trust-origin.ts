import { commandText } from '../../shell/command-text.ts'
import { readShell, type ShellCommand } from '../../shell/script.ts'
import { readToolFacts } from '../../outcome/tool-facts.ts'
import type { MinedCall } from '../../schema/harvest.ts'
import { fullPath, isOutside, placeOf, type Place } from '../../trust/place.ts'

/**
 * Whether the result of a call belongs to the user and may be repeated: the output of the project's commands and the
 * text of its files. Everything from the web, other people, unknown tools, other machines, installed packages or files
 * elsewhere does not; then only the size may be told.
 */
export const resultIsOwn = (
  call: Pick<MinedCall, 'tool' | 'kind' | 'subject' | 'args' | 'project' | 'cwd'>,
): boolean => {
  const { family } = readToolFacts(call.tool)
  const place = placeOf(call)
  if (family === 'shell' || (family === 'other' && call.kind === 'terminal')) return isOwnOutput(call, place)
  if (family === 'read' || family === 'edit' || family === 'search')
    return pathsOf(call).every((path) => isOwnFile(path, place))
  // The output of a program that the agent wrote, or of a background command, may come from anywhere.
  return false
}

type Asked = Pick<MinedCall, 'tool' | 'kind' | 'subject' | 'args'>

const PATH_KEYS = [
  'file_path',
  'path',
  'paths',
  'filename',
  'notebook_path',
  'target_file',
  'filePath',
  'dir',
  'directory',
  'dir_path',
]

const pathsOf = ({ args, subject }: Asked): string[] => {
  if (args === undefined) return /\s/.test(subject) ? [] : [subject]
  const values = PATH_KEYS.flatMap((key) => args[key])
  return values.filter((value): value is string => typeof value === 'string' && value !== '')
}

/** Whether a file lies inside the project and outside of installed packages. */
const isOwnFile = (path: string, place: Place): boolean => !isOutside(path, place) && !INSTALLED.test(path)

const INSTALLED =
  /(?:^|[/\\])(?:node_modules|site-packages|dist-packages|vendor|third_party|bower_components|\.venv|venv|\.cargo|go[/\\]pkg)(?:[/\\]|$)/

const words = (text: string): Set<string> => new Set(text.split(' '))

/** Programs that show text of other people or from other machines. */
const OTHERS = words(
  'curl wget http https xh lynx w3m links elinks aria2c dig nslookup whois ssh scp sftp rsync telnet nc ncat mail mailx mutt neomutt himalaya notmuch psql mysql mariadb sqlite3 duckdb mongosh mongo redis-cli bq snowsql sqlcmd kubectl oc helm aws gcloud az heroku fly flyctl vercel journalctl slack telegram-cli yt-dlp youtube-dl pbpaste xclip xsel osascript man tldr claude codex gemini llm iwr irm invoke-webrequest invoke-restmethod',
)
/** Programs that print the user's name, the machine's name or the environment. */
const PERSONAL = words('whoami hostname hostnamectl id uname ifconfig ip who w last finger users printenv history')
/** Files that are meant to hold secrets. */
const KEEPS_SECRETS =
  /(?:^|[/\\])(?:\.env(?:\.(?!example|sample|template|dist)[\w.-]{1,30})?|\.netrc|\.pgpass|\.npmrc|\.pypirc|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.json)?|[\w.-]{1,60}\.(?:pem|p12|pfx|key|keystore|jks|kdbx))$/
/** For these programs, only the sub-commands about runs of the project's own work are allowed. */
const OWN_OF_HOST = new Map([
  ['run', words('list view watch rerun')],
  ['workflow', words('list view run')],
  ['pr', words('create checks checkout ready edit merge')],
  ['auth', words('status')],
])
const REGISTRY = new Map([
  ['npm', words('view v info show search audit install i ci add update up outdated')],
  ['pnpm', words('view info search audit install i ci add update up outdated')],
  ['yarn', words('info npm audit install add up upgrade outdated')],
  ['bun', words('install i add update outdated pm info')],
  ['pip', words('show search')],
  ['pip3', words('show search')],
  ['cargo', words('search info')],
  ['gem', words('info search')],
  ['go', words('doc')],
  ['brew', words('info search desc')],
  ['apt', words('show search')],
  ['docker', words('logs exec search attach')],
  ['podman', words('logs exec search attach')],
])

const isOwnOutput = (call: Asked, place: Place): boolean => {
  const text = commandText(call.args) ?? call.subject
  let here = place
  for (const command of readShell(text).commands) {
    if (isOthers(command) || asksElsewhere(command)) return false
    const named = [...command.words, ...command.files].filter(isPath)
    // Written files are judged elsewhere. A command may print any file outside the project that it names.
    if (named.some((path) => !isOwnFile(path, here))) return false
    if (command.program === 'cd') here = { ...place, at: movedTo(command, here) }
    if (here.at !== undefined && isOutside(here.at, place)) return false
  }
  return !SUBSTITUTED.test(text) && !(text.includes('<<') && FETCHES.test(text))
}

/** Any command may print what a substitution fetched. */
const SUBSTITUTED = /(?:\$\(|`|<\()\s{0,4}(?:curl|wget|gh|ssh|http)\b/

/**
 * Whether a program is given the address of another machine, or runs code that asks one. Its output may be that
 * machine's words.
 */
const asksElsewhere = ({ program, words: given, files }: ShellCommand): boolean => {
  if (given.some((word) => KEEPS_SECRETS.test(word)) || files.some((file) => KEEPS_SECRETS.test(file))) return true
  if (MENTIONS.has(program)) return false
  return given.some((word) => ELSEWHERE.test(word) || (/\s|\(/.test(word) && FETCHES.test(word)))
}

/** Programs that treat an address as plain text. */
const MENTIONS = words('git gh glab echo printf grep rg ag sed awk jq cd')
const ELSEWHERE = /\b(?:https?|ftp|wss?):\/\/(?!localhost\b|127\.|0\.0\.0\.0|\[::1\]|\$)/i
const FETCHES =
  /\b(?:urlopen|urlretrieve|urllib|requests\.(?:get|post|request|Session)|httpx|aiohttp|http\.client|imaplib|poplib|axios|XMLHttpRequest|Net::HTTP|LWP::|file_get_contents\(['"]http|https?\.get\(|fetch\(['"`]?http)/

const isOthers = ({ program, words: given }: ShellCommand): boolean => {
  if (OTHERS.has(program.toLowerCase()) || PERSONAL.has(program)) return true
  if ((program === 'env' || program === 'set' || program === 'export') && given.every((word) => word.startsWith('-')))
    return true
  const plain = given.filter((word) => !word.startsWith('-'))
  if (program === 'gh' || program === 'glab') return OWN_OF_HOST.get(plain[0] ?? '')?.has(plain[1] ?? '') !== true
  return REGISTRY.get(program)?.has(plain[0] ?? '') === true
}

/** Whether a word of a command is a path that leads elsewhere or deeper. Options and texts are no paths. */
const isPath = (word: string): boolean =>
  word.length < 400 &&
  !/[\s*|]/.test(word) &&
  /^(?:[~/]|\.{1,2}\/|[\w.@-]+\/|\$HOME|\$\{HOME)/.test(word) &&
  !DEVICE.test(word)
const DEVICE = /^\/dev\/(?:null|stdout|stderr|tty)$|^\/\w*$|^\/[^/]+\/[gimsu]*$/

const movedTo = ({ words: given }: ShellCommand, place: Place): string | undefined => {
  const target = given.find((word) => !word.startsWith('-'))
  return target === undefined ? '~' : (fullPath(target, place) ?? place.at)
}
