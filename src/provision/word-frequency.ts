import { EVERYDAY, telling } from './relevance-words.ts'

/** How often people in general say a term, as a share of the words that carry meaning. Never 0. */
export type WordFrequency = (term: string) => number

/**
 * Words of requests and of everyday life have a share each. Of the others a tokenizer knows more: its vocabulary was made by joining
 * what stands together most often, so the number of a token is about the rank of its word, and words that are not in it are rare.
 * Costs a fifth of a second to load.
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
/** Share and rank of a word are about inverse to each other (Zipf). */
const SHARE_TIMES_RANK = 2
/** A word of two tokens is about as rare as the last one of the vocabulary. */
const RANK_PER_TOKEN = 100_000

/** What a term may have been before its ending was taken off, and as a name. */
const formsOf = (term: string): string[] => {
  const forms = ENDINGS.map((ending) => `${term}${ending}`)
  return [...forms, ...forms.map((form) => `${form.slice(0, 1).toUpperCase()}${form.slice(1)}`)]
}

const ENDINGS = ['', 'e', 's', 'ing', 'ed']
