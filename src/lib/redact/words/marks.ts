import { ANCHORS } from './anchored-words.ts'

/** Kinds of characters at which rules begin. */
export const DASHES = 1
export const EQUALS_SIGNS = 2
export const COLONS = 3
/** Characters that begin an escape or a tag: a backslash, `&`, `%`, `<`. */
export const ESCAPES = 4
/** Letters outside of English by which words are found. */
export const LETTERS = 5
const KINDS = 6

/** The places of the characters of each kind, in order. Valid until the next text is marked. */
export interface Marks {
  /** The places of all kinds, one kind after the other: kind `k` has those from `begins[k]` up to `ends[k]`. */
  places: Int32Array
  begins: Int32Array
  ends: Int32Array
}

/**
 * Finds all marks in one pass. A separate search for each rule costs twice as much, because most texts are short and
 * starting a search takes the time.
 */
export const marksOf = (units: Uint16Array, length: number): Marks => {
  const { places, begins, ends } = length <= LARGEST_KEPT ? kept : emptyMarks(length)
  ends.set(begins)
  for (let at = 0; at < length; at++) {
    const kind = KIND[units[at]!]!
    if (kind === 0) continue
    places[ends[kind]!] = at
    ends[kind]!++
  }
  return { places, begins, ends }
}

/** The number of the first mark at or after an offset, searched from an earlier mark. */
export const markFrom = (places: Int32Array, nth: number, end: number, offset: number): number => {
  let next = nth
  while (next < end && places[next]! < offset) next++
  return next
}

const emptyMarks = (length: number): Marks => ({
  places: new Int32Array(length * KINDS),
  begins: Int32Array.from({ length: KINDS }, (_, kind) => kind * length),
  ends: new Int32Array(KINDS),
})

/** Excerpts, by far the most frequent texts, are shorter than this. */
const LARGEST_KEPT = 8_192
const kept = emptyMarks(LARGEST_KEPT)

const KIND = new Uint8Array(ANCHORS.length)
for (let code = 0; code < ANCHORS.length; code++) if (ANCHORS[code] !== 0) KIND[code] = LETTERS
for (const [signs, kind] of [
  ['-', DASHES],
  ['=', EQUALS_SIGNS],
  [':', COLONS],
  ['\\&%<', ESCAPES],
] as const) {
  for (const sign of signs) KIND[sign.charCodeAt(0)] = kind
}
