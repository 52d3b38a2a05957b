import { BASE64, NEWLINE, codeAt } from './characters.ts'
import { isGenerated, lookOf } from './generated.ts'
import type { Sign } from './words/sign-search.ts'
import type { Span } from './span.ts'

const KIND = 'private-key'
const HEADER = / ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{2,5}/y
const FOOTER = / ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{2,5}/y

/** Lines of a key are 64 or 70 wide. Half of that tells them from code that only mentions the header. */
const SHORTEST_LINE = 32
/**
 * The longest text between the header and the first full line: line breaks, quotes, line numbers, `Proc-Type` and
 * `Version` lines.
 */
const LONGEST_PREAMBLE = 400
/** The longest text between two lines: a line break, quotes, a line number, the name of a file. */
const LONGEST_GAP = 100
/** Every key is shorter than this, even when encoded. */
const LONGEST_KEY = 65_536

/**
 * Examines the dashes at `start` (the words after them begin at `words`) and records the private key that begins or
 * ends there. A key without its end extends as far as its lines do; a key without its beginning extends back as far as
 * it looks like a key. Returns the offset to continue from.
 */
export const privateKeyAt = (text: string, start: number, words: number, spans: Span[]): number => {
  HEADER.lastIndex = words
  if (HEADER.test(text)) {
    const body = HEADER.lastIndex
    const end = endOfKey(text, body)
    if (end > body) spans.push({ start, end, kind: KIND })
    return end
  }
  FOOTER.lastIndex = words
  if (!FOOTER.test(text)) return words
  const end = FOOTER.lastIndex
  const from = startOfBody(text, start, spans)
  if (from < start) spans.push({ start: from, end, kind: KIND })
  return end
}

/**
 * For a window that starts at `start`: the end of a private key that began before it; `start` if no key is open there.
 * Searches back only if the text continues like a key.
 */
export const endOfOpenKey = (text: string, start: number): number => {
  if (start === 0 || !goesOn(text, start)) return start
  const before = text.slice(Math.max(0, start - LONGEST_KEY), start)
  const begin = before.lastIndexOf('-----BEGIN ')
  if (begin < 0 || before.includes('-----END ', begin)) return start
  HEADER.lastIndex = begin + 5
  return HEADER.test(before) ? endOfKey(text, start) : start
}

/** Records the lines that PuTTY's format marks as private, and their checksum. */
export const PUTTY_SIGNS: readonly Sign[] = [
  { word: 'private-lines:', examine: (text, _start, end, spans) => privateLinesAfter(text, end, spans) },
  { word: 'private-mac:', examine: (text, _start, end, spans) => sumAfter(text, end, spans) },
  { word: 'private-hash:', examine: (text, _start, end, spans) => sumAfter(text, end, spans) },
]

/** The private parts of a JSON Web Key, which is recognised by its `kty`. */
const WEB_KEY_PARTS = /"(?:d|p|q|dp|dq|qi|k)"\s{0,4}:\s{0,4}"([A-Za-z0-9_-]{20,1000})"/g
const LONGEST_WEB_KEY = 2_000

/** Records the private parts of a JSON Web Key. */
export const WEB_KEY_SIGNS: readonly Sign[] = [
  {
    word: '"kty"',
    examine: (text, start, end, spans) => {
      const from = Math.max(0, start - LONGEST_WEB_KEY)
      for (const match of text.slice(from, end + LONGEST_WEB_KEY).matchAll(WEB_KEY_PARTS)) {
        const partEnd = from + match.index + match[0].length - 1
        spans.push({ start: partEnd - match[1]!.length, end: partEnd, kind: KIND })
      }
      return end
    },
  },
]

const LONGEST_PUTTY_LINE = 100

const privateLinesAfter = (text: string, from: number, spans: Span[]): number => {
  const announced = /^ {0,2}(\d{1,4})[\r\n]{1,2}/.exec(text.slice(from, from + 10))
  if (announced === null) return from
  const start = from + announced[0].length
  let end = start
  for (let line = Number(announced[1]); line > 0; line--) {
    const lineStart = end === start ? start : text.startsWith('\r\n', end) ? end + 2 : end + 1
    let lineEnd = lineStart
    while (lineEnd - lineStart < LONGEST_PUTTY_LINE && BASE64[codeAt(text, lineEnd)] === 1) lineEnd++
    if (lineEnd === lineStart) break
    end = lineEnd
  }
  if (end > start) spans.push({ start, end, kind: KIND })
  return end
}

const sumAfter = (text: string, from: number, spans: Span[]): number => {
  const sum = /^\s{0,2}([0-9a-fA-F]{20,128})/.exec(text.slice(from, from + 130))
  if (sum === null) return from
  const end = from + sum[0].length
  spans.push({ start: end - sum[1]!.length, end, kind: KIND })
  return end
}

