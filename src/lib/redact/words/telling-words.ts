import { BACKSLASH, NAME, codeAt, isQuote, isSpace, tableOf } from '../characters.ts'
import { isGenerated, isUnspeakable, lookOf } from '../generated.ts'
import type { Claim } from '../names.ts'
import { LONGEST_NAME, claimOf } from '../names.ts'
import type { Sign } from './sign-search.ts'
import type { Span } from '../span.ts'
import { NAMED_KIND } from '../span.ts'
import { isFingerprint } from '../value-at.ts'
import { isStandIn, looksChosen, looksHandmade, looksRandom, looksWritten } from '../values.ts'

const SHORTEST_VALUE = 8

/**
 * Finds generated values next to a word that tells what they are, without `=` or `:` between them: `token X`, `the
 * secret is X`, `setApiKey("X")`, `| API key | X |`, `{"name": "API_TOKEN", "value": "X"}`, `ENV API_KEY X`.
 */
export const TELLING_SIGNS: readonly Sign[] = [
  'token',
  'key?',
  'secret',
  'passw',
  'passphrase',
  'passcode',
  'credential',
  '_pass?',
].map((word) => ({
  word,
  isCommon: word === 'key?' || word === '_pass?',
  examine: (text, _start, end, spans) =>
    // `_password` and `_passed` are other words.
    word === '_pass?' && isLetter(codeAt(text, end)) ? end : valueAfterWord(text, end, spans),
}))

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122

const LONGEST_GLUE = 24

/** Records the generated value after a telling word that ends at an offset. Returns where to continue. */
const valueAfterWord = (text: string, wordEnd: number, spans: Span[]): number => {
  let nameEnd = wordEnd
  while (nameEnd - wordEnd < LONGEST_NAME && NAME[codeAt(text, nameEnd)] === 1) nameEnd++
  if (isQuote(codeAt(text, nameEnd))) fieldBefore(text, wordEnd, nameEnd, spans)
  const start = afterGlue(text, nameEnd)
  if (start === nameEnd) return nameEnd
  const end = endOfValue(text, start)
  if (end - start < SHORTEST_VALUE || !hasDigitOrMix(text, start, end)) return nameEnd
  const claim = claimBefore(text, nameEnd)
  if (!isSecret(text, start, end, claim)) return nameEnd
  spans.push({ start, end, kind: claim === 'password' ? 'password' : NAMED_KIND })
  return end
}

/** `{"value": "X", "name": "API_SECRET"}`: the value stands before its name. */
const fieldBefore = (text: string, wordEnd: number, nameEnd: number, spans: Span[]): void => {
  const from = Math.max(0, wordEnd - LONGEST_FIELD)
  const match = FIELD_BEFORE.exec(text.slice(from, nameEnd))
  const [, value = '', name = ''] = match ?? []
  if (match === null || isStandIn(value) || !looksChosen(value, 6)) return
  const claim = claimOf(name)
  if (claim !== 'password' && claim !== 'secret' && claim !== 'token') return
  const start = from + match.indices![1]![0]
  spans.push({ start, end: start + value.length, kind: claim === 'password' ? 'password' : NAMED_KIND })
}
const LONGEST_FIELD = 300
const FIELD_BEFORE =
  /"value"\s{0,4}:\s{0,4}"([^"\\\n]{6,200})"\s{0,4},\s{0,20}"(?:name|key)"\s{0,4}:\s{0,4}"([\w.-]{3,64})$/di

