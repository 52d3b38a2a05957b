import { mixOf } from '../lib/hash.ts'
import type { ProfileCall } from '../schema/tally.ts'
import { isShell, shapeOf } from './shape.ts'

/**
 * The kind of an error: its tool and its message with varying parts replaced. Equal whenever the same tool fails in
 * the same way. Exit codes and HTTP statuses stay, because they tell the kind. A shell error with only an exit code is
 * named by its program.
 */
export const readSignature = (
  call: Pick<ProfileCall, 'tool' | 'kind' | 'evidence' | 'rule' | 'subject'>,
): { signature: string; message: string } => {
  let message = normalise(call.evidence)
  if (message === '') message = call.rule
  if (SAYS_NOTHING.test(message) && isShell(call)) message = `${shapeOf(call).replace(BLANKS, ' ')}: ${message}`
  if (message.length > MAX_MESSAGE_CHARS) message = message.slice(0, MAX_MESSAGE_CHARS).toWellFormed()
  return { signature: mixOf(call.tool.toLowerCase(), message).slice(0, SIGNATURE_DIGITS), message }
}

/** File extensions that mark a bare word as a file. */
export const FILE_ENDING =
  'tsx?|[cm]?jsx?|[cm]ts|json[cl]?|pyi?|ipynb|go|rs|rb|php|java|kt|swift|cs|cpp|cc|hpp|[ch]|sh|bash|zsh|ps1|sql|md|mdx|rst|txt|html?|s?css|ya?ml|toml|ini|cfg|conf|lock|xml|csv|tsv|log|vue|svelte|lua|dart|ex|exs|hs|ml|v|proto|tf|svg|png|jpe?g|gif|pdf|zip|gz|tar|db|sqlite|env'

const MAX_MESSAGE_CHARS = 160
const SIGNATURE_DIGITS = 12
/** Evidence is cut at 200 characters, so no caller looks further. */
const MAX_LOOK_CHARS = 200
/**
 * Cut evidence ends at a different word depending on the names inside it. Only its beginning is the same every time.
 */
const MAX_BEGINNING_CHARS = 140
/**
 * The first sentence says what happened, and the next ones give advice. A shorter first sentence is only an opening.
 */
const FIRST_SENTENCE_CHARS = 30

const SAYS_NOTHING =
  /^(?:(?:the )?(?:command|process|script) )?(?:(?:exited|exit|failed)(?: with)?(?: (?:code|status))?:? ?-?\d{1,3}\.?|\(no output\)|(?:<(?:path|n|id|url|\.\.\.)>[\s:]*)+)$/i

const normalise = (evidence: string): string => {
  let text = evidence.length > MAX_LOOK_CHARS ? evidence.slice(0, MAX_LOOK_CHARS) : evidence
  if (CONTROLS.test(text)) text = text.replace(ANSI, '').replace(BLANKS, ' ')
  if (text.includes('<')) text = text.replace(HARNESS_TAG, ' ')
  if (text.includes('://')) text = text.replace(URL, '<url>')
  if (QUOTE.test(text)) text = text.replace(QUOTED, withoutQuoted)
  if (/[/\\.]/.test(text)) text = text.replace(PATH, withoutPath)
  if (/\d/.test(text)) text = text.replace(TIME, '<time>').replace(ID, withoutId).replace(NUMBER, withoutNumber)
  text = text.replace(PROGRESS, '<...>').trim().replace(SAID_TWICE, '')
  const end = sentenceEnd(text)
  if (end > 0) return text.slice(0, end)
  return text.length > MAX_BEGINNING_CHARS ? text.slice(0, lastBlank(text, MAX_BEGINNING_CHARS)) : text
}

