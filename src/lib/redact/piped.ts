import type { Sign } from './words/sign-search.ts'
import type { Span } from './span.ts'
import { isStandIn } from './values.ts'

/** Flags and programs that read a password from the pipe. */
const READERS =
  'password-stdin|with-token|sudo -s|passphrase-fd 0|passwd --stdin|gcloud secrets|secret put|smbpasswd|cryptsetup|' +
  'secret create|-stdinpass|secret set|vercel env add|kinit |pass insert|gopass insert|secret-tool store|secrets set|variable set'
/** The printing command is at most this far before the reader. */
const LONGEST_BEFORE = 400
const PRINT = String.raw`(?:^|[\s;&(|"'=>:])(?:echo|printf)\s{1,4}(?:-[neE]{1,3}\s{1,4}|\\?["']?%s(?:\\{1,2}n)?(?:%s(?:\\{1,2}n)?)?\\?["']?\s{1,4})?`
const PRINTED = new RegExp(
  String.raw`${PRINT}(?:\\?(["'])([^"'\n]{4,200}?)\\?\1|([^\s"'|;]{4,200}))(?:\s{1,4}\\?["']?[^\s"'|;]{4,200}\\?["']?)?\s{0,4}\|[^|;&\n]{0,200}$`,
)

/** Finds passwords that are piped into a program that reads one: `echo X | docker login --password-stdin`. */
const printedBefore = (text: string, at: number, spans: Span[]): void => {
  const from = Math.max(0, at - LONGEST_BEFORE)
  const match = PRINTED.exec(text.slice(from, at))
  const value = match?.[2] ?? match?.[3]
  if (match === null || value === undefined || value.startsWith('$') || isStandIn(value)) return
  // A program that wants the password repeated is given it twice.
  for (let found = match[0].indexOf(value); found >= 0; found = match[0].indexOf(value, found + value.length)) {
    const start = from + match.index + found
    spans.push({ start, end: start + value.length, kind: 'password' })
  }
}

const USER_AND_PASSWORD = /(?:^|[\s"'(])([A-Za-z_][\w.-]{0,31}):([^\s"'`:|]{4,128})/g
const HEREDOC = /^[^\n]{0,40}<<<?-?\s{0,2}["']?([A-Za-z_][^\n"']{0,160})/
/** `chpasswd:` with a list of users, in the settings of a new machine. */
const LIST = /^["']?:\s{0,4}\n\s{1,20}(?:expire:[^\n]{0,10}\n\s{1,20})?(?:list|users):/
const LONGEST_LIST = 600
const LONGEST_HEREDOC = 2_000

/** `echo user:X | chpasswd`, and lines of `user:X` that are written to it. */
const accountsAt = (text: string, start: number, end: number, spans: Span[]): void => {
  const before = text.slice(Math.max(0, start - LONGEST_BEFORE), start)
  const printed = /(?:echo|printf)\s[^|\n]{4,300}\|[^|\n]{0,40}$/.exec(before)
  if (printed !== null) pairsIn(text, start - printed[0].length, start, spans)
  if (LIST.test(text.slice(end, end + 60))) pairsIn(text, end, end + LONGEST_LIST, spans)
  const heredoc = HEREDOC.exec(text.slice(end, end + 240))
  if (heredoc === null) return
  const word = heredoc[1]!.trim()
  const from = end + heredoc[0].indexOf('<<')
  if (word.includes(':')) {
    pairsIn(text, from, end + heredoc[0].length + 80, spans)
    return
  }
  const close = text.slice(from, from + LONGEST_HEREDOC).lastIndexOf(`\n${word}`)
  pairsIn(text, from, close < 0 ? from + LONGEST_HEREDOC : from + close, spans)
}

const pairsIn = (text: string, from: number, to: number, spans: Span[]): void => {
  const stretch = text.slice(from, to)
  for (const match of stretch.matchAll(USER_AND_PASSWORD)) {
    const value = match[2]!
    if (value.startsWith('$') || isStandIn(value)) continue
    const start = from + match.index + match[0].length - value.length
    spans.push({ start, end: start + value.length, kind: 'password' })
  }
}

export const PIPED_SIGNS: readonly Sign[] = [
  ...[...READERS.split('|'), '| passwd'].map(
    (word): Sign => ({
      word,
      examine: (text, start, end, spans) => {
        printedBefore(text, word.startsWith('|') ? start + 1 : start, spans)
        return end
      },
    }),
  ),
  ...['chpasswd', 'newusers'].map(
    (word): Sign => ({
      word,
      examine: (text, start, end, spans) => {
        accountsAt(text, start, end, spans)
        return end
      },
    }),
  ),
]
