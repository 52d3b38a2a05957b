import { BACKSLASH, LEADS_TO_NAME, NAME, isBlankOrEnd, isQuote, isSpace } from './characters.ts'
import { authorizationAt, cookiesAt } from './headers.ts'
import { LONGEST_NAME, claimOf, mayClaim, tellsBackwards } from './names.ts'
import type { Span } from './span.ts'
import { basicAuthAt, userInfoAt } from './urls.ts'
import type { ValueAt } from './value-at.ts'
import { endOfLongValue, judgeValue, readValue, skipSpaces } from './value-at.ts'

const EQUALS = 61
const COLON = 58
const SLASH = 47
const QUESTION = 63
const GREATER = 62

/** Finds secrets by the name they are given to: `password = "..."`, `"api_key": "..."`, `?token=...`, headers, URLs. */
export const assignmentsIn = (text: string, units: Uint16Array, spans: Span[]): void => {
  for (let at = text.indexOf('='); at >= 0; ) {
    at = text.indexOf('=', mayAssign(units, at) ? afterEquals(text, at, spans) : at + 1)
  }
  for (let at = text.indexOf(':'); at >= 0; ) {
    const isUrl = units[at + 1] === SLASH && units[at + 2] === SLASH
    at = text.indexOf(':', isUrl || mayAssign(units, at) ? afterColon(text, at, spans) : at + 1)
  }
}

/**
 * A quick look back from a separator, to spare the full one: false when no telling name stands before it, nor the start
 * of anything else that is examined (a type after its name, the user of `curl -u`).
 */
const mayAssign = (units: Uint16Array, separator: number): boolean => {
  let at = separator - 1
  const limit = Math.max(0, separator - LONGEST_NAME)
  // Blanks, `?`, `]`, quotes and backslashes: whatever is not part of a name is passed over.
  while (at >= limit && LEADS_TO_NAME[units[at]!] === 1) at--
  let folded = 0
  while (at >= limit && NAME[units[at]!] === 1) {
    folded = ((folded << 5) | (units[at]! & 31)) & 32_767
    if (tellsBackwards(folded)) return true
    at--
  }
  if (at < 4) return false
  if (units[at] === COLON || (units[at] === 32 && units[at - 1] === COLON)) return true
  if (isQuote(units[at]!)) at -= units[at - 1] === BACKSLASH ? 2 : 1
  // The end of ` -u ` or of `--user `, `--user=`.
  return (units[at] === 32 || units[at] === EQUALS) && (isShortUser(units, at) || isLongUser(units, at))
}

const isShortUser = (units: Uint16Array, at: number): boolean => units[at - 1] === 117 && units[at - 2] === 45

const isLongUser = (units: Uint16Array, at: number): boolean =>
  units[at - 1] === 114 && units[at - 2] === 101 && units[at - 3] === 115 && units[at - 4] === 117

const afterEquals = (text: string, at: number, spans: Span[]): number => {
  const next = text.charCodeAt(at + 1)
  if (next === EQUALS) return at + 2
  const previous = text.charCodeAt(at - 1)
  // Comparisons and `+=` give nothing a value; `:=` is seen at its colon.
  if (previous === COLON || isOperator(previous)) return at + 1
  const nameEnd = endOfName(text, previous === QUESTION ? at - 1 : at)
  return nameEnd === 0 ? at + 1 : assignmentAt(text, nameEnd, at, next === GREATER ? at + 2 : at + 1, spans)
}

const afterColon = (text: string, at: number, spans: Span[]): number => {
  const next = text.charCodeAt(at + 1)
  if (next === COLON) return at + 2
  if (next === SLASH && text.charCodeAt(at + 2) === SLASH) return userInfoAt(text, at + 3, spans)
  const nameEnd = endOfName(text, text.charCodeAt(at - 1) === QUESTION ? at - 1 : at)
  if (nameEnd === 0) return at + 1
  return assignmentAt(text, nameEnd, at, next === EQUALS ? at + 2 : at + 1, spans)
}

const isOperator = (code: number): boolean =>
  code === 33 || code === 60 || code === GREATER || code === 43 || code === 42 || code === 124 || code === 126

/** Steps back from a separator over blanks, `]` and quotes (escaped or not) to the end of the name; 0 without a name. */
const endOfName = (text: string, separator: number): number => {
  let end = separator
  while (separator - end < 60 && isSpace(text.charCodeAt(end - 1))) end--
  if (text.charCodeAt(end - 1) === 93) end--
  if (isQuote(text.charCodeAt(end - 1))) {
    end--
    while (separator - end < 70 && text.charCodeAt(end - 1) === BACKSLASH) end--
  }
  return NAME[text.charCodeAt(end - 1)] === 1 ? end : 0
}

const startOfName = (text: string, end: number): number => {
  const limit = Math.max(0, end - LONGEST_NAME)
  let start = end
  while (start > limit && NAME[text.charCodeAt(start - 1)] === 1) start--
  return start
}

