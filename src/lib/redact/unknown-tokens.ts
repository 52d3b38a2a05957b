import { BASE64, WORD, codeAt } from './characters.ts'
import { BASE64_OR_WORD, endOfBlock, endOfData, isLineOfBlock, LONGEST_TOKEN } from './data-stretch.ts'
import { isGenerated, lookAt, lookOf, mayBeGenerated } from './generated.ts'
import type { Span } from './span.ts'
import { UNKNOWN_KIND } from './span.ts'
import { endOfRun, startOfRun } from './token-run.ts'
import { isSampleToken } from './values.ts'

const BASE64_SIGN = BASE64.map((mark, code) => mark & ~WORD[code]!)
/** The shortest generated part that counts as a key, without a prefix and with one. */
const SHORTEST_BARE = 22
const SHORTEST_AFTER_PREFIX = 16
const SHORTEST_AFTER_TELLING = 12
/** An unbroken run of letters, digits, `_` and `-`. */
export interface Run {
  start: number
  end: number
  /** The end of known data. It is kept from run to run, so that a long stretch is walked once. */
  data: { end: number }
}

/**
 * Examines an unbroken run of letters, digits, `_` and `-` without a known format. Records it if it has the form of an
 * unlisted key: a brand and a generated part, or a long mix of capitals, small letters and digits. Hashes, ids, file
 * names and pieces of data stay. Returns its end, or 0.
 */
export const unknownTokenAt = (
  text: string,
  units: Uint16Array,
  { start: runStart, end: runEnd, data }: Run,
  spans: Span[],
): number => {
  if (runEnd - runStart > LONGEST_TOKEN || runStart < data.end) return 0
  const marks = marksOf(units, runStart, runEnd)
  if (marks !== ANY) return 0
  const isWhole = isKey(text, units, runStart, runEnd)
  if (!isWhole && !isPieceOfKey(units, runStart, runEnd)) return 0
  data.end = endOfData(units, runEnd, text.length)
  if (runStart < data.end) return 0
  const [start, end] = wholeAround(text, runStart, runEnd)
  if (!isWhole && (end - start === runEnd - runStart || !isKeyBody(units, start, end, 'none'))) return 0
  if (end - start > LONGEST_TOKEN) return 0
  if (isLineOfBlock(text, start, end)) {
    data.end = endOfBlock(text, end)
    return 0
  }
  if (isSampleToken(text.slice(start, end)) || isIdOrHash(text, start, end) || isData(text, start, end)) return 0
  spans.push({ start, end, kind: UNKNOWN_KIND })
  return end
}

const DIGIT = 1
const LOWER = 2
const UPPER = 4
const BEYOND_HEX = 8
const MARKS = new Uint8Array(65_536)
for (let code = 48; code < 58; code++) MARKS[code] = DIGIT
for (let letter = 1; letter <= 26; letter++) {
  MARKS[96 + letter] = LOWER | (letter > 6 ? BEYOND_HEX : 0)
  MARKS[64 + letter] = UPPER | (letter > 6 ? BEYOND_HEX : 0)
}

const NO_KEY = 0
const HEX = 1
const ANY = 2

/** A quick test that saves the full one: most long words are hashes, or names without digits or capitals. */
const marksOf = (units: Uint16Array, start: number, end: number): number => {
  let marks = 0
  for (let at = start; at < end; at++) marks |= MARKS[units[at]!]!
  if ((marks & BEYOND_HEX) === 0) return (marks & DIGIT) === 0 ? NO_KEY : HEX
  return (marks & DIGIT) !== 0 || (marks & (LOWER | UPPER)) === (LOWER | UPPER) ? ANY : NO_KEY
}

const isKey = (text: string, units: Uint16Array, start: number, end: number): boolean => {
  const body = startOfBody(text, units, start, end)
  const claim = body > start ? prefixClaim(text.slice(start, body - 1)) : 'none'
  if (claim === 'id') return false
  // One large issuer writes `msg_01...` and the like for every id.
  if (claim === 'brand' && text.startsWith('01', body) && end - body >= 22) return false
  return isKeyBody(units, body, end, claim) || (body > start && isKeyBody(units, start, end, 'none'))
}