const GLUE = tableOf(/[ \t"'`*([|,\\:=>]/)
const GLUE_WORD = /(?:is|was|value|val|content|with|of|to|created|generated|issued)(?=["'`\\ :=])/iy

/** Skips signs, quotes and one small word after a name. Returns where a value may begin. */
const afterGlue = (text: string, nameEnd: number): number => {
  isGiven = false
  ASIDE.lastIndex = nameEnd
  const labelEnd = ASIDE.test(text) ? ASIDE.lastIndex : nameEnd
  BELOW.lastIndex = labelEnd
  if (labelEnd > nameEnd && BELOW.test(text)) return BELOW.lastIndex
  NEXT_FIELD.lastIndex = nameEnd
  if (codeAt(text, nameEnd) <= 39 && NEXT_FIELD.test(text)) {
    isGiven = true
    return NEXT_FIELD.lastIndex
  }
  ANSWER.lastIndex = nameEnd
  if (codeAt(text, nameEnd) === 63 && ANSWER.test(text)) {
    isGiven = true
    return ANSWER.lastIndex
  }
  NULLISH.lastIndex = nameEnd
  if (codeAt(text, nameEnd) === 32 && NULLISH.test(text)) {
    isGiven = true
    return NULLISH.lastIndex
  }
  isGiven = isDeclared(text, nameEnd)
  const at = skipGlue(text, labelEnd)
  if (at === nameEnd) return at
  GLUE_WORD.lastIndex = at
  if (!GLUE_WORD.test(text)) return at
  isGiven ||= /^(?:val|con)/i.test(text.slice(at, at + 3))
  return skipGlue(text, GLUE_WORD.lastIndex)
}

/** `API key (shown once): X` */
const ASIDE = / \([\w ,.-]{2,32}\)(?=\s{0,2}[:=])/y

/** The value stands alone on one of the next two lines. */
const BELOW = /[:=][ \t]{0,4}(?:\r?\n){1,2}[ \t]{0,40}(?=[\w+/=.~-]{8,256}(?:["'\\<]|\s*\n|\s*$))/y

/** `process.env.DB_PASS ?? 'X'` */
const NULLISH = /\s{1,2}\?\?\s{1,2}["'`]/y

/** The value stands in the next field: `- name: DB_PASSWORD` and `value: X` below it, `--name DB_PASSWORD --value X`. */
const NEXT_FIELD =
  /["']?(?:,?[ \t]{0,2}(?:\r?\n){1,2}[ \t]{1,40}["']?(?:value|plaintext)["']?\s{0,2}[:=][ \t]{0,4}|[ \t]{1,4}(?:--value[ =]|(?:--(?:form|field|data)|-[FfdD])[ \t]{1,2}["']?value=))["']?/iy
/** A question, and the answer on a line of its own. */
const ANSWER =
  /\?["']?[ \t]{0,4}(?:\r?\n){1,2}[ \t]{0,8}(?:\w{1,8}: {1,2}|[>*-] {1,2})?["'`]?(?=[\w+/=.~!@#$%^&*-]{6,256}["'`]?(?:["'\\<]|\s*\n|\s*$))/y

/** `ENV DB_PASS X`, `set -gx DB_PASSWORD X`, `#define WIFI_PASS "X"` */
const isDeclared = (text: string, nameEnd: number): boolean =>
  codeAt(text, nameEnd) === 32 && DECLARED.test(text.slice(Math.max(0, nameEnd - LONGEST_NAME - 12), nameEnd))
const DECLARED = /(?:^|[\s"'])(?:ENV|setenv|SetEnv|set -\w{1,3}|#define) [A-Z0-9_]{3,40}$/

/** Whether a word that means nothing else announced the last value: `value="X"`, `"content": "X"`. */
let isGiven = false

const skipGlue = (text: string, from: number): number => {
  let at = from
  // The end of a tag, or of one of our own placeholders.
  if (codeAt(text, at) === 62) return at
  while (at - from < LONGEST_GLUE && GLUE[codeAt(text, at)] === 1 && !isLineBreak(text, at)) at++
  return at
}

/** In JSON a backslash before a quote is glue, but the backslash of `\n` and the like is not. */
const isLineBreak = (text: string, at: number): boolean =>
  codeAt(text, at) === BACKSLASH && codeAt(text, at + 1) > 64 && codeAt(text, at + 1) !== BACKSLASH

const LONGEST_VALUE = 256
const ENDS = tableOf(/["'`,;()[\]{}<>|]/)

const endOfValue = (text: string, start: number): number => {
  const quote = codeAt(text, start - 1)
  let end = start
  while (end - start < LONGEST_VALUE) {
    const code = codeAt(text, end)
    if (!(code > 32) || code === BACKSLASH || (isQuote(quote) ? code === quote : ENDS[code] === 1)) break
    // The next parameter of an address.
    if (code === 38 && /^&[\w.-]{1,40}=/.test(text.slice(end, end + 42))) break
    end++
  }
  // The end of a sentence does not belong to a value.
  while (!isQuote(quote) && end > start && /[.:*]/.test(text.charAt(end - 1))) end--
  return end
}

/** Whether a value has a digit or mixed cases. Most values after such a word are just another word. */
const hasDigitOrMix = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end && at - start < 48; at++) {
    const code = codeAt(text, at)
    if (code >= 48 && code <= 57) return true
  }
  return end - start >= 24
}

/** The claim of a name together with the word before it: `cache key` is not `API key`. */
const claimBefore = (text: string, nameEnd: number): Claim => {
  let start = nameEnd
  const limit = Math.max(0, nameEnd - LONGEST_NAME)
  while (start > limit && NAME[codeAt(text, start - 1)] === 1) start--
  // Our own placeholders begin with a telling word.
  if (codeAt(text, start - 1) === 60) return 'none'
  if (!isSpace(codeAt(text, start - 1))) return claimOf(text.slice(start, nameEnd))
  let before = start - 1
  while (before > limit && NAME[codeAt(text, before - 1)] === 1) before--
  const name = text.slice(start, nameEnd)
  // The name of a variable says everything itself.
  return claimOf(VARIABLE.test(name) ? name : `${text.slice(before, start - 1)}_${name}`)
}

const VARIABLE = /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/
const HEX = /^(?:[0-9a-f]{24,128}|[0-9A-F]{24,128}|[0-9a-fA-F]{8}-[0-9a-fA-F-]{27})$/
/** Capitals, small letters and digits, and no words. */
const MIXED = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d.*\d)[A-Za-z0-9]{12,}$/
const BRAND = /^[A-Za-z]{2,8}\d?[-._]/
const TOKEN_SIGNS = /^[\w.~+/=%:@!#$^&*?-]+$/

const isSecret = (text: string, start: number, end: number, claim: Claim): boolean => {
  if (claim === 'none' || claim === 'authorization' || claim === 'cookie' || claim === 'signature') return false
  const value = text.slice(start, end)
  if (!TOKEN_SIGNS.test(value) || isStandIn(value) || /^\d{4}-\d\d-\d\d/.test(value)) return false
  const isBare = !isQuote(codeAt(text, start - 1))
  // A call, or the next of several listed names, is no value.
  if (isBare && (codeAt(text, end) === 40 || isListed(text, start))) return false
  if (claim === 'weak' && (isFingerprint(value) || readableParts(value) > 1)) return false
  if (claim === 'password') return isGiven ? looksChosen(value, 6) : isPassword(value, !isBare)
  if (HEX.test(value.replace(BRAND, '')) || looksHandmade(value)) return true
  if (looksWritten(value) || value.length < (claim === 'weak' ? 16 : 12) || /^[./~]|:\/\//.test(value)) return false
  const look = lookOf(value)
  if (isGenerated(look) || (claim !== 'weak' && MIXED.test(value))) return true
  return claim !== 'weak' && (isUnspeakable(look) || (look.digits > 2 && looksRandom(value, 12)))
}

const isListed = (text: string, start: number): boolean => /,\s{0,4}$/.test(text.slice(Math.max(0, start - 5), start))

/** How many words are joined in a value. Keys of caches and builds consist of names and hashes. */
const readableParts = (value: string): number =>
  value.split(/[-_./]/).filter((part) => /^[A-Za-z]{4,}$/.test(part) && looksWritten(part)).length

/**
 * Next to the bare word, a password must look like one: letters, digits, and a sign or, in quotes, a capital inside.
 */
const isPassword = (value: string, quoted: boolean): boolean =>
  /[a-z]/i.test(value) &&
  /\d/.test(value) &&
  (/[!@#%^&*+=?]|\$\w{2}/.test(value) || (quoted && /[a-z0-9][A-Z]/.test(value)) || isGenerated(lookOf(value))) &&
  !/^[./~]|:\/\/|\w\.\w/.test(value) &&
  !looksWritten(value)