/** The end of the key lines that begin at an offset, including the footer; the offset itself if there are none. */
const endOfKey = (text: string, from: number): number => {
  const limit = Math.min(text.length, from + LONGEST_KEY)
  let last = from
  let lineStart = from
  let at = from
  for (; at < limit; at++) {
    const code = codeAt(text, at)
    if (BASE64[code] === 1) continue
    if (isKeyLine(text, lineStart, at)) last = at
    else if (at - last > (last === from ? LONGEST_PREAMBLE : LONGEST_GAP)) break
    if (code === 45 && text.startsWith('-----', at)) break
    lineStart = at + 1
  }
  if (at >= text.length && isKeyLine(text, lineStart, at)) last = at
  if (last === from && !isCutAfterHeader(text, from)) return from
  if (last === from) return text.length
  return withFooter(text, withLastLine(text, last))
}

/** Whether the text was cut right after the header, so that only the beginning of a line is left. */
const isCutAfterHeader = (text: string, from: number): boolean =>
  text.length - from > 8 &&
  text.length - from <= LONGEST_PREAMBLE &&
  /^[\s\\nr"'+,|>\d\u2192]*[A-Za-z0-9+/=]{4,}$/.test(text.slice(from))

/** Whether a line mixes capitals, small letters and digits. Paths and names can be as long as a key line. */
const isKeyLine = (text: string, start: number, end: number): boolean => {
  if (end - start < SHORTEST_LINE) return false
  const look = lookOf(text.slice(start, end))
  return look.digits > 0 && look.upper > 0 && look.lower > 0
}

const LAST_LINE = /[\s\\nr"'+,|>\d\u2192]{1,20}?([A-Za-z0-9+/=]{1,80})(?![A-Za-z0-9+/=])/y

/** Includes the last line of a key, which is shorter, and the checksum of a PGP block on the next line. */
const withLastLine = (text: string, end: number): number => endOfLastLine(text, endOfLastLine(text, end))

/** A word of the text after the key is not a line of the key. */
const endOfLastLine = (text: string, end: number): number => {
  LAST_LINE.lastIndex = end
  const line = LAST_LINE.exec(text)?.[1]
  if (line === undefined) return end
  const lineEnd = LAST_LINE.lastIndex
  const look = lookOf(line)
  const isLine =
    lineEnd === text.length ||
    line.includes('=') ||
    /^.{0,12}-----END/s.test(text.slice(lineEnd, lineEnd + 24)) ||
    (look.digits > 0 && look.upper > 0) ||
    isGenerated(look)
  return isLine ? lineEnd : end
}

/** The longest text between the last line and the footer. */
const LONGEST_BEFORE_FOOTER = 60

const withFooter = (text: string, end: number): number => {
  const footer = text.slice(end, end + LONGEST_BEFORE_FOOTER).search(/-{4,5} ?END/)
  if (footer < 0) return end
  FOOTER.lastIndex = end + footer + (text.startsWith('-----', end + footer) ? 5 : 4)
  if (FOOTER.test(text)) return FOOTER.lastIndex
  const lineEnd = text.indexOf('\n', end + footer)
  return lineEnd < 0 ? Math.min(text.length, end + LONGEST_BEFORE_FOOTER * 2) : lineEnd
}

/** Whether another line of the key follows soon. Tests the end of each candidate first, because most fail there. */
const goesOn = (text: string, from: number): boolean => {
  const limit = Math.min(text.length, from + LONGEST_PREAMBLE)
  for (let at = from; at + SHORTEST_LINE <= limit; ) {
    let back = at + SHORTEST_LINE - 1
    while (back >= at && BASE64[codeAt(text, back)] === 1) back--
    if (back < at) return true
    at = back + 1
  }
  return false
}

/** Whether a character is decoration of quoted, numbered, escaped or diff lines. */
const isDecoration = (code: number): boolean =>
  code <= 32 ||
  code === 92 ||
  code === 34 ||
  code === 39 ||
  code === 44 ||
  code === 124 ||
  code === 62 ||
  code === 0x2192

const startOfBody = (text: string, end: number, spans: Span[]): number => {
  const stop = Math.max(spans.at(-1)?.end ?? 0, end - LONGEST_KEY)
  let run = 0
  let longest = 0
  let at = end
  while (at > stop) {
    const code = codeAt(text, at - 1)
    const inBody = BASE64[code] === 1
    if (!inBody && !isDecoration(code)) break
    run = inBody ? run + 1 : 0
    if (run > longest) longest = run
    // One of the last two lines must be wide; else this is code that names the footer.
    if (longest < SHORTEST_LINE && end - at > 200) return end
    at--
  }
  if (longest < SHORTEST_LINE) return end
  // Words before the key on its own first line stay.
  while (at < end && (codeAt(text, at) === NEWLINE || codeAt(text, at) === 32)) at++
  return at
}
