import { codeAt, isQuote } from '../characters.ts'
import type { Sign } from './sign-search.ts'
import type { Span } from '../span.ts'
import { isStandIn, looksChosen } from '../values.ts'

/** A way of saying a secret, by the word it begins with. The groups of the pattern are where the secret may stand. */
export interface Phrase {
  word: string
  pattern: RegExp
  /** What the text right before the word must be like. */
  before?: RegExp
  /** `any`: whatever stands there is the secret; otherwise it must look like a password. */
  holds?: 'any'
  kind?: string
  /** The word stands in many texts that hold no secret. */
  isCommon?: boolean
}

/** A value in quotes of either kind, or up to the next blank; what it is made of is judged later. */
export const VALUE = `(?:"([^"\\n]{3,128})"|'([^'\\n]{3,128})'|([^\\s"'|;&<>\`\\\\]{3,128}))`

export const phrase = (word: string, pattern: string, options: Omit<Phrase, 'word' | 'pattern'> = {}): Phrase => ({
  word,
  pattern: new RegExp(pattern, 'iyd'),
  ...options,
})

/** How far back the text before a word is looked at. */
const LONGEST_BEFORE = 240

/** Turns a way of saying a secret into what the search for words calls. */
export const signOf = ({ word, pattern, before, holds, kind = 'password', isCommon = false }: Phrase): Sign => ({
  word,
  isCommon,
  examine: (text: string, start: number, end: number, spans: Span[]): number => {
    pattern.lastIndex = start
    const match = pattern.exec(text)
    if (match === null) return end
    if (before !== undefined && !before.test(text.slice(Math.max(0, start - LONGEST_BEFORE), start))) return end
    for (let group = 1; group < match.length; group++) {
      const place = match.indices?.[group]
      if (place === undefined) continue
      const isBare = !isQuote(codeAt(text, place[0] - 1))
      const value = isBare ? withoutStop(match[group]!) : match[group]!
      if (isStandIn(value) || (holds !== 'any' && !looksChosen(value, 5))) return end
      spans.push({ start: place[0], end: place[0] + value.length, kind })
      return place[0] + value.length
    }
    return end
  },
})

/** The end of a sentence or of an argument is no part of a value. */
const withoutStop = (value: string): string => value.replace(/[.,)\]]+$/, '')