/** A prefix that only repeats that this is an error. */
const SAID_TWICE = /^(?:error|fatal): (?=\S)/i

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f]|\[\d|\s\s/
// oxlint-disable-next-line no-control-regex
const ANSI = /\u001b\][^\u0007\u001b]{0,100}(?:\u0007|\u001b\\)?|\u001b?\[[\d;?]{0,20}[A-HJKmlsu]|\u001b./g
// oxlint-disable-next-line no-control-regex
const BLANKS = /[\s\u0000-\u001f\u007f]+/g
/** Tags that agents wrap results in. Their names have an underscore, names of HTML tags do not. */
const HARNESS_TAG = /<\/?[a-z]{1,20}(?:_[a-z]{1,20}){1,4}>/g
const URL = /\b[a-z][a-z0-9+]{1,11}:\/\/[^\s'"`<>]+/gi

const QUOTE = /['"`‘“]/
const QUOTED = /(?<!\w)(?:'[^'\n]{0,120}'|"[^"\n]{0,120}"|`[^`\n]{0,120}`|‘[^’\n]{0,120}’|“[^”\n]{0,120}”)(?!\w)/g
/** A quotation with more words than this is the message itself, as in `{"error": "no such file or directory"}`. */
const MAX_QUOTED_WORDS = 3

const withoutQuoted = (quoted: string, offset: number, text: string): string => {
  const isKey =
    text[offset + quoted.length] === ':' && /^[{,]?\s?$/.test(text.slice(Math.max(0, offset - 2), offset).trim())
  if (isKey && quoted.startsWith('"')) return quoted
  let blanks = 0
  for (let at = 0; at < quoted.length; at++) if (quoted[at] === ' ') blanks++
  return blanks >= MAX_QUOTED_WORDS ? quoted : '<...>'
}

const SEGMENT = '[\\w.@+%~$-]'
const PATH = new RegExp(
  `(?<![\\w<./\\\\@+%~$-])(?:(?:[A-Za-z]:)?(?:${SEGMENT}*[/\\\\])+${SEGMENT}*|[\\w-]+(?:\\.[\\w-]+)*\\.(?:${FILE_ENDING})(?!\\w))(?::\\d+(?::\\d+)?|\\(\\d+,\\d+\\))?`,
  'g',
)
const ROOTED = /^(?:[/\\~]|\.{1,2}[/\\]|[A-Za-z]:[/\\])./
const FILE = new RegExp(`\\.(?:${FILE_ENDING})(?:[:(]|$)`)

/** Replaces a path, but not a word with a slash such as `and/or`. */
const withoutPath = (word: string): string => {
  const stop = word.endsWith('.') ? '.' : ''
  const path = stop === '' ? word : word.slice(0, -1)
  if (ROOTED.test(path) || FILE.test(path)) return `<path>${stop}`
  return path.split(/[/\\]/, 3).length > 2 ? `<path>${stop}` : word
}

const TIME =
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?!\w)|\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b/g
const ID = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|0x[0-9a-f]+|(?=[A-Za-z_]{0,40}\d)\w{5,})\b/gi
const HEX = /^(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,}$/i
/** Keys have an underscore before their number, or are longer than any name with a digit. */
const KEY = /_\d{3,}$|^\w{20,}$/
/** `flight HAT030` names a thing; `error TS2739` and `E501:` name a kind of error. */
const NUMBERED = /^[A-Z]{2,6}\d{3,}$/
const NAMES_A_THING = /[a-z] $/
const NAMES_A_KIND = /(?:error|warning|code|rule) $/i

const withoutId = (word: string, offset: number, text: string): string => {
  if (word.includes('-') || word.startsWith('0x') || HEX.test(word) || KEY.test(word)) return '<id>'
  if (!NUMBERED.test(word) || text[offset + word.length] === ':') return word
  const before = text.slice(Math.max(0, offset - 10), offset)
  return NAMES_A_THING.test(before) && !NAMES_A_KIND.test(before) ? '<id>' : word
}

const NUMBER = /(?<![\w<])\d+(?:[.,_]\d+)*(?=(?:ms|s|m|h|[kmg]i?b|k|x|px|b)?(?!\w))/gi
const KEEPS_NUMBER = /(?:code|status|http|errno|signal)\W{1,2}$/i

const withoutNumber = (number: string, offset: number, text: string): string =>
  number.length <= 3 && KEEPS_NUMBER.test(text.slice(Math.max(0, offset - 10), offset)) ? number : '<n>'

/** Dots and letters with which test runners show progress. */
const PROGRESS = /(?<![\w.])[.FEsx]{5,}(?![\w])|([-=_*#~])\1{3,}/g

const sentenceEnd = (text: string): number => {
  for (let at = text.indexOf('. ', FIRST_SENTENCE_CHARS); at > 0; at = text.indexOf('. ', at + 1)) {
    const next = text.charCodeAt(at + 2)
    if (next >= 65 && next <= 90) return at + 1
  }
  return 0
}

const lastBlank = (text: string, limit: number): number => {
  const at = text.lastIndexOf(' ', limit)
  return at > limit / 2 ? at : limit
}
