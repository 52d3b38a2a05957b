import { codeAt } from './characters.ts'
/** What an HTML tag means for the text around it: nothing, a blank, a line break, or that a value follows a label. */
const MEANINGS = new Map<string, number>()
for (const name of 'b i u em strong code span kbd tt mark font small samp var a sub sup wbr s ins del bdi cite q'.split(
  ' ',
)) {
  MEANINGS.set(name, 0)
  MEANINGS.set(`/${name}`, 0)
}
for (const name of 'p br li ul ol tr pre div h1 h2 h3 h4 h5 h6 section article table tbody dl blockquote'.split(' ')) {
  MEANINGS.set(name, 10)
  MEANINGS.set(`/${name}`, 10)
}
for (const name of ['td', 'dd']) MEANINGS.set(name, 61)
MEANINGS.set('/label', 61)
for (const name of '/td /th th /dt dt /dd label'.split(' ')) MEANINGS.set(name, 32)

/** The meaning of a tag that stands for nothing. */
export const NOTHING = 0
const LONGEST_NAME = 12
const LONGEST_TAG = 160
const GREATER = 62
const LESS = 60

/** The length of the tag at an offset, or 0; `meaning` then holds its meaning. */
export const tagAt = (text: string, at: number, end: number): number => {
  let nameEnd = at + 1
  while (nameEnd < end && nameEnd - at <= LONGEST_NAME && isNameSign(codeAt(text, nameEnd))) nameEnd++
  if (nameEnd === at + 1 || nameEnd - at > LONGEST_NAME) return 0
  const next = codeAt(text, nameEnd)
  if (next !== GREATER && next !== 32 && next !== 10) return 0
  const found = MEANINGS.get(text.slice(at + 1, nameEnd).toLowerCase())
  if (found === undefined) return 0
  let close = nameEnd
  while (close < end && close - at < LONGEST_TAG && codeAt(text, close) !== GREATER && codeAt(text, close) !== LESS)
    close++
  if (codeAt(text, close) !== GREATER || close >= end) return 0
  // Attributes that may hold a secret stay in the searched text.
  if (close > nameEnd && !HARMLESS.test(text.slice(nameEnd, close))) return 0
  meaning.code = found
  return close + 1 - at
}

const HARMLESS =
  /^(?:\s{1,8}(?:class|id|style|href|scope|colspan|rowspan|align|valign|width|target|rel|dir|lang|role|for|color)=(?:"[^"&%\\]{0,120}"|'[^'&%\\]{0,120}'|[\w#-]{1,40})){0,6}\s{0,4}\/?$/

/** The meaning of the last tag. */
export const meaning = { code: NOTHING }

const isNameSign = (code: number): boolean =>
  code === 47 || ((code | 32) >= 97 && (code | 32) <= 122) || (code >= 49 && code <= 54)