const assignmentAt = (text: string, nameEnd: number, at: number, from: number, spans: Span[]): number => {
  let start = startOfName(text, nameEnd)
  const isColon = text.charCodeAt(at) === COLON
  if (isColon && nameEnd === at && isSecondOfPair(text, start)) return basicAuthAt(text, start, at, spans)
  let name = nameOf(text, start, nameEnd)
  if (name === undefined && !isColon) {
    // `password: string = "..."`: what stands before the equals sign is the type.
    const typed = annotatedName(text, start)
    if (typed !== undefined) [name, start] = typed
  }
  if (name === undefined) return at + 1
  const claim = claimOf(name)
  // Its own placeholders are no news.
  if (claim === 'none' || (name === 'SECRET' && text.charAt(start - 1) === '<')) return at + 1
  // Signatures of data are everywhere and no secret; those in a URL open it.
  if (claim === 'signature' && !isParameter(text, start)) return at + 1
  const valueFrom = skipSpaces(text, from)
  if (claim === 'authorization') return authorizationAt(text, valueFrom, spans) ?? at + 1
  if (claim === 'cookie') return cookiesAt(text, valueFrom, spans) ?? at + 1
  const read = readValue(text, valueFrom)
  if (read === undefined || isCall(text, read)) return at + 1
  const inShell = !read.quoted && read.start === at + 1 && isVariable(text, name, start)
  const value = inShell ? widened(text, read) : read
  const kind = judgeValue(text, value, claim, inShell || isLiteral(text, start, nameEnd, at, value))
  if (kind === undefined) return at + 1
  const end = endOfLongValue(text, value)
  spans.push({ start: value.start, end, kind: SPECIAL[name.toLowerCase()] ?? kind })
  return end
}

const SPECIAL: Record<string, string> = {
  aws_secret_access_key: 'aws-secret-key',
  secretaccesskey: 'aws-secret-key',
  accountkey: 'azure-key',
  sharedaccesskey: 'azure-key',
  sig: 'url-signature',
}

const nameOf = (text: string, start: number, end: number): string | undefined => {
  if (end - start < 3 || !mayClaim(text, start, end)) return undefined
  const word = text.slice(start, end)
  // `API key: ...`, `access token: ...`
  if (!/^(?:key|token)$/i.test(word) || text.charCodeAt(start - 1) !== 32) return word
  const before = /(?:api|access|auth|secret|private|bot|bearer|refresh|license|account)$/i.exec(
    text.slice(Math.max(0, start - 9), start - 1),
  )
  return before === null ? word : `${before[0]}_${word}`
}

const annotatedName = (text: string, typeStart: number): [string, number] | undefined => {
  const before = text.charCodeAt(typeStart - 1)
  if (before !== COLON && !(before === 32 && text.charCodeAt(typeStart - 2) === COLON)) return undefined
  const match = /([\w$]{3,64})\??: ?$/.exec(text.slice(Math.max(0, typeStart - LONGEST_NAME), typeStart))
  const name = match?.[1]
  return name === undefined ? undefined : [name, typeStart - match![0].length]
}

/** Whether the word before a colon is the user of `curl -u user:password`. */
const isSecondOfPair = (text: string, start: number): boolean => {
  const before = text.charCodeAt(start - 1)
  if (!isSpace(before) && !isQuote(before)) return false
  return /(?:^|\s)(?:-u|--user|--proxy-user)[\s=]{1,4}\\?["']?$/.test(text.slice(Math.max(0, start - 20), start))
}

/** `getToken()`, `keys[0]`, a template or an object: code, not a value. */
const isCall = (text: string, value: ValueAt): boolean => {
  if (value.quoted) return false
  const next = text.charCodeAt(value.end)
  return next === 40 || next === 91 || next === 123
}

/** Whether a bare value is data (settings, shells, logs, query strings) and not an expression of a program. */
const isLiteral = (text: string, nameStart: number, nameEnd: number, at: number, value: ValueAt): boolean => {
  if (value.quoted) return true
  if (isParameter(text, nameStart)) return true
  const next = text.charCodeAt(value.end)
  const ends =
    isBlankOrEnd(next) || isQuote(next) || next === BACKSLASH || next === 38 || isBetweenSettings(text, value)
  if (!ends || /^[\w$]+(?:\.[A-Za-z_$][\w$]*)+$/.test(text.slice(value.start, value.end))) return false
  if (nameEnd === at && value.start === at + 1 && text.charCodeAt(at) === EQUALS) return true
  // `name: value` and `name = value` are settings when they are all there is on the line.
  const isAlone = !isSpace(next) && (text.charCodeAt(at) === COLON || startsLine(text, nameStart))
  return isAlone
}

/** `Server=x;Password=y;Encrypt=true` */
const isBetweenSettings = (text: string, value: ValueAt): boolean =>
  text.charCodeAt(value.end) === 59 && /^;(?:[A-Z][A-Za-z ]{1,30}=|$)/.test(text.slice(value.end, value.end + 34))

/** Whether a name stands in the query of a URL, perhaps inside HTML. */
const isParameter = (text: string, start: number): boolean => {
  const before = text.charCodeAt(start - 1)
  return before === QUESTION || before === 38 || (before === 59 && text.startsWith('&amp', start - 5))
}

const startsLine = (text: string, start: number): boolean => {
  let at = start
  while (start - at < 40 && isSpace(text.charCodeAt(at - 1))) at--
  return at === 0 || text.charCodeAt(at - 1) === 10
}

/** `NAME=value`, as shells and env files write it. */
const isVariable = (text: string, name: string, start: number): boolean =>
  /^[A-Z][A-Z0-9_]*$/.test(name) && isBlankOrEnd(text.charCodeAt(start - 1))

/** There everything up to the next blank is the value. */
const widened = (text: string, value: ValueAt): ValueAt => {
  let end = value.end
  while (end - value.start < 512) {
    const code = text.charCodeAt(end)
    if (isBlankOrEnd(code) || isQuote(code) || code === BACKSLASH) break
    if (code === 59 && isBlankOrEnd(text.charCodeAt(end + 1))) break
    end++
  }
  return { ...value, end }
}
