import { codeAt, isQuote } from '../characters.ts'
import type { Sign } from './sign-search.ts'
import type { Span } from '../span.ts'
import { isStandIn, looksChosen } from '../values.ts'

/**
 * A phrase that contains a secret, found by its first word. The groups of the pattern mark where the secret may stand.
 */
export interface Phrase {
  word: string
  pattern: RegExp
  /** A pattern for the text right before the word. */
  before?: RegExp
  /** `any`: every value there is a secret; otherwise it must look like a password. */
  holds?: 'any'
  kind?: string
  /** Whether the word is frequent in texts without a secret. */
  isCommon?: boolean
}

/** A value in quotes of either kind, or up to the next blank. Its characters are judged later. */
export const VALUE = `(?:"([^"\\n]{3,128})"|'([^'\\n]{3,128})'|([^\\s"'|;&<>\`\\\\]{3,128}))`

export const phrase = (word: string, pattern: string, options: Omit<Phrase, 'word' | 'pattern'> = {}): Phrase => ({
  word,
  pattern: new RegExp(pattern, 'iyd'),
  ...options,
})

/** How far back the text before a word is looked at. */
const LONGEST_BEFORE = 240

/** Turns a phrase into a sign for the search of words. */
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

/** Removes the end of a sentence or of an argument, which does not belong to a value. */
const withoutStop = (value: string): string => value.replace(/[.,)\]]+$/, '')
