import { BACKSLASH, LEADS_TO_NAME, NAME, codeAt, isQuote, isSpace } from './characters.ts'
import { authorizationAt, cookiesAt } from './headers.ts'
import { isLiteral, isParameter, isVariable, overSigns, toBlank } from './literals.ts'
import { COLONS, EQUALS_SIGNS, markFrom, type Marks } from './words/marks.ts'
import { LONGEST_NAME, claimOf, mayClaim, tellsBackwards } from './names.ts'
import type { Span } from './span.ts'
import { passFileAt, userInfoAt } from './urls.ts'
import type { ValueAt } from './value-at.ts'
import { endOfLongValue, judgeValue, readValue, skipSpaces } from './value-at.ts'

const EQUALS = 61
const BRACKET = 91
const COLON = 58
const SLASH = 47
const QUESTION = 63
const GREATER = 62

/**
 * Finds secrets by the name they are assigned to: `password = "..."`, `"api_key": "..."`, `?token=...`, headers, URLs.
 * Returns how many telling names it met.
 */
export const assignmentsIn = (text: string, units: Uint16Array, marks: Marks, spans: Span[]): number => {
  const { places, begins, ends } = marks
  let met = 0
  for (let nth = begins[EQUALS_SIGNS]!; nth < ends[EQUALS_SIGNS]!; ) {
    const at = places[nth]!
    const isNamed = mayAssign(units, at)
    if (isNamed) met++
    nth = isNamed ? markFrom(places, nth + 1, ends[EQUALS_SIGNS]!, afterEquals(text, at, spans)) : nth + 1
  }
  for (let nth = begins[COLONS]!; nth < ends[COLONS]!; ) {
    const at = places[nth]!
    const isAddress = units[at + 1] === SLASH && units[at + 2] === SLASH
    const isNamed = !isAddress && mayAssign(units, at)
    // Some programs write `:\/` for the start of an address in JSON.
    if (isNamed || (units[at + 1] === BACKSLASH && units[at + 2] === SLASH)) met++
    const looksOn = isNamed || isAddress
    nth = looksOn ? markFrom(places, nth + 1, ends[COLONS]!, afterColon(text, at, spans)) : nth + 1
  }
  return met
}

/**
 * A quick look back from a separator that often saves the full one. False if there is no telling name before it, and
 * no other start that is examined (a type after its name, the fields of `.pgpass`).
 */
const mayAssign = (units: Uint16Array, separator: number): boolean => {
  let at = separator - 1
  const limit = Math.max(0, separator - LONGEST_NAME)
  // Skips blanks, `?`, `]`, quotes and backslashes, which are not part of a name.
  while (at >= limit && LEADS_TO_NAME[units[at]!] === 1) at--
  let folded = 0
  while (at >= limit && NAME[units[at]!] === 1) {
    folded = ((folded << 5) | (units[at]! & 31)) & 32_767
    if (tellsBackwards(folded)) return true
    at--
  }
  // `pw`, and the `/p:` of Windows programs.
  if (at < 0) return folded === TURNED_PW
  if (units[at] === BACKSLASH) folded >>= 5
  if (folded === TURNED_PW || (folded === 16 && units[at] === SLASH)) return true
  return at >= 4 && (units[at] === COLON || units[at] === BRACKET || (units[at] === 32 && units[at - 1] === COLON))
}

const TURNED_PW = ((119 & 31) << 5) | (112 & 31)

const afterEquals = (text: string, at: number, spans: Span[]): number => {
  const next = codeAt(text, at + 1)
  if (next === EQUALS) return at + 2
  const previous = codeAt(text, at - 1)
  // Comparisons and `+=` assign nothing; `:=` is handled at its colon.
  if (previous === COLON || isOperator(previous)) return at + 1
  const nameEnd = endOfName(text, previous === QUESTION ? at - 1 : at)
  return nameEnd === 0 ? at + 1 : assignmentAt(text, nameEnd, at, next === GREATER ? at + 2 : at + 1, spans)
}

