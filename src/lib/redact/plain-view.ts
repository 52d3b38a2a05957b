import { BACKSLASH, isBlankOrEnd } from './characters.ts'
import { PERCENT, decoded, escapeAt } from './escapes.ts'
import { ESCAPES, type Marks } from './words/marks.ts'
import { createOffsetMap, type OffsetMap } from './offset-map.ts'
import { type SignFinder, createMarkFinder, createSignFinder } from './words/sign-finder.ts'
import { NOTHING, meaning, tagAt } from './tags.ts'

/** The encoded stretches of a text, decoded. */
export interface PlainView {
  text: string
  /** Where a unit of the view begins in the source text. */
  startOf(unit: number): number
  /** Where the source text of the units before an offset of the view ends. */
  endOf(offset: number): number
}

/**
 * Decodes the stretches of a text with JSON escapes, HTML entities, tags or percent-encoding, also nested ones, so
 * that no encoding hides a secret. Undefined if there are none. Linear in the length of the text. Without telling
 * words in the text (`told`), escapes that can hide none (`\\n`, `\\"`) are no reason to decode it.
 */
export const plainViewOf = (text: string, seen: Seen): PlainView | undefined => {
  if (!mayHoldEscape(seen)) return undefined
  const stretches = stretchesOf(text, seen)
  if (stretches.length === 0) return undefined
  const maps = [createOffsetMap()]
  const pieces: string[] = []
  const signs = createMarkFinder(seen.marks, text.length)
  let length = 0
  for (const stretch of stretches) {
    // Two stretches are not neighbours. An empty line separates them, because no finding crosses it.
    if (pieces.length > 0) length += pieces.push('\n\n') > 0 ? 2 : 0
    length = decodeStretch(text, stretch, { signs, pieces, length, map: maps[0]!, hasForms: true })
  }
  let view = pieces.join('')
  for (let level = 1; level < DEEPEST && holdsEscape(view); level++) {
    const map = createOffsetMap()
    const inner: string[] = []
    const target = { signs: createSignFinder(view), pieces: inner, length: 0, map, hasForms: false }
    decodeStretch(view, { start: 0, end: view.length }, target)
    view = inner.join('')
    maps.unshift(map)
  }
  return {
    text: view,
    startOf: (unit) => maps.reduce((at, map) => map.startOf(at), unit),
    endOf: (offset) => maps.reduce((at, map) => map.endOf(at), offset),
  }
}

/** What the first search found out about the text. */
interface Seen {
  units: Uint16Array
  marks: Marks
  /** Whether the first search met telling names or words. */
  told: boolean
}

/** Most texts hold no escape, or only backslashes before quotes and the letters of line breaks. */
const mayHoldEscape = ({ units, marks, told }: Seen): boolean => {
  const last = marks.ends[ESCAPES]!
  let nth = marks.begins[ESCAPES]!
  if (told) return nth < last
  while (nth < last && isPlainBackslash(units, marks.places[nth]!)) nth++
  return nth < last
}

const isPlainBackslash = (units: Uint16Array, at: number): boolean =>
  units[at] === BACKSLASH && units[at + 1] !== 117 && units[at + 1] !== 120

interface Stretch {
  start: number
  end: number
}

/** Sessions nest JSON no deeper than this. */
const DEEPEST = 4
/** Names and separators are at most this far from the escapes around them. */
const MARGIN = 96
/** In addition a value is followed to its end. A longer value is data. */
const LONGEST_WORD = 2_048

const stretchesOf = (text: string, { marks, told }: Seen): Stretch[] => {
  const stretches: Stretch[] = []
  const { length } = text
  const signs = createMarkFinder(marks, length)
  let last: Stretch | undefined
  for (let at = signs.next(0); at < length; ) {
    const escape = encodedAt(text, at, length)
    // Two characters: a backslash and what it escapes.
    if (escape > (told ? 0 : 2)) {
      const until = Math.min(length, at + escape + MARGIN)
      if (last !== undefined && at - MARGIN > last.end) last.end = endOfWord(text, last.end, length)
      if (last !== undefined && at - MARGIN <= last.end) last.end = Math.max(last.end, until)
      else {
        last = { start: startOfWord(text, Math.max(0, at - MARGIN), last?.end ?? 0), end: until }
        stretches.push(last)
      }
    }
    at = signs.next(at + Math.max(1, escape))
  }
  if (last !== undefined) last.end = endOfWord(text, last.end, length)
  return stretches
}

const holdsEscape = (text: string): boolean => {
  const signs = createSignFinder(text)
  for (let at = signs.next(0); at < text.length; at = signs.next(at + 1)) {
    if (encodedAt(text, at, text.length) > 0) return true
  }
  return false
}

const startOfWord = (text: string, from: number, lowest: number): number => {
  let at = from
  while (at > lowest && from - at < LONGEST_WORD && !isBlankOrEnd(text.charCodeAt(at - 1))) at--
  return at
}

const endOfWord = (text: string, from: number, length: number): number => {
  let at = from
  while (at < length && at - from < LONGEST_WORD && !isBlankOrEnd(text.charCodeAt(at))) at++
  return at
}

const LESS = 60

/** The length of the escape or tag at an offset, or 0; `decoded` then holds its meaning. */
const encodedAt = (text: string, at: number, end: number): number => {
  if (text.charCodeAt(at) !== LESS) return escapeAt(text, at, end)
  const length = tagAt(text, at, end)
  decoded.first = meaning.code
  decoded.second = 0
  return length
}

interface Target {
  signs: SignFinder
  pieces: string[]
  length: number
  map: OffsetMap
  /** Whether `+` may stand for a blank. It does only in the first decoding. */
  hasForms: boolean
}

/** Adds the decoded pieces of a stretch. Returns the total length of all pieces. */
const decodeStretch = (text: string, { start, end }: Stretch, target: Target): number => {
  const { signs, pieces, length, map, hasForms } = target
  let to = length
  let from = start
  let formEnd = start
  map.put(to, from)
  for (let at = signs.next(start); at < end; ) {
    const escape = encodedAt(text, at, end)
    if (escape === 0) {
      at = signs.next(at + 1)
      continue
    }
    // Forms write blanks as `+` and other characters with percent signs. A `+` can also stand before the first percent
    // sign.
    if (hasForms && at >= formEnd && text.charCodeAt(at) === PERCENT) formEnd = endOfWord(text, at, end)
    if (at > from) {
      const piece = text.slice(from, at)
      pieces.push(at <= formEnd && formEnd > start ? piece.replaceAll('+', ' ') : piece)
      to += at - from
    }
    if (decoded.first !== NOTHING) {
      map.putEscape(to, at)
      if (decoded.second > 0) map.putEscape(to + 1, at)
      pieces.push(decodedText())
      to += decoded.second > 0 ? 2 : 1
    }
    from = at + escape
    map.put(to, from)
    at = signs.next(from)
  }
  const rest = text.slice(from, end)
  pieces.push(from < formEnd ? rest.replaceAll('+', ' ') : rest)
  return to + end - from
}

const decodedText = (): string =>
  decoded.second > 0 ? String.fromCharCode(decoded.first, decoded.second) : String.fromCharCode(decoded.first)
