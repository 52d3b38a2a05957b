import { BASE64, NEWLINE } from './characters.ts'
import type { Span } from './span.ts'

const KIND = 'private-key'
const HEADER = /BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-{2,5}/y
const FOOTER = /END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-{2,5}/y

/** Lines of a key are 64 or 70 wide; half of that tells them from the code around a mere mention of the header. */
const SHORTEST_LINE = 32
/** Between the header and the first full line: line breaks, quotes, line numbers, `Proc-Type` and `Version` lines. */
const LONGEST_PREAMBLE = 400

/**
 * Examines five dashes at `start` (the words after them begin at `words`) and records the private key that begins or
 * ends there. A key without its end reaches to the end of the text; one without its beginning as far back as it looks
 * like a key. Gives the offset to go on from.
 */
export const privateKeyAt = (text: string, start: number, words: number, spans: Span[]): number => {
  HEADER.lastIndex = words
  if (HEADER.test(text)) {
    const body = HEADER.lastIndex
    if (!hasBody(text, body)) return body
    const footer = text.indexOf('-----END', body)
    const end = footer < 0 ? text.length : endOfFooter(text, footer)
    spans.push({ start, end, kind: KIND })
    return end
  }
  FOOTER.lastIndex = words
  if (!FOOTER.test(text)) return words
  const end = FOOTER.lastIndex
  const from = startOfBody(text, start, spans)
  if (from < start) spans.push({ start: from, end, kind: KIND })
  return end
}

/** Keys are shorter than this, encoded and all. */
const LONGEST_KEY = 65_536

/**
 * Where the rest of a private key ends that began before `start`, for a window that starts there; `start` itself when
 * no key is open at that point. Searches back only where the text goes on like a key.
 */
export const endOfOpenKey = (text: string, start: number): number => {
  if (start === 0 || !hasBody(text, start)) return start
  const before = text.slice(Math.max(0, start - LONGEST_KEY), start)
  const begin = before.lastIndexOf('-----BEGIN ')
  if (begin < 0 || before.includes('-----END ', begin)) return start
  HEADER.lastIndex = begin + 5
  if (!HEADER.test(before)) return start
  const footer = text.indexOf('-----END', start)
  return footer < 0 ? text.length : endOfFooter(text, footer)
}

/** What PuTTY writes before the private lines: comment and public key. */
const LONGEST_PUBLIC_PART = 2_048

/** Records the lines that PuTTY's format announces as private. */
export const privateLinesAfter = (text: string, from: number, spans: Span[]): number => {
  const announced = /Private-Lines: (\d{1,4})\r?\n/.exec(text.slice(from, from + LONGEST_PUBLIC_PART))
  if (announced === null) return 0
  const start = from + announced.index + announced[0].length
  let end = start
  for (let line = Number(announced[1]); line > 0 && end < text.length; line--) {
    const lineEnd = text.indexOf('\n', end)
    end = lineEnd < 0 ? text.length : lineEnd + 1
  }
  spans.push({ start, end, kind: KIND })
  return end
}

const endOfFooter = (text: string, footer: number): number => {
  FOOTER.lastIndex = footer + 5
  if (FOOTER.test(text)) return FOOTER.lastIndex
  const lineEnd = text.indexOf('\n', footer)
  return lineEnd < 0 ? text.length : lineEnd
}

const hasBody = (text: string, from: number): boolean => {
  const limit = Math.min(text.length, from + LONGEST_PREAMBLE)
  let run = 0
  for (let at = from; at < limit; at++) {
    run = BASE64[text.charCodeAt(at)] === 1 ? run + 1 : 0
    if (run >= SHORTEST_LINE) return true
  }
  // The text was cut right after the header: nothing but the beginning of a line is left.
  return (
    limit === text.length &&
    text.length - from > 8 &&
    /^[\s\\nr"'+,|>\d\u2192]*[A-Za-z0-9+/=]{4,}$/.test(text.slice(from))
  )
}

/** Decoration of lines that were quoted, numbered, escaped or put in a diff. */
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
  const stop = spans.at(-1)?.end ?? 0
  let run = 0
  let longest = 0
  let at = end
  while (at > stop) {
    const code = text.charCodeAt(at - 1)
    const inBody = BASE64[code] === 1
    if (!inBody && !isDecoration(code)) break
    run = inBody ? run + 1 : 0
    if (run > longest) longest = run
    // Within the last two lines one must be wide, or this is code that names the footer.
    if (longest < SHORTEST_LINE && end - at > 200) return end
    at--
  }
  if (longest < SHORTEST_LINE) return end
  // Words before the key on its own first line stay.
  while (at < end && (text.charCodeAt(at) === NEWLINE || text.charCodeAt(at) === 32)) at++
  return at
}
