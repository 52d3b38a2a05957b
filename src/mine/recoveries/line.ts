import { FILE_ENDING } from '../../profile/signature.ts'
import type { MinedCall } from '../../schema/harvest.ts'
import { cleanText } from '../../trust/text.ts'
import { jsonWords } from './json-words.ts'

/**
 * The whole line by which a person recognises the error. It is the first line of the result that complains, without
 * the lines that runners and harnesses add; else the evidence of the outcome. In a JSON answer the words of its fields
 * are searched. Empty if the result tells only an exit code.
 */
export const tellingLine = (call: Pick<MinedCall, 'resultHead' | 'evidence'>): string => {
  const evidence = tidy(call.evidence)
  const lines = (jsonWords(call.resultHead) ?? call.resultHead)
    .slice(0, MAX_LOOK_CHARS)
    .split('\n', MOST_LINES)
    .map(tidy)
    .filter((line) => line !== '' && !SAYS_NOTHING.test(line) && !AROUND.test(line))
  const [first] = lines
  if (first !== undefined && (COMPLAINT.test(first) || isSameLine(first, evidence))) return first
  // The evidence is cut at 200 characters, so its line may be longer.
  const own = lines.find((line) => isSameLine(line, evidence))
  const line = own ?? evidence
  return SAYS_NOTHING.test(line) || AROUND.test(line) ? '' : line
}

/**
 * A message without what varies between two errors of a kind: numbers, paths, addresses, ids and quoted text are
 * blanked. Cut at the end of a word.
 */
export const blanked = (line: string): string => {
  const text = line
    .slice(0, MAX_LINE_CHARS * 2)
    .replace(URL, BLANK)
    .replace(QUOTED, (quoted) => quoted.charAt(0) + BLANK + quoted.at(-1))
    .replace(PATH, withoutPath)
    .replace(HOST, BLANK)
    .replace(ID, (word, at: number, all: string) => (isId(word) || isThing(word, all.slice(0, at)) ? BLANK : word))
    .replace(NUMBER, BLANK)
    .replace(/…(?:[\s:.,-]{0,2}…)+/g, BLANK)
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= MAX_LINE_CHARS) return text
  const end = text.lastIndexOf(' ', MAX_LINE_CHARS - 2)
  return `${text.slice(0, end > MAX_LINE_CHARS / 2 ? end : MAX_LINE_CHARS - 2).toWellFormed()} ${BLANK}`
}

/** The words of a message, for comparing two messages. */
export const wordsOf = (message: string): Set<string> =>
  new Set(
    message
      .toLowerCase()
      .replace(PLACEHOLDER, ' ')
      .match(/[a-z_]{3,}/g),
  )

/** The share of shared words among all words of two messages, between 0 and 1. */
export const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  if (one.size === 0 || other.size === 0) return 0
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  return shared / (one.size + other.size - shared)
}

/** A message with fewer words than this cannot be told from others. */
export const FEWEST_WORDS = 2

const BLANK = '…'
const MAX_LOOK_CHARS = 2_048
const MOST_LINES = 40
const MAX_LINE_CHARS = 240

/** Placeholders that `readSignature` and this file put in the place of varying text. */
const PLACEHOLDER = /<(?:path|n|id|url|time|\.\.\.)>|…/g

const tidy = (line: string): string =>
  cleanText(line.slice(0, 1_000))
    .replace(/<\/?[a-z]{1,20}(?:_[a-z]{1,20}){1,4}>/g, ' ')
    .replace(/^(?:failed in sandbox .{0,200}?)?,? ?\bstderr: /, '')
    .replace(/\s+/g, ' ')
    .trim()

const isSameLine = (line: string, evidence: string): boolean => {
  const start = evidence.replace(/…$/, '').slice(0, 80)
  return start.length > 7 && line.slice(0, start.length + 20).includes(start)
}

const SAYS_NOTHING =
  /^(?:(?:error: )?(?:(?:the )?(?:command|process|script) )?(?:exit(?:ed)?|failed)?(?: with)?(?: ?(?:code|status))?:? ?-?\d{0,3}\.?|\(no output\)|flag error|rejected|interrupted|[^\p{L}]*)$/iu
const AROUND =
  /^(?:exit code:? \d|[>$+#] |\[[\w:-]+\] \$ |npm (?:err!|error) (?:code|errno|lifecycle|path|command|a complete)|debugger (?:attached|listening)|waiting for the debugger|wall time:|output:|command: |chunk id:|total output lines|process exited|command exited|failed in sandbox |bash: line \d+: warning: here-document|node:internal|at \S+ |running |checking |building |\[?(?:info|debug|trace|notice)\b)/i
const COMPLAINT =
  /\b(?:error|fatal|fail(?:ed|ure)?|cannot|can't|could not|couldn't|unable|not (?:been )?\w+|no (?:such|matches|changes|module|tests?|pull)|denied|refused|invalid|illegal|unknown|unexpected|undefined|missing|ignored|conflict|exception|unrecognized|unsupported|already exists|exceeds|timed out|usage:|blocked)\b/i

const URL = /\b[a-z][a-z0-9+]{1,11}:\/\/[^\s'"`<>]+/gi
const QUOTED = /(?<!\w)(?:'[^'\n]{0,200}'|"[^"\n]{0,200}"|`[^`\n]{0,200}`|‘[^’\n]{0,200}’|“[^”\n]{0,200}”)(?!\w)/g

const SEGMENT = '[\\w.@+%~$*-]'
const PATH = new RegExp(
  `(?<![\\w<./\\\\@+%~$-])(?:(?:[A-Za-z]:)?(?:${SEGMENT}*[/\\\\])+${SEGMENT}*|[\\w-]+(?:\\.[\\w-]+)*\\.(?:${FILE_ENDING})(?!\\w))(?::\\d+(?::\\d+)?|\\(\\d+,\\d+\\))?`,
  'g',
)

/** Host names and mail addresses, recognised by endings that no file has. */
const HOST =
  /(?<![\w.@-])(?:[\w.+-]{1,64}@)?(?:[\w-]{1,63}\.){1,6}(?:com|org|net|io|dev|app|ai|co|edu|gov|cloud|local|internal)(?![\w.-]*\w)/gi

/** `and/or` and `read/write` are words, not paths. A full stop after a path ends the sentence. */
const withoutPath = (path: string): string => {
  const stop = /[.:]$/.exec(path)?.[0] ?? ''
  return /^[a-z]+\/[a-z]+$/i.test(path) ? path : BLANK + stop
}

const ID = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|0x[0-9a-f]+|(?=[A-Za-z_]{0,40}\d)\w{5,})\b/gi
const isId = (word: string): boolean =>
  word.includes('-') || /^0x/i.test(word) || /^(?=[a-f]*\d)[0-9a-f]{7,}$/i.test(word) || /_\d{3,}$|^\w{20,}$/.test(word)
/** `flight HAT030` names a thing; `error TS2739` and `E501:` name a kind of error. */
const isThing = (word: string, before: string): boolean =>
  /^[A-Z]{2,6}\d{2,}$/.test(word) && /[a-z] $/.test(before) && !/(?:error|warning|code|rule) $/i.test(before)
const NUMBER = /(?<![\w<])\d+(?:[.,_]\d+)*(?=(?:ms|s|m|h|[kmg]i?b|k|x|px|b)?(?!\w))/gi
