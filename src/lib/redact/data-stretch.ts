import { BASE64, WORD, codeAt } from './characters.ts'

/** Longer unbroken stretches are data: images, compiled code, certificates. */
export const LONGEST_TOKEN = 180

/** What base64 and its forms in URLs are made of. */
export const BASE64_OR_WORD = BASE64.map((mark, code) => mark | WORD[code]!)
// Percent signs stand for the signs of base64 in a URL.
BASE64_OR_WORD[37] = 1

/**
 * Up to where an unbroken stretch goes on for longer than any token, or 0: whatever begins before is part of something
 * that is too long to be one. A value behind `=` is another stretch.
 */
export const endOfData = (units: Uint16Array, from: number, length: number): number => {
  let end = from
  while (end < length && BASE64_OR_WORD[units[end]!] === 1 && !isAssigned(units, end)) end++
  return end - from > LONGEST_TOKEN ? end - LONGEST_TOKEN : 0
}

const EQUALS = 61

const isAssigned = (units: Uint16Array, at: number): boolean => units[at - 1] === EQUALS && units[at] !== EQUALS

const BLOCK_LINE = 40

/** Lines of encoded data are equally long, one under the other. */
export const isLineOfBlock = (text: string, start: number, end: number): boolean => {
  if (end - start < BLOCK_LINE) return false
  const next = nextLine(text, end)
  const before = codeAt(text, start - 1) === 10 ? start - 1 : text.startsWith('\\n', start - 2) ? start - 2 : -1
  return (
    (next > 0 && isBase64(text, next, next + BLOCK_LINE)) || (before > 0 && isBase64(text, before - BLOCK_LINE, before))
  )
}

/** The end of the last line of the block that continues the line that ends here. */
export const endOfBlock = (text: string, lineEnd: number): number => {
  let end = lineEnd
  for (
    let next = nextLine(text, end);
    next > 0 && isBase64(text, next, next + BLOCK_LINE);
    next = nextLine(text, end)
  ) {
    end = next + BLOCK_LINE
    while (BASE64_OR_WORD[codeAt(text, end)] === 1) end++
  }
  return end
}

/** Where the line after this place begins, or -1 where none ends here; in JSON line breaks are spelt. */
const nextLine = (text: string, end: number): number => {
  if (codeAt(text, end) === 10) return end + 1
  return text.startsWith('\\n', end) ? end + 2 : -1
}

const isBase64 = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) if (BASE64_OR_WORD[codeAt(text, at)] !== 1) return false
  return true
}