/** `+` and `/` break base64 into runs, which may be too short to judge alone. */
const isPieceOfKey = (units: Uint16Array, start: number, end: number): boolean => {
  if (BASE64_SIGN[units[start - 1]!] !== 1 && BASE64_SIGN[units[end]!] !== 1) return false
  const look = lookAt(units, start, end)
  return look.lower > 0 && look.upper > 0 && isGenerated(look)
}

const isKeyBody = (units: Uint16Array, start: number, end: number, claim: PrefixClaim): boolean => {
  const length = end - start
  if (length < (claim === 'telling' ? SHORTEST_AFTER_TELLING : SHORTEST_AFTER_PREFIX)) return false
  const look = lookAt(units, start, end)
  const signs = length - look.lower - look.upper - look.digits
  if (signs > 2 + length / 8) return false
  // Words, numbers and hashes joined by signs are a name.
  if (signs > 0 && claim !== 'telling' && !hasLongPart(units, start, end)) return false
  // A long number is a date or a count.
  if (claim === 'none' && signs > 0 && hasLongNumber(units, start, end)) return false
  return (isGenerated(look) || (claim === 'telling' && mayBeGenerated(look))) && isLongEnough(look, length, claim)
}

const SHORTEST_PART = 11

/** Whether an unbroken part of a key looks generated and is no hash. */
const hasLongPart = (units: Uint16Array, start: number, end: number): boolean => {
  let from = start
  for (let at = start; at <= end; at++) {
    if (at < end && MARKS[units[at]!] !== 0) continue
    if (at - from >= SHORTEST_PART) {
      const look = lookAt(units, from, at)
      if (look.beyondHex > 0 && isGenerated(look)) return true
    }
    from = at + 1
  }
  return false
}

const hasLongNumber = (units: Uint16Array, start: number, end: number): boolean => {
  let digits = 0
  for (let at = start; at < end; at++) {
    digits = MARKS[units[at]!] === DIGIT ? digits + 1 : 0
    if (digits === 6) return true
  }
  return false
}

type PrefixClaim = 'none' | 'brand' | 'telling' | 'id'

const isLongEnough = (look: ReturnType<typeof lookAt>, length: number, claim: PrefixClaim): boolean => {
  const classes = Number(look.lower > 0) + Number(look.upper > 0) + Number(look.digits > 0)
  if (claim === 'telling') return length >= SHORTEST_AFTER_PREFIX || classes === 3
  // Hashes and machine ids are hexadecimal.
  if (look.beyondHex === 0) return false
  if (claim === 'brand') return length >= (classes === 3 ? 20 : 24)
  return length >= SHORTEST_BARE && (classes === 3 || look.digits === 0)
}

/** Words in the prefixes of ids: of calls, messages, runs, orders, machines, builds. */
const ID_WORDS = new Set(
  (
    'call calls tool toolu tooluse srvtoolu vrtx msg message req request resp response rs fc run thread asst item session ' +
    'ses sess conv conversation chat chatcmpl cmpl gen job task step event evt user usr org cus cust customer acct account team ' +
    'member group room channel file img image doc document page block node obj object chunk build deploy dpl commit tree ' +
    'blob hash sha sha1 sha256 sha384 sha512 md5 id uid uuid ref trace span txn tx order inv invoice price product prod sub ' +
    'plan pi pm ch seti cache tmp temp css sc jsx emotion svelte module vendor bundle asset assets static npm pkg version ' +
    'rev snapshot backup log batch ftjob ft cp upload pk pub public anon nonce etag w ulid cuid agent worker container pod'
  ).split(' '),
)
const TELLING_WORDS =
  /^(?:live|test|prod|production|sandbox|sk|rk|pk|pat|aat|sat|key|api|apikey|secret|sec|token|tok|auth|access|private|bot|sa|svc|seck)$/i

