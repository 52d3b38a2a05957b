import { AppError } from '../lib/error.ts'

/** What a terminal sends for keys, by the names people write: `Enter`, `Up`, `C-c`, `M-x`, `F5`. Other words are typed as they are. */
export const keysText = (keys: readonly string[]): string => keys.map(keyText).join('')

/** A text pasted into a terminal: programs that know of pasting do not take its lines for commands typed one by one. */
export const pasteText = (text: string): string =>
  // The mark that ends it must not come from the text itself.
  `\u001B[200~${text.replaceAll('\u001B[201~', '')}\u001B[201~`

const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  return: '\r',
  tab: '\t',
  btab: '\u001B[Z',
  space: ' ',
  escape: '\u001B',
  esc: '\u001B',
  backspace: '\u007F',
  bspace: '\u007F',
  delete: '\u001B[3~',
  insert: '\u001B[2~',
  up: '\u001B[A',
  down: '\u001B[B',
  right: '\u001B[C',
  left: '\u001B[D',
  home: '\u001B[H',
  end: '\u001B[F',
  pageup: '\u001B[5~',
  pagedown: '\u001B[6~',
  f1: '\u001BOP',
  f2: '\u001BOQ',
  f3: '\u001BOR',
  f4: '\u001BOS',
  f5: '\u001B[15~',
  f6: '\u001B[17~',
  f7: '\u001B[18~',
  f8: '\u001B[19~',
  f9: '\u001B[20~',
  f10: '\u001B[21~',
  f11: '\u001B[23~',
  f12: '\u001B[24~',
}

const keyText = (key: string): string => {
  const name = key.toLowerCase()
  if (Object.hasOwn(KEYS, name)) return KEYS[name] ?? ''
  const [, modifier, rest] = /^(c|ctrl|m|alt)-(.+)$/is.exec(key) ?? []
  if (modifier === undefined || rest === undefined) return key
  if (/^(?:m|alt)$/i.test(modifier)) return `\u001B${keyText(rest)}`
  return controlText(key, rest)
}

const controlText = (key: string, letter: string): string => {
  if (letter.toLowerCase() === 'space') return '\0'
  const code = letter.toUpperCase().charCodeAt(0)
  // From @ over the letters to _: what Ctrl makes of them is 64 below.
  if (letter.length === 1 && code >= 64 && code <= 95) return String.fromCharCode(code - 64)
  throw new AppError('usage', `there is no key ${key}`, { hint: 'as in C-c, C-d, M-x, Enter, Up, F5' })
}
