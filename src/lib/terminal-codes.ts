/**
 * Takes terminal control sequences (colours, cursor moves, window titles) out of a text, as results from Windows are full
 * of them. One pass: a text of escapes that never end costs no more than any other.
 */
export const withoutTerminalCodes = (text: string): string => {
  let from = text.indexOf(ESCAPE)
  if (from < 0) return text
  const parts = [text.slice(0, from)]
  while (from >= 0) {
    const end = endOfSequence(text, from)
    from = text.indexOf(ESCAPE, end)
    parts.push(from < 0 ? text.slice(end) : text.slice(end, from))
  }
  return parts.join('')
}

const ESCAPE = '\u001b'
const BELL = 7
/** Titles and links are short; without a limit each unended one would be searched to the end of the text. */
const STRING_CHARS = 2048

const endOfSequence = (text: string, start: number): number => {
  const kind = text[start + 1]
  if (kind === '[') return endOfControl(text, start + 2)
  if (kind === ']' || kind === 'P' || kind === '_' || kind === '^') return endOfString(text, start + 2)
  // Character sets take one more character.
  if (kind === '(' || kind === ')') return Math.min(text.length, start + 3)
  // Two-character sequences; a lone escape goes by itself.
  return kind !== undefined && kind >= '(' && kind <= '~' ? start + 2 : start + 1
}

// Parameters, then one letter.
const endOfControl = (text: string, start: number): number => {
  let at = start
  const limit = Math.min(text.length, start + STRING_CHARS)
  while (at < limit) {
    const code = text.charCodeAt(at)
    if (code >= 0x40 && code <= 0x7e) return at + 1
    if (code < 0x20 || code > 0x7e) return at
    at += 1
  }
  return at
}

// Up to a bell or an escape with a backslash.
const endOfString = (text: string, start: number): number => {
  const limit = Math.min(text.length, start + STRING_CHARS)
  for (let at = start; at < limit; at += 1) {
    if (text.charCodeAt(at) === BELL) return at + 1
    if (text[at] === ESCAPE) return text[at + 1] === '\\' ? at + 2 : at
  }
  return start
}