const prefixClaim = (prefix: string): PrefixClaim => {
  const words = prefix.toLowerCase().split(/[-_]/)
  const last = words.at(-1) ?? ''
  if (words.length > 1 && TELLING_WORDS.test(last)) return 'telling'
  if (ID_WORDS.has(last) || ID_WORDS.has(words[0] ?? '')) return 'id'
  if (TELLING_WORDS.test(last)) return 'telling'
  return 'brand'
}

const LONGEST_PREFIX_WORD = 14
const MOST_PREFIX_WORDS = 3

/** Skips the words and small numbers at the beginning of a run that are joined to the rest by `_` or `-`. */
const startOfBody = (text: string, units: Uint16Array, start: number, end: number): number => {
  let body = start
  let words = 0
  for (let at = start; at < end && at - body <= LONGEST_PREFIX_WORD; at++) {
    if (units[at] !== 95 && units[at] !== 45) continue
    if (at === body || !isPrefixWord(units, body, at)) return body
    words++
    const isTelling = words > 1 && TELLING_WORDS.test(text.slice(body, at))
    body = at + 1
    if (words === MOST_PREFIX_WORDS || isTelling) return body
  }
  return body
}

const isPrefixWord = (units: Uint16Array, start: number, end: number): boolean => {
  const look = lookAt(units, start, end)
  if (look.digits === 0) return look.lower === 0 || look.upper <= 1
  return end - start <= 8 && (look.lower === 0 || look.upper === 0) && look.digits <= 4
}

