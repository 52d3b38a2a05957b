import { codeAt, WORD } from './characters.ts'
import { LONGEST_TOKEN } from './data-stretch.ts'

/** Where a run of characters that names and tokens are made of begins, seen from its end. */
export const startOfRun = (text: string, end: number): number => {
  let start = end
  while (end - start < LONGEST_TOKEN && WORD[codeAt(text, start - 1)] === 1) start--
  return start
}

/** Where such a run ends, seen from its beginning. */
export const endOfRun = (text: string, start: number): number => {
  let end = start
  while (end - start < LONGEST_TOKEN && WORD[codeAt(text, end)] === 1) end++
  return end
}
