/** Tables over UTF-16 units: one lookup instead of a chain of comparisons in the hot loops. */
export const tableOf = (characters: RegExp): Uint8Array => {
  const table = new Uint8Array(65_536)
  for (let code = 0; code < 128; code++) if (characters.test(String.fromCharCode(code))) table[code] = 1
  return table
}

/** What unbroken tokens are made of. */
export const WORD = tableOf(/[A-Za-z0-9_-]/)
/** What names of settings, options and headers are made of. */
export const NAME = tableOf(/[A-Za-z0-9_.-]/)
/** What may stand between a name and the separator after it. */
export const LEADS_TO_NAME = tableOf(/[ \t?\]"'`\\*]/)
/** What keys look like on their own: base64 in both alphabets, percent-encoding, dotted parts. */
export const TOKEN = tableOf(/[A-Za-z0-9_.~+/=%-]/)
export const BASE64 = tableOf(/[A-Za-z0-9+/=]/)

export const BACKSLASH = 92
export const NEWLINE = 10

export const isSpace = (code: number): boolean => code === 32 || code === 9
export const isQuote = (code: number): boolean => code === 34 || code === 39 || code === 96
/** 0 (past the end), line breaks, blanks. */
export const isBlankOrEnd = (code: number): boolean => code <= 32

/** The unit at an offset; 0 outside the text. Asking a string for more than it has makes the engine give up fast code. */
export const codeAt = (text: string, at: number): number => (at >= 0 && at < text.length ? text.charCodeAt(at) : 0)