const FILE_NAME = /\.[A-Za-z][A-Za-z0-9]{0,5}(?![A-Za-z0-9])/y
const HASH_BEFORE =
  /(?:base64,|(?:sha-?\d{1,3}|md5)(?:["']?\s?[=:]\s?["']?|\s?\(["']|[a-z0-9]{0,9}\.\w{1,9}\(["'])|\bh1:|nonce-|ssh-[a-z0-9]{1,10} |AAAA[A-Za-z0-9+/]{0,20}|\/d\/)$/i

/** Names of public values. */
const ID_NAME =
  /(?:pub(?:lic)?_?key|fingerprint|checksum|digest|hash|etag|integrity|signature|[a-z_]id|\bid|cursor|revision|commit)["'\\\]]{0,4}\s?[:=]\s?["'\\]{0,4}$/i

const isIdOrHash = (text: string, start: number, end: number): boolean => {
  if (
    /^(?:sha\d{1,3}-|AAAA[BCE]|MI[IG]|M(?:Fk|Co|Dk)w|0x|(?:[A-Z]{1,5}_)?kw[DH]O|MD[A-Z]\d)/.test(
      text.slice(start, start + 10),
    )
  )
    return true
  FILE_NAME.lastIndex = end
  if (FILE_NAME.test(text)) return true
  const before = text.slice(Math.max(0, start - 40), start)
  return HASH_BEFORE.test(before) || ID_NAME.test(before)
}

/** A file path of the machine. Folders can have generated names too. */
const FILE_PATH =
  /(?:^|[\s"'`=:(,[>])(?:~|\.{1,2}|[A-Za-z]:)?[/\\](?:private[/\\])?(?:var|tmp|home|Users|nix|opt|usr|etc|mnt|run|proc|sys|root|Library|Volumes|snap|gnu|Windows|workspace|build|app|src|\.)[/\\][^\s"'`]{0,150}$|\/var\/folders\/\w{2}\/$|(?:^|[\s"'`/])(?:node_modules|\.cache|\.git|\.next|dist|target)[/\\][^\s"'`]{0,150}$/
/** Characters of SVG paths: `M`ove, `l`ine, `h`orizontal, ... */
const DRAWING = /^[\dMmZzLlHhVvCcSsQqTtAae.-]+$/

/** Encoded pieces of something larger: files, drawings, lines of certificates, texts. */
const isData = (text: string, start: number, end: number): boolean => {
  const value = text.slice(start, end)
  if (DRAWING.test(value)) return true
  const before = text.slice(Math.max(0, start - 200), start)
  if (/[/\\]/.test(text.charAt(start - 1)) && FILE_PATH.test(before)) return true
  // The text beside it was already redacted.
  if (/REDACTED[/+\\n\s]{0,6}$/.test(before) || /^[/+\\n\s]{0,6}REDACTED/.test(text.slice(end, end + 16))) return true
  return isLineOfData(text, start, end, value) || isEncodedText(value)
}

/** Certificates and signatures are broken into lines of one width. */
const isLineOfData = (text: string, start: number, end: number, value: string): boolean =>
  value.length >= 60 &&
  value.length <= 77 &&
  /[+/]/.test(value) &&
  /(?:^|\n|\\n?|:\d{1,6}[:-])$/.test(text.slice(Math.max(0, start - 9), start)) &&
  /^(?:$|\r?\n|\\)/.test(text.slice(end, end + 2))

/** A sentence in base64 is no key. */
const isEncodedText = (value: string): boolean => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false
  const plain = Buffer.from(value, 'base64').toString('latin1')
  return /^[\x20-\x7e\s]+$/.test(plain)
}

/**
 * The whole value around a run: base64 contains `+`, `/` and `=`, and tokens have parts joined by dots. In a path or a
 * URL the run is the value.
 */
const wholeAround = (text: string, runStart: number, runEnd: number): [start: number, end: number] => {
  let start = runStart
  let end = runEnd
  const limit = runStart - LONGEST_TOKEN
  // A character that touches the run on its left without belonging to it ends an escape, such as the `n` of `\n`.
  const isEscaped = WORD[codeAt(text, start - 1)] === 1
  while (!isEscaped && start > limit && BASE64_OR_WORD[codeAt(text, start - 1)] === 1) start--
  while (end - runStart <= LONGEST_TOKEN && BASE64_OR_WORD[codeAt(text, end)] === 1) end++
  if (start === runStart && end === runEnd) return withDottedParts(text, runStart, runEnd)
  const whole = text.slice(start, end)
  const isData = end - start > LONGEST_TOKEN || /\+|=$|%2B|%3D$|^sha\d{1,3}-/.test(whole)
  if (!isData && whole.split(/\/|%2F/).some(isReadable)) return [runStart, runEnd]
  // In `name=value` the name does not belong to the value, nor does the address before a parameter.
  const equals = whole.search(/=[^=]/)
  if (equals >= 0) return equals < runStart - start ? [start + equals + 1, end] : [start, start + equals]
  return [start, end]
}

/** Whether a part of a path is a word. */
const isReadable = (part: string): boolean => {
  if (part.length < 4) return false
  const look = lookOf(part)
  return (
    look.digits === 0 &&
    look.common >= look.pairs * (look.upper > 0 ? 0.75 : 0.6) &&
    (look.upper === 0 || part.length > 5)
  )
}

/** Extends a run over generated parts before and after it, and over a word between two of them. */
const withDottedParts = (text: string, runStart: number, runEnd: number): [start: number, end: number] => {
  let start = runStart
  let end = runEnd
  for (let at = runStart - 1; codeAt(text, at) === 46 && runStart - at < LONGEST_TOKEN; ) {
    const from = startOfRun(text, at)
    if (isWild(text, from, at)) start = from
    else if (at - from > 8) break
    at = from - 1
  }
  while (codeAt(text, end) === 46 && end - runStart < LONGEST_TOKEN) {
    const to = endOfRun(text, end + 1)
    if (!isWild(text, end + 1, to)) break
    end = to
  }
  return [start, end]
}

const isWild = (text: string, start: number, end: number): boolean =>
  end - start >= 6 && isGenerated(lookOf(text.slice(start, end)))
