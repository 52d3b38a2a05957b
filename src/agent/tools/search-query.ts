import type { Words } from '../../store/facts/like-words.ts'

/**
 * What a model asks for, as words: those of one side of `OR` must all be there, "quoted ones" as they stand. Substrings count, so a
 * star at the end of a word is left out. Empty where nothing is left to look for.
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

/** Any of the words instead of all. */
export const loosened = (words: Words): Words => {
  const single = [...new Set(words.flat())].slice(0, MAX_ALTERNATIVES).map((word) => [word])
  return words.every((all) => all.length === 1) ? [] : single
}

/** Whether a text holds what is looked for, and where the first of it stands. Undefined where it does not. */
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
