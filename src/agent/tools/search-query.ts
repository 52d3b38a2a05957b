import type { Words } from '../../store/facts/like-words.ts'

/**
 * Parses a model's query into words: all words on one side of `OR` must occur, "quoted ones" verbatim. Substrings
 * match, so a star at the end of a word is dropped. Empty if there is nothing left to search for.
 */
export const parseQuery = (query: string): Words =>
  query
    .slice(0, MAX_QUERY_CHARS)
    .replaceAll('\0', ' ')
    .toWellFormed()
    .split(/\s+OR\s+/)
    .slice(0, MAX_ALTERNATIVES)
    .map(wordsOf)
    .filter((words) => words.length > 0)

/** Requires any of the words instead of all. */
export const loosened = (words: Words): Words => {
  const single = [...new Set(words.flat())].slice(0, MAX_ALTERNATIVES).map((word) => [word])
  return words.every((all) => all.length === 1) ? [] : single
}

/** Where the first of the words stands in a text; undefined if the text does not match. */
export const findWords = (text: string, words: Words): number | undefined => {
  const lower = text.toLowerCase()
  for (const all of words) {
    const places = all.map((word) => lower.indexOf(word.toLowerCase()))
    if (places.every((at) => at >= 0)) return Math.min(...places)
  }
  return undefined
}

const MAX_QUERY_CHARS = 500
const MAX_ALTERNATIVES = 8
const MAX_WORDS = 8

const wordsOf = (text: string): string[] =>
  [...text.matchAll(/"([^"]+)"|([^\s"]+)/g)]
    .map(([, quoted, bare = '']) => quoted ?? (bare === 'AND' ? '' : bare.replace(/\*+$/, '')))
    .filter((word) => word.trim() !== '')
    .slice(0, MAX_WORDS)
