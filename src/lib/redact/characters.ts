/** Builds a table over UTF-16 units: one lookup instead of a chain of comparisons in the hot loops. */
export const tableOf = (characters: RegExp): Uint8Array => {
  const table = new Uint8Array(65_536)
  for (let code = 0; code < 128; code++) if (characters.test(String.fromCharCode(code))) table[code] = 1
  return table
}

/** Characters of unbroken tokens. */
export const WORD = tableOf(/[A-Za-z0-9_-]/)
/** Characters in names of settings, options and headers. */
export const NAME = tableOf(/[A-Za-z0-9_.-]/)
/** Characters that may stand between a name and the separator after it. */
export const LEADS_TO_NAME = tableOf(/[ \t?\]"'`\\*]/)
/** Characters of keys: base64 in both alphabets, percent-encoding, dotted parts. */
export const TOKEN = tableOf(/[A-Za-z0-9_.~+/=%-]/)
export const BASE64 = tableOf(/[A-Za-z0-9+/=]/)

export const BACKSLASH = 92
export const NEWLINE = 10

export const isSpace = (code: number): boolean => code === 32 || code === 9
export const isQuote = (code: number): boolean => code === 34 || code === 39 || code === 96
/** True for 0 (past the end), line breaks and blanks. */
export const isBlankOrEnd = (code: number): boolean => code <= 32

/** The unit at an offset; 0 outside the text. Reading past the end of a string makes the engine leave its fast code. */
export const codeAt = (text: string, at: number): number => (at >= 0 && at < text.length ? text.charCodeAt(at) : 0)
