import type { ShellToken, ShellWord } from './token.ts'

/**
 * Reads lines of plain commands: words, quotes, escapes, `&&`, `||`, `|`, `;`, line breaks, and redirections to `&1`, `&2` and
 * /dev/null. Undefined for every other line. It knows nothing of the grammar, so it does not share the grammar's mistakes: the gate
 * lets a line pass only if both readers see the same commands.
 */
export const readStrictly = (text: string): ShellToken[] | undefined => {
  const cursor: Cursor = { text, at: 0, tokens: [] }
  while (cursor.at < text.length) {
    if (!skipBlank(cursor) && !readRedirect(cursor) && !readOperator(cursor) && !readWord(cursor)) return undefined
  }
  const last = cursor.tokens.at(-1)
  return last?.kind === 'operator' && last.text !== ';' ? undefined : cursor.tokens
}

interface Cursor {
  text: string
  at: number
  tokens: ShellToken[]
}

/** A backslash at the end of a line joins it to the next one; here it stands between words. */
const skipBlank = (cursor: Cursor): boolean => {
  const { text, at } = cursor
  if (isBlank(text[at])) cursor.at += 1
  else if (text[at] === '\\' && text[at + 1] === '\n') cursor.at += 2
  else return false
  return true
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t'

/** `&>` stands last in its command: to `sh` it is a `&` and a `>`, and words behind it are another command. */
const REDIRECT =
  /(?:([012]?)(?:>>?|>\||<)[ \t]{0,9}(\/dev\/null)|([12]?)>(&[12])|(&>>?)[ \t]{0,9}\/dev\/null(?=[ \t]{0,9}(?:[\n;|&]|$)))(?=[ \t\n;|&]|$)/y

const readRedirect = (cursor: Cursor): boolean => {
  const { text, at: start, tokens } = cursor
  REDIRECT.lastIndex = start
  const match = REDIRECT.exec(text)
  if (match === null) return false
  const [whole, number = '', file, copied = '', copy, both] = match
  const end = start + whole.length
  const input = whole.includes('<')
  const redirect = { kind: 'redirect', target: copy ?? file ?? '/dev/null', input, inline: false, start, end } as const
  const given = number + copied
  tokens.push({ ...redirect, descriptor: given === '' ? (input ? 0 : 1) : Number(given) })
  if (both !== undefined) tokens.push({ ...redirect, descriptor: 2 })
  cursor.at = end
  return true
}

const readOperator = (cursor: Cursor): boolean => {
  const { text, at: start, tokens } = cursor
  const last = tokens.at(-1)
  const stands = last !== undefined && last.kind !== 'operator'
  if (text[start] === '\n') {
    // A line break behind an operator, and an empty line, end no command.
    if (stands) tokens.push({ kind: 'operator', text: ';', start, end: start + 1 })
    cursor.at += 1
    return true
  }
  const sign = SIGNS.find((one) => text.startsWith(one, start))
  if (sign === undefined || !stands || /[;&|]/.test(text[start + sign.length] ?? '')) return false
  const end = start + sign.length
  tokens.push({ kind: 'operator', text: sign === '|&' ? '|' : sign, start, end })
  cursor.at = end
  return true
}

const SIGNS = ['&&', '||', '|&', '|', ';'] as const

const readWord = (cursor: Cursor): boolean => {
  const { text, at: start } = cursor
  const word: ShellWord = { kind: 'word', text: '', start, end: start, quoted: false }
  let at = start
  while (at < text.length && !/[ \t\n;&|<>]/.test(text[at] ?? '')) {
    const end = readPart(text, at, word)
    if (end < 0) return false
    if (end === at) break
    at = end
  }
  if (at === start) return false
  cursor.at = at
  cursor.tokens.push({ ...word, end: at })
  return true
}

/**
 * Reads one part of a word and returns the offset behind it: -1 if the part is more than plain text, `at` itself if the
 * word ends there.
 */
const readPart = (text: string, at: number, word: ShellWord): number => {
  switch (text[at]) {
    case "'":
      return readSingle(text, at, word)
    case '"':
      return readDouble(text, at, word)
    case '\\':
      return readEscape(text, at, word)
    case '$':
      return text[at + 1] === "'" ? readAnsi(text, at, word) : readDollar(text, at, word, /^[ \t\n]?$/)
    case '`':
    case '(':
    case ')':
      return -1
    case '#':
      // A comment, where it begins a word.
      if (at === word.start) return -1
  }
  word.text += text[at]
  return at + 1
}

const readSingle = (text: string, at: number, word: ShellWord): number => {
  const close = text.indexOf("'", at + 1)
  if (close < 0) return -1
  word.text += text.slice(at + 1, close)
  word.quoted = true
  return close + 1
}

const readDouble = (text: string, start: number, word: ShellWord): number => {
  word.quoted = true
  let at = start + 1
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '"') return at + 1
    if (char === '`') return -1
    if (char === '$') {
      at = readDollar(text, at, word, /^[ \t\n"|/,.)]?$/)
      if (at < 0) return -1
    } else if (char === '\\' && /[$`"\\]/.test(text[at + 1] ?? '')) {
      word.text += text[at + 1]
      at += 2
    } else if (char === '\\' && text[at + 1] === '\n') at += 2
    else {
      word.text += char
      at += 1
    }
  }
  return -1
}

const readEscape = (text: string, at: number, word: ShellWord): number => {
  const next = text[at + 1]
  if (next === undefined) return -1
  // A word that goes on in the next line is for a person to judge; one that ends here is not.
  if (next === '\n') return isBlank(text[at + 2]) ? at : -1
  word.text += next
  word.quoted = true
  return at + 2
}

/** `$?` and its like are the only substitutions that are read; before the characters of `plain` a dollar sign means itself. */
const readDollar = (text: string, at: number, word: ShellWord, plain: RegExp): number => {
  EXIT_CODE.lastIndex = at
  const code = EXIT_CODE.exec(text)?.[0]
  if (code !== undefined) {
    word.text += code
    word.expansions = [...(word.expansions ?? []), code]
    return at + code.length
  }
  if (!plain.test(text.slice(at + 1, at + 2))) return -1
  word.text += '$'
  return at + 1
}

const EXIT_CODE = /\$(?:\?|\{\?\}|PIPESTATUS\b(?!\[)|\{PIPESTATUS\[0\]\})/y

/** `$'...'` with a few escapes; to `sh` it is a `$` and a string, so an escaped quote would end it there. */
const readAnsi = (text: string, at: number, word: ShellWord): number => {
  ANSI.lastIndex = at
  const whole = ANSI.exec(text)?.[0]
  if (whole === undefined) return -1
  word.text += whole.slice(2, -1).replaceAll(/\\(.)/g, (_, char: string) => ESCAPES.get(char) ?? char)
  word.quoted = true
  return at + whole.length
}

const ANSI = /\$'(?:[^'\\]|\\[nt\\])*'/y
const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
])
