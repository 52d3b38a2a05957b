import { BACKSLASH, codeAt } from './characters.ts'

/** Characters that begin an escape in HTML and in URLs. JSON and programs use the backslash. */
const AMPERSAND = 38
export const PERCENT = 37

/** The meaning of the last escape. `second` is the other half of a surrogate pair, or 0. Valid until the next call. */
export const decoded = { first: 0, second: 0 }

/**
 * The length of the escape at an offset, or 0 if there is none; `decoded` then holds its meaning. Handles JSON and
 * program escapes, HTML entities (named, decimal, hexadecimal) and percent-encoded UTF-8.
 */
export const escapeAt = (text: string, at: number, end: number): number => {
  decoded.second = 0
  const sign = codeAt(text, at)
  if (sign === BACKSLASH) return backslashAt(text, at, end)
  if (sign === PERCENT) return percentAt(text, at, end)
  return sign === AMPERSAND ? entityAt(text, at, end) : 0
}

/** For each character after a backslash: the character that the escape stands for. */
const BEHIND_BACKSLASH = new Uint8Array(128)
for (const sign of '"\'`/\\') BEHIND_BACKSLASH[sign.charCodeAt(0)] = sign.charCodeAt(0)
for (const [letter, code] of Object.entries({ n: 10, r: 13, t: 9 })) BEHIND_BACKSLASH[letter.charCodeAt(0)] = code

const backslashAt = (text: string, at: number, end: number): number => {
  if (at + 1 >= end) return 0
  const next = codeAt(text, at + 1)
  const simple = next < 128 ? BEHIND_BACKSLASH[next]! : 0
  if (simple > 0) {
    decoded.first = simple
    return 2
  }
  const length = next === 117 ? 6 : next === 120 ? 4 : 0
  if (length === 0 || at + length > end) return 0
  const code = hexNumber(text, at + 2, at + length)
  decoded.first = code
  return isVisible(code) ? length : 0
}

const percentAt = (text: string, at: number, end: number): number => {
  const first = byteAt(text, at, end)
  if (first < 0x80) {
    decoded.first = first
    // Letters and digits are never percent-encoded, so `%57` is part of a password.
    return isVisible(first) && !isLetterOrDigit(first) ? 3 : 0
  }
  const more = first >= 0xf0 && first < 0xf5 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : 0
  if (more === 0 || first >= 0xf5) return 0
  let code = first & (0x3f >> more)
  for (let index = 1; index <= more; index++) {
    const byte = byteAt(text, at + index * 3, end)
    if (byte < 0x80 || byte > 0xbf) return 0
    code = (code << 6) | (byte & 0x3f)
  }
  return setCode(code) ? (more + 1) * 3 : 0
}

const isLetterOrDigit = (code: number): boolean =>
  (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122)

const byteAt = (text: string, at: number, end: number): number =>
  at + 3 <= end && codeAt(text, at) === PERCENT ? hexNumber(text, at + 1, at + 3) : -1

/** Signs, blanks, and the letters that words for "password" need in HTML of other languages. */
const ENTITIES = new Map<string, number>(
  'amp:38 quot:34 apos:39 lt:60 gt:62 nbsp:32 ensp:32 emsp:32 thinsp:32 Tab:9 NewLine:10 colon:58 equals:61 semi:59 comma:44 period:46 sol:47 bsol:92 num:35 dollar:36 percnt:37 commat:64 excl:33 quest:63 ast:42 plus:43 lowbar:95 hyphen:45 dash:45 Hat:94 grave:96 lpar:40 rpar:41 lsqb:91 rsqb:93 lbrack:91 rbrack:93 lcub:123 rcub:125 vert:124 verbar:124 lbrace:123 rbrace:125 tilde:126 laquo:171 raquo:187 ldquo:8220 rdquo:8221 bdquo:8222 lsquo:8216 rsquo:8217 sbquo:8218 ndash:8211 mdash:8212 rarr:8594 ntilde:241 Ntilde:209 ouml:246 Ouml:214 auml:228 uuml:252 szlig:223 oacute:243 eacute:233 egrave:232 ccedil:231 atilde:227 aring:229 oslash:248 aacute:225 iacute:237'
    .split(' ')
    .map((pair) => {
      const [name = '', code] = pair.split(':')
      return [name, Number(code)]
    }),
)
const LONGEST_ENTITY = 8
const SEMICOLON = 59

const entityAt = (text: string, at: number, end: number): number => {
  if (codeAt(text, at + 1) === 35) return numberedAt(text, at, end)
  let name = ''
  for (let index = at + 1; index < end && index - at <= LONGEST_ENTITY; index++) {
    const code = codeAt(text, index)
    if (code === SEMICOLON) {
      const found = name.length > 1 ? ENTITIES.get(name) : undefined
      decoded.first = found ?? 0
      return found === undefined ? 0 : index + 1 - at
    }
    if ((code | 32) < 97 || (code | 32) > 122) return 0
    name += String.fromCharCode(code)
  }
  return 0
}

const LONGEST_NUMBER = 8

const numberedAt = (text: string, at: number, end: number): number => {
  const isHex = (codeAt(text, at + 2) | 32) === 120
  const from = at + (isHex ? 3 : 2)
  let stop = from
  while (stop < end && stop - from < LONGEST_NUMBER && HEX[codeAt(text, stop)]! > 0) stop++
  if (stop === from || stop >= end || codeAt(text, stop) !== SEMICOLON) return 0
  const code = isHex ? hexNumber(text, from, stop) : decimalNumber(text, from, stop)
  return setCode(code) ? stop + 1 - at : 0
}

/** The value of a hexadecimal digit plus one; 0 for everything else. */
const HEX = new Uint8Array(65_536)
for (let digit = 0; digit < 10; digit++) HEX[48 + digit] = digit + 1
for (let digit = 10; digit < 16; digit++) {
  HEX[87 + digit] = digit + 1
  HEX[55 + digit] = digit + 1
}

const hexNumber = (text: string, from: number, to: number): number => {
  let number = 0
  for (let at = from; at < to; at++) {
    const digit = HEX[codeAt(text, at)]!
    if (digit === 0) return -1
    number = number * 16 + digit - 1
  }
  return number
}

const decimalNumber = (text: string, from: number, to: number): number => {
  let number = 0
  for (let at = from; at < to; at++) {
    const digit = HEX[codeAt(text, at)]! - 1
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  return number
}

/** No-break spaces count as blanks, because they stand between a label and its value. */
const setCode = (code: number): boolean => {
  if (!isVisible(code) || code > 0x10_ffff) return false
  if (code > 0xffff) {
    decoded.first = 0xd800 + ((code - 0x1_0000) >> 10)
    decoded.second = 0xdc00 + ((code - 0x1_0000) & 0x3ff)
  } else decoded.first = code === 0xa0 ? 32 : code
  return true
}

const isVisible = (code: number): boolean => code >= 32 || code === 10 || code === 13 || code === 9
