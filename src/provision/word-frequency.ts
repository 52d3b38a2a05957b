import { EVERYDAY, telling } from './relevance-words.ts'

/** How often people in general say a term, as a share of all meaningful words. Never 0. */
export type WordFrequency = (term: string) => number

/**
 * Loads the shares of words, which takes a fifth of a second. Words of requests and of everyday life have fixed
 * shares. For other words the tokenizer's vocabulary helps: it was built by joining the most frequent pairs, so a
 * token's number is about the rank of its word, and words outside of it are rare.
 */
export const loadWordFrequency = async (): Promise<WordFrequency> => {
  const { encode } = await import('gpt-tokenizer/encoding/o200k_base')
  const rankOf = (word: string): number => {
    const [token = 0, ...more] = encode(` ${word}`, { disallowedSpecial: new Set() })
    return more.length === 0 ? token : RANK_PER_TOKEN * (more.length + 1)
  }
  return (term) => {
    const weight = telling(term)
    if (weight < EVERYDAY) return SHARE_OF_REQUEST_WORD
    if (weight < 1) return SHARE_OF_EVERYDAY_WORD
    const rank = Math.min(...formsOf(term).map(rankOf))
    return Math.min(SHARE_OF_EVERYDAY_WORD, SHARE_TIMES_RANK / rank)
  }
}

const SHARE_OF_REQUEST_WORD = 1e-3
const SHARE_OF_EVERYDAY_WORD = 2e-4
/** A word's share and its rank are about inverse to each other (Zipf). */
const SHARE_TIMES_RANK = 2
/** A word of two tokens is about as rare as the last word of the vocabulary. */
const RANK_PER_TOKEN = 100_000

/** Spellings that a term may have had before its ending was removed, also as a name. */
const formsOf = (term: string): string[] => {
  const forms = ENDINGS.map((ending) => `${term}${ending}`)
  return [...forms, ...forms.map((form) => `${form.slice(0, 1).toUpperCase()}${form.slice(1)}`)]
}

const ENDINGS = ['', 'e', 's', 'ing', 'ed']
