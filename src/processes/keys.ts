import { AppError } from '../lib/error.ts'

/**
 * The bytes that a sequence of keys sends to a terminal. An unknown name is an error, so that a misspelt key types
 * nothing.
 */
export const encodeKeys = (names: readonly string[]): string =>
  names
    .map((name) => {
      const bytes = encodeKey(name)
      if (bytes !== undefined) return bytes
      const shown = name.slice(0, LONGEST_NAME_CHARS).toWellFormed()
      throw new AppError('usage', `no key is called ${shown}`, { hint: `there are ${KEY_NAMES}; write sends text` })
    })
    .join('')

const LONGEST_NAME_CHARS = 40

/** The bytes that a key sends to a terminal; undefined for an unknown name. A single character stands for itself. */
export const encodeKey = (name: string): string | undefined => {
  const parts = /^((?:(?:C|Ctrl|M|Alt|S|Shift)-){0,3})(.+)$/isu.exec(name)
  if (parts === null) return undefined
  const [, given = '', key = ''] = parts
  const modifiers = given.toUpperCase().replaceAll('CTRL-', 'C-').replaceAll('ALT-', 'M-').replaceAll('SHIFT-', 'S-')
  const named = NAMED.get(key.toLowerCase())
  if (named === undefined && [...key].length !== 1) return undefined
  const plain = modifiers.includes('S-') ? shifted(key, named) : (named ?? key)
  const controlled = modifiers.includes('C-') ? control(key, plain) : plain
  if (controlled === undefined) return undefined
  return modifiers.includes('M-') ? `\u001b${controlled}` : controlled
}

/** Lists the known names for an error message. */
export const KEY_NAMES =
  'Enter, Tab, Escape, Space, Backspace, Delete, Insert, Up, Down, Left, Right, Home, End, PageUp, PageDown, F1 to F12, single characters, and with C- (control), M- (alt), S- (shift) in front: C-c, C-d, M-x, S-Tab'

const NAMED = new Map<string, string>([
  ['enter', '\r'],
  ['return', '\r'],
  ['tab', '\t'],
  ['escape', '\u001b'],
  ['esc', '\u001b'],
  ['space', ' '],
  ['backspace', '\u007f'],
  ['bspace', '\u007f'],
  ['delete', '\u001b[3~'],
  ['insert', '\u001b[2~'],
  ['up', '\u001b[A'],
  ['down', '\u001b[B'],
  ['right', '\u001b[C'],
  ['left', '\u001b[D'],
  ['home', '\u001b[H'],
  ['end', '\u001b[F'],
  ['pageup', '\u001b[5~'],
  ['pagedown', '\u001b[6~'],
  ['btab', '\u001b[Z'],
  ...['OP', 'OQ', 'OR', 'OS', '[15~', '[17~', '[18~', '[19~', '[20~', '[21~', '[23~', '[24~'].map(
    (code, at): [string, string] => [`f${at + 1}`, `\u001b${code}`],
  ),
])

const shifted = (key: string, named: string | undefined): string => {
  if (named === '\t') return '\u001b[Z'
  return named ?? key.toUpperCase()
}

/**
 * With Ctrl, a letter or one of the six characters beside the letters loses its upper bits; an arrow key gets a
 * parameter.
 */
const control = (key: string, plain: string): string | undefined => {
  if (key === ' ' || plain === ' ') return '\u0000'
  if (key === '?') return '\u007f'
  const arrow = /^\u001b\[([A-DFH])$/.exec(plain)
  if (arrow !== null) return `\u001b[1;5${arrow[1]}`
  const code = plain.toUpperCase().charCodeAt(0)
  return plain.length === 1 && code >= 0x40 && code <= 0x5f ? String.fromCharCode(code - 0x40) : undefined
}

const PASTE_START = '\u001b[200~'
const PASTE_END = '\u001b[201~'

/**
 * Text as a terminal sends it when it is pasted. Escapes are removed from a bracketed paste, so that the text cannot
 * end the paste and type on.
 */
export const bytesOfPaste = (text: string, isBracketed: boolean): string => {
  const typed = text.replaceAll(/\r?\n/g, '\r')
  if (!isBracketed) return typed
  return PASTE_START + typed.replaceAll('\u001b', '') + PASTE_END
}

/** Whether the program last asked for bracketed pastes; other programs would take the brackets for text. */
export const wantsBrackets = (printed: string): boolean =>
  printed.lastIndexOf('\u001b[?2004h') > printed.lastIndexOf('\u001b[?2004l')