const afterColon = (text: string, at: number, spans: Span[]): number => {
  const next = codeAt(text, at + 1)
  if (next === COLON) return at + 2
  if (next === SLASH && codeAt(text, at + 2) === SLASH) return userInfoAt(text, at + 3, spans)
  const nameEnd = endOfName(text, codeAt(text, at - 1) === QUESTION ? at - 1 : at)
  if (nameEnd === 0) return at + 1
  return assignmentAt(text, nameEnd, at, next === EQUALS ? at + 2 : at + 1, spans)
}

const isOperator = (code: number): boolean =>
  code === 33 || code === 60 || code === GREATER || code === 43 || code === 42 || code === 124 || code === 126

/**
 * Steps back from a separator over blanks, `]` and quotes (escaped or not) to the end of the name; 0 without a name.
 */
const endOfName = (text: string, separator: number): number => {
  let end = separator
  while (separator - end < 60 && isSpace(codeAt(text, end - 1))) end--
  if (codeAt(text, end - 1) === 93) end--
  // Markdown writes labels in bold.
  while (separator - end < 64 && codeAt(text, end - 1) === 42) end--
  if (isQuote(codeAt(text, end - 1))) {
    end--
    while (separator - end < 70 && codeAt(text, end - 1) === BACKSLASH) end--
  }
  return NAME[codeAt(text, end - 1)] === 1 ? end : 0
}

const startOfName = (text: string, end: number): number => {
  const limit = Math.max(0, end - LONGEST_NAME)
  let start = end
  while (start > limit && NAME[codeAt(text, start - 1)] === 1) start--
  return start
}

const assignmentAt = (text: string, nameEnd: number, at: number, from: number, spans: Span[]): number => {
  let start = startOfName(text, nameEnd)
  const isColon = codeAt(text, at) === COLON
  let name = nameOf(text, start, nameEnd)
  if (name === undefined && !isColon) {
    // In `password: string = "..."` the type stands before the equals sign.
    const typed = annotatedName(text, start)
    if (typed !== undefined) [name, start] = typed
  }
  if (name === undefined) return isColon ? passFileAt(text, start, at, spans) : at + 1
  const claim = claimOf(name)
  // Our own placeholders are not findings.
  if (claim === 'none' || (name === 'SECRET' && text.charAt(start - 1) === '<')) return at + 1
  // Signatures of data are common and no secret. A signature in a URL gives access to it.
  if (claim === 'signature' && !isParameter(text, start)) return at + 1
  const valueFrom = isColon
    ? insideOrBelow(text, skipSpaces(text, overBold(text, from)))
    : insideList(text, skipSpaces(text, from))
  if (claim === 'authorization') return authorizationAt(text, valueFrom, spans) ?? at + 1
  if (claim === 'cookie') return cookiesAt(text, valueFrom, spans) ?? at + 1
  const read = inBraces(text, at) ?? readValue(text, valueFrom)
  if (read === undefined) return at + 1
  const inShell = !read.quoted && read.start === at + 1 && isVariable(text, name, start)
  const value = inShell ? toBlank(text, read) : read
  if (!inShell && isCall(text, value)) return at + 1
  const found = { nameStart: start, nameEnd, separator: at, value }
  if (claim === 'password' && !value.quoted && !isParameter(text, start)) found.value = overSigns(text, value)
  const kind = judgeValue(text, found.value, claim, inShell || isLiteral(text, found))
  if (kind === undefined || isTestResult(text, name, found.value) || repeatsName(text, name, found.value)) return at + 1
  const end = endOfLongValue(text, found.value)
  spans.push({ start: found.value.start, end, kind: SPECIAL[name.toLowerCase()] ?? kind })
  return end
}

/**
 * Where a value begins that does not follow its name directly: in a block of YAML (`password: >-` and a line), as
 * `value` of an object (`"db_password": {"sensitive": true, "value": "X"}`), or alone on the next line.
 */
const insideOrBelow = (text: string, from: number): number => {
  const next = codeAt(text, from)
  const elsewhere =
    next === 91
      ? LIST
      : next === 123
        ? OBJECT
        : next === 62 || next === 124
          ? BLOCK
          : next === 10 || next === 13
            ? BELOW
            : undefined
  if (elsewhere === undefined) return from
  elsewhere.lastIndex = from
  return elsewhere.test(text) ? elsewhere.lastIndex : from
}

/** `**Password:** X` */
const overBold = (text: string, from: number): number => (text.startsWith('**', from) ? from + 2 : from)

