import type { Span } from '../span.ts'
import { pairsOf } from '../units.ts'

/** A word that announces a secret, and the function that looks for the secret beside it. */
export interface Sign {
  /** Small letters, digits and signs, at least four characters. `key?` stands for `key` and any next character. */
  word: string
  /** Called with the start and end of the word. Returns where to continue if it found something. */
  examine(text: string, start: number, end: number, spans: Span[]): number
  /** Whether the word is frequent in texts without a secret, so that meeting it says nothing. */
  isCommon?: boolean
}

/**
 * Searches for any number of words in one pass over every second character. Three letters in a row, folded to five
 * bits each, tell which words may stand there. Every word is found by one of two such triples, one at an even and one
 * at an odd place.
 */
export const createSignSearch = (signs: readonly Sign[]): SignSearch => {
  // One bit for each triple, so that the table stays in the processor's fastest cache. Of the triples that match, six
  // in seven fail at their fourth letter.
  const triples = new Int32Array(1_024)
  const fours = new Int32Array(32_768)
  const lists: Candidate[][] = []
  for (const sign of signs) {
    for (const offset of offsetsOf(sign.word)) {
      for (const triple of triplesAt(sign.word, offset)) {
        triples[triple >> 5]! |= 1 << (triple & 31)
        fours[triple]! |= fourthAt(sign.word, offset)
        const list = (lists[triple] ??= [])
        list.push(candidateOf(sign, offset))
      }
    }
  }
  return (text, units, spans) => {
    const pairs = pairsOf(units)
    const limit = (text.length - 1) >> 1
    let met = 0
    for (let index = nextHit(pairs, triples, fours, 0, limit); index < limit; ) {
      const at = index * 2
      const found = spans.length
      let goOn = 0
      const list = lists[tripleAt(units, at)]!
      for (let nth = 0; nth < list.length; nth++) {
        const { codes, offset, examine, isCommon } = list[nth]!
        const start = at - offset
        if (start < 0 || !standsAt(units, start, codes, text.length)) continue
        if (!isCommon) met++
        goOn = Math.max(goOn, examine(text, start, start + codes.length, spans))
      }
      const jump = spans.length > found ? (goOn - 1) >> 1 : 0
      index = nextHit(pairs, triples, fours, Math.max(index + 1, jump), limit)
    }
    return met
  }
}

/**
 * The next pair of characters from which four letters may belong to a word. Kept small, because it reads everything.
 */
const nextHit = (pairs: Int32Array, triples: Int32Array, fours: Int32Array, from: number, limit: number): number => {
  let pair = pairs[from]!
  for (let index = from; index < limit; index++) {
    const next = pairs[index + 1]!
    const letters = ((pair & 31) << 5) | ((pair >>> 16) & 31)
    const third = next & 31
    if (
      ((triples[letters]! >>> third) & 1) === 1 &&
      ((fours[(letters << 5) | third]! >>> ((next >>> 16) & 31)) & 1) === 1
    )
      return index
    pair = next
  }
  return limit
}

const tripleAt = (units: Uint16Array, at: number): number =>
  ((units[at]! & 31) << 10) | ((units[at + 1]! & 31) << 5) | (units[at + 2]! & 31)

/** Returns how many words that are not common it met. */
export type SignSearch = (text: string, units: Uint16Array, spans: Span[]) => number

interface Candidate {
  codes: Uint16Array
  offset: number
  examine: Sign['examine']
  isCommon: boolean
}

const ANY = '?'

const candidateOf = ({ word, examine, isCommon = false }: Sign, offset: number): Candidate => {
  const letters = word.endsWith(ANY) ? word.slice(0, -1) : word
  return { codes: Uint16Array.from(letters, (letter) => letter.charCodeAt(0)), offset, examine, isCommon }
}

const standsAt = (units: Uint16Array, start: number, codes: Uint16Array, length: number): boolean => {
  if (start + codes.length > length) return false
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index]!
    const unit = units[start + index]!
    if (unit !== code && (code < 97 || code > 122 || unit !== code - 32)) return false
  }
  return true
}

/** Letters by rough frequency. Words are searched for by their rarest letters. */
const FREQUENCY = 'etaoinsrhldcumfpgwybvkxjqz'
/** Letters that often stand together in programs and prose, the most frequent first. */
const COMMON =
  'ing con ion the com ode est ":" ent ret tio ate ons cod ers etu ont ser use and ith str put wor res ork ter gin rin ver git lin ' +
  'tri ken omp ire ect log try rep ool oke /ke tok nti ner din -ma new ort wit pri one ask ack imi lim d": end nfi ain eco sec ' +
  'den cti per onf rat ind ati por arg ass tor pla fig par def ied set hpa ase bas ngs add hen dep han cha sor mat nge rec ine exp ' +
  'tra era ult ges cat tas has arn lse nne ste get plu key ogi mon alu onn own riv bac ure etr lum cle sse als ang cur pos ach mpo ' +
  'fal ord car emo ose tru rgo pon red nor imp ali equ ove eno sen req kin see cla ini nse exe fin ope ntr los clo roo sco aul ost'
const COMMON_TRIPLES = new Map(COMMON.split(' ').map((triple, at) => [triple, at]))
const NO_LETTERS = -30

const rarityOf = (word: string, offset: number): number => {
  const triple = word.slice(offset, offset + 3)
  const rank = COMMON_TRIPLES.get(triple)
  if (rank !== undefined) return rank / 10 - 40
  let rarity = 0
  for (const letter of triple) {
    const place = FREQUENCY.indexOf(letter)
    // Signs fold to letters, and blanks are everywhere.
    rarity += letter === ' ' ? -12 : letter === ANY ? NO_LETTERS : place < 0 ? 12 : place
  }
  return rarity
}

const offsetsOf = (word: string): number[] =>
  [0, 1].map((parity) => {
    const offsets = []
    for (let offset = parity; offset + 3 <= word.length; offset += 2) offsets.push(offset)
    return offsets.reduce((best, offset) => (rarityOf(word, offset) > rarityOf(word, best) ? offset : best))
  })

const fold = (letter: string): number => letter.charCodeAt(0) & 31

const triplesAt = (word: string, offset: number): number[] => {
  const pair = (fold(word.charAt(offset)) << 10) | (fold(word.charAt(offset + 1)) << 5)
  const third = word.charAt(offset + 2)
  return third === ANY ? Array.from({ length: 32 }, (_, last) => pair | last) : [pair | fold(third)]
}

/** The letters that may follow a triple of a word, one bit each; all letters if the word ends there. */
const fourthAt = (word: string, offset: number): number => {
  const fourth = word.charAt(offset + 3)
  return fourth === '' || fourth === ANY || word.charAt(offset + 2) === ANY ? -1 : 1 << fold(fourth)
}
