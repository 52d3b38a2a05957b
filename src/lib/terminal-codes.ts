/**
 * Removes terminal control sequences (colours, cursor moves, window titles) from a text; results from Windows are full
 * of them. It takes one pass, so a text of endless escapes costs no more than any other.
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
/** Titles and links are short. Without a limit, each unended one would be searched to the end of the text. */
const STRING_CHARS = 2048

const endOfSequence = (text: string, start: number): number => {
  const kind = text[start + 1]
  if (kind === '[') return endOfControl(text, start + 2)
  if (kind === ']' || kind === 'P' || kind === '_' || kind === '^') return endOfString(text, start + 2)
  // Character sets take one more character.
  if (kind === '(' || kind === ')') return Math.min(text.length, start + 3)
  // A sequence of two characters, or a lone escape.
  return kind !== undefined && kind >= '(' && kind <= '~' ? start + 2 : start + 1
}

// A control sequence ends after its parameters and one letter.
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

// A string ends at a bell, or at an escape with a backslash.
const endOfString = (text: string, start: number): number => {
  const limit = Math.min(text.length, start + STRING_CHARS)
  for (let at = start; at < limit; at += 1) {
    if (text.charCodeAt(at) === BELL) return at + 1
    if (text[at] === ESCAPE) return text[at + 1] === '\\' ? at + 2 : at
  }
  return start
}
