import { TOKEN } from './redact/characters.ts'
import { findSecrets } from './redact/find.ts'
import { endOfOpenKey } from './redact/private-keys.ts'
import type { Span } from './redact/span.ts'
import { replaceSpans } from './redact/span.ts'

/**
 * How far beyond a cut secrets are searched for: the name of a value, or its end, is at most this far away. A word
 * that the cut would split is followed to its end in addition.
 */
const MARGIN = 256
/** A longer unbroken word is data. Following it would make the cost depend on the text's length. */
const LONGEST_WORD = 8_192

/**
 * First and last part of a text (at most `limit` characters each), redacted before the cut so that no secret is split.
 * The cost depends on the limit, not on the text. The result is well-formed and without NUL, so that every store
 * accepts it.
 */
export const excerpt = (
  text: string,
  limit = 2_048,
  find: Find = findSecrets,
): { head: string; tail: string; chars: number } => {
  const chars = text.length
  if (chars <= limit) return { head: cutEnd(clean(replaceSpans(text, find(text))), limit), tail: '', chars }
  const headEnd = beforeSurrogate(text, limit)
  const tailStart = Math.max(headEnd, afterSurrogate(text, chars - limit))
  const near = chars <= 2 * (limit + MARGIN)
  const spans = near ? find(text) : undefined
  const head = spans === undefined ? startOf(text, headEnd, find) : replaceSpans(text, spans, 0, headEnd)
  const tail = spans === undefined ? endOf(text, tailStart, find) : restOf(text, spans, headEnd, tailStart)
  return { head: cutEnd(clean(head), limit), tail: cutStart(clean(tail), limit), chars }
}

/**
 * The beginning of a text in at most `limit` characters, redacted. `…` marks a cut. `singleLine` joins the lines. `isClean`: the text
 * was searched already and holds no secret.
 */
export const clip = (
  text: string,
  limit: number,
  options: { singleLine?: boolean; isClean?: boolean } = {},
): string => {
  if (limit <= 0) return ''
  const singleLine = options.singleLine === true
  // Indentation and line breaks shrink to one blank each, so more of the text fits.
  const end = beforeSurrogate(text, Math.min(text.length, singleLine ? limit * 2 : limit))
  let head = clean(options.isClean === true ? text.slice(0, end) : startOf(text, end))
  if (singleLine) head = head.replace(/\s+/g, ' ').trim()
  return end === text.length && head.length <= limit ? head : `${cutEnd(head, limit - 1)}…`
}

/**
 * Whether the first or the last part of a text (as asked) holds a secret. If not, an excerpt of these parts leaves
 * them unchanged.
 */
export const edgesHoldSecret = (text: string, edge: number, asked: { start: boolean; end: boolean }): boolean => {
  if (text.length <= 2 * (edge + MARGIN)) return findSecrets(text).length > 0
  if (asked.start && startOf(text, edge) !== text.slice(0, edge)) return true
  const end = text.length - edge
  return asked.end && endOf(text, end) !== text.slice(end)
}

/** The text with the secrets in its first and last part replaced. The middle of a longer text is not searched. */
export const redactEdges = (text: string, edge: number): string => {
  if (text.length <= 2 * (edge + MARGIN)) return replaceSpans(text, findSecrets(text))
  const middle = text.length - edge
  return startOf(text, edge) + text.slice(edge, middle) + endOf(text, middle)
}

type Find = (text: string) => Span[]

const startOf = (text: string, end: number, find: Find = findSecrets): string => {
  const window = text.slice(0, endOfWord(text, end) + MARGIN)
  return replaceSpans(window, find(window), 0, end)
}

const endOf = (text: string, start: number, find: Find = findSecrets): string => {
  const from = lineOfCookies(text, Math.max(0, startOfWord(text, start) - MARGIN))
  const keyEnd = endOfOpenKey(text, from)
  const window = text.slice(from)
  const spans = find(window)
  if (keyEnd === from) return replaceSpans(window, spans, start - from)
  const key: Span = { start: 0, end: keyEnd - from, kind: 'private-key' }
  return replaceSpans(window, [key, ...spans.filter((span) => span.start >= key.end)], start - from)
}

/**
 * The tail, when head and tail come from one search. A secret that the head already shows as a placeholder is not
 * repeated.
 */
const restOf = (text: string, spans: Span[], headEnd: number, tailStart: number): string => {
  const shown = spans.find((span) => span.start < headEnd && span.end > tailStart)
  return replaceSpans(text, spans, shown === undefined ? tailStart : shown.end)
}

const endOfWord = (text: string, from: number): number => {
  let at = from
  while (at - from < LONGEST_WORD && TOKEN[text.charCodeAt(at)] === 1) at++
  return at
}

const startOfWord = (text: string, from: number): number => {
  let at = from
  while (from - at < LONGEST_WORD && at > 0 && TOKEN[text.charCodeAt(at - 1)] === 1) at--
  return at
}

/** Only in a header with many cookies does the name stand far to the left of its secrets. */
const lineOfCookies = (text: string, from: number): number => {
  const start = startOfLine(text, from)
  return start < from && /cookie["'\\]{0,3}\s?[:=]/i.test(text.slice(start, from)) ? start : from
}

/** Most lines are shorter than this. */
const A_LINE = 256

/**
 * The start of the line before an offset, at most `LONGEST_WORD` away. Beyond the length of most lines it searches
 * from the left, because the engine finds a character many times faster forwards than backwards.
 */
const startOfLine = (text: string, from: number): number => {
  const near = Math.max(0, from - A_LINE)
  const nearest = text.slice(near, from).lastIndexOf('\n')
  if (nearest >= 0) return near + nearest + 1
  let start = Math.max(0, from - LONGEST_WORD)
  for (let at = text.indexOf('\n', start); at >= 0 && at < near; at = text.indexOf('\n', start)) start = at + 1
  return start
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff
const splitsPair = (text: string, at: number): boolean => isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))
const beforeSurrogate = (text: string, at: number): number => (splitsPair(text, at) ? at - 1 : at)
const afterSurrogate = (text: string, at: number): number => (splitsPair(text, at) ? at + 1 : at)

/** PostgreSQL accepts neither NUL nor half a surrogate pair. */
const clean = (text: string): string => {
  const whole = text.toWellFormed()
  return whole.includes('\u0000') ? whole.replaceAll('\u0000', '\u2400') : whole
}

/** No placeholder is longer. */
const LONGEST_PLACEHOLDER = 48

/** Cuts to the limit without splitting a placeholder. A placeholder can be longer than the secret it replaces. */
const cutEnd = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const open = text.lastIndexOf('<SECRET:', limit - 1)
  const isInside = open >= 0 && limit - open < LONGEST_PLACEHOLDER && text.indexOf('>', open) >= limit
  return text.slice(0, isInside ? open : beforeSurrogate(text, limit))
}

const cutStart = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const at = text.length - limit
  const open = text.lastIndexOf('<SECRET:', at)
  const close = open < 0 ? -1 : text.indexOf('>', open)
  const isInside = close >= at && close - open < LONGEST_PLACEHOLDER
  return text.slice(isInside && open < at ? close + 1 : afterSurrogate(text, at))
}
