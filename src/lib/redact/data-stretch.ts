import { BASE64, WORD, codeAt } from './characters.ts'

/** A longer unbroken stretch is data: an image, compiled code, a certificate. */
export const LONGEST_TOKEN = 180

/** Characters of base64 and its URL forms. */
export const BASE64_OR_WORD = BASE64.map((mark, code) => mark | WORD[code]!)
// A percent sign encodes the signs of base64 in a URL.
BASE64_OR_WORD[37] = 1

/**
 * The end of an unbroken stretch that is longer than any token, or 0. Whatever begins inside it is too long to be a
 * token. A value after `=` starts a new stretch.
 */
export const endOfData = (units: Uint16Array, from: number, length: number): number => {
  let end = from
  while (end < length && BASE64_OR_WORD[units[end]!] === 1 && !isAssigned(units, end)) end++
  return end - from > LONGEST_TOKEN ? end - LONGEST_TOKEN : 0
}

const EQUALS = 61

const isAssigned = (units: Uint16Array, at: number): boolean => units[at - 1] === EQUALS && units[at] !== EQUALS

const BLOCK_LINE = 40

/** Whether a line belongs to a block of encoded data: its lines are equally long. */
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

/** Where the next line begins; -1 if no line ends here. JSON spells line breaks as `\n`. */
const nextLine = (text: string, end: number): number => {
  if (codeAt(text, end) === 10) return end + 1
  return text.startsWith('\\n', end) ? end + 2 : -1
}

const isBase64 = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) if (BASE64_OR_WORD[codeAt(text, at)] !== 1) return false
  return true
}