/** `api_keys = ["X"]` */
const insideList = (text: string, from: number): number =>
  codeAt(text, from) === 91 ? insideOrBelow(text, from) : from

/** `UID=sa;PWD={X};`, the quotes of connection strings. */
const inBraces = (text: string, at: number): ValueAt | undefined => {
  if (codeAt(text, at + 1) !== 123) return undefined
  BRACES.lastIndex = at + 1
  if (!BRACES.test(text) || !/;\s?[\w ]{2,40}$/.test(text.slice(Math.max(0, at - 44), at))) return undefined
  return { start: at + 2, end: BRACES.lastIndex - 1, quoted: true }
}
const BRACES = /\{[^{}\s"']{4,128}\}(?=[;"'\\\s]|$)/y

const LIST = /\[\s{0,20}(?=\\{0,3}["'])/y
const OBJECT = /\{[^{}]{0,160}?["'](?:value|plaintext|default)\\{0,3}["']\s{0,2}:\s{0,2}/iy
const BLOCK = /[>|][+-]?\d?[+-]?\r?\n[ \t]{1,40}(?=\S{6,256}\s)/y
const BELOW = /(?:\r?\n){1,2}[ \t]{0,40}(?=[\w+/=.~!@#$%^&*?-]{6,256}(?:["'\\<]|\s*\n|\s*$))/y

/** Test runners report a passed test as `PASS: folder/test_name` or `PASS: 12`. */
const isTestResult = (text: string, name: string, value: ValueAt): boolean =>
  name === 'PASS' && !value.quoted && /[/.:]|^\d+$/.test(text.slice(value.start, value.end))

/** `exports.getToken2 = getToken2` */
const repeatsName = (text: string, name: string, value: ValueAt): boolean =>
  !value.quoted && name.endsWith(text.slice(value.start, value.end))

const SPECIAL: Record<string, string> = {
  aws_secret_access_key: 'aws-secret-key',
  secretaccesskey: 'aws-secret-key',
  accountkey: 'azure-key',
  sharedaccesskey: 'azure-key',
  sig: 'url-signature',
}

const SHORT_NAME = /^(?:pw|p)$/i

const nameOf = (text: string, start: number, end: number): string | undefined => {
  if (end - start < 3 && SHORT_NAME.test(text.slice(start, end))) return shortName(text, start, end)
  if (end - start < 3 || !mayClaim(text, start, end)) return undefined
  const word = text.slice(start, end)
  // `API key: ...`, `access token: ...`
  if (!/^(?:key|token)$/i.test(word) || codeAt(text, start - 1) !== 32) return word
  const before = /(?:api|access|auth|secret|private|bot|bearer|refresh|license|account)$/i.exec(
    text.slice(Math.max(0, start - 9), start - 1),
  )
  return before === null ? word : `${before[0]}_${word}`
}

/** `pw: x`, and `/p:x` unless an MSBuild property follows. */
const shortName = (text: string, start: number, end: number): string | undefined => {
  if (end - start === 2) return 'pw'
  const isOption = codeAt(text, start - 1) === SLASH && isSpace(codeAt(text, start - 2))
  return isOption && codeAt(text, end) === COLON && !/^:[A-Za-z_.]{2,80}=/.test(text.slice(end, end + 82))
    ? 'pw'
    : undefined
}

const annotatedName = (text: string, typeStart: number): [string, number] | undefined => {
  const before = codeAt(text, typeStart - 1)
  // Python writes `Final[str]`.
  const isInside = before === BRACKET
  if (before !== COLON && !isInside && !(before === 32 && codeAt(text, typeStart - 2) === COLON)) return undefined
  const match = /([\w$]{3,64})\??: ?(?:[\w.]{1,30}\[[\w., ]{0,30})?$/.exec(
    text.slice(Math.max(0, typeStart - LONGEST_NAME), typeStart),
  )
  const name = match?.[1]
  return name === undefined ? undefined : [name, typeStart - match![0].length]
}

/** `getToken()`, `keys[0]`, a template or an object is code, not a value. */
const isCall = (text: string, value: ValueAt): boolean => {
  if (value.quoted) return false
  const next = codeAt(text, value.end)
  return next === 40 || next === 91 || next === 123
}
