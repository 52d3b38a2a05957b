import { codeAt, WORD } from './characters.ts'
import { LONGEST_TOKEN } from './data-stretch.ts'

/** The beginning of the run of name and token characters that ends at an offset. */
export const startOfRun = (text: string, end: number): number => {
  let start = end
  while (end - start < LONGEST_TOKEN && WORD[codeAt(text, start - 1)] === 1) start--
  return start
}

/** The end of the run that begins at an offset. */
export const endOfRun = (text: string, start: number): number => {
  let end = start
  while (end - start < LONGEST_TOKEN && WORD[codeAt(text, end)] === 1) end++
  return end
}
