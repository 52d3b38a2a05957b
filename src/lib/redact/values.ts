import { isGenerated, isUnspeakable, lookOf } from './generated.ts'

/** Counts that tell made-up words from generated keys. */
interface Shape {
  letters: number
  digits: number
  symbols: number
  vowels: number
  distinct: number
  /** Places where a letter meets a digit or a small letter meets a capital: rare in words, frequent in keys. */
  switches: number
}

const OTHER = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3
const VOWELS = new Set(Array.from('aeiouAEIOU', (letter) => letter.charCodeAt(0)))

/** Only this much of a value is judged, because a key does not turn into prose later on. */
const LONGEST_JUDGED = 256

const classOf = (code: number): number => {
  if (code >= 97 && code <= 122) return LOWER
  if (code >= 65 && code <= 90) return UPPER
  return code >= 48 && code <= 57 ? DIGIT : OTHER
}

const SEEN = new Uint8Array(128)

const measure = (value: string): Shape => {
  const shape: Shape = { letters: 0, digits: 0, symbols: 0, vowels: 0, distinct: 0, switches: 0 }
  SEEN.fill(0)
  let previous = OTHER
  for (let index = 0; index < value.length && index < LONGEST_JUDGED; index++) {
    const code = value.charCodeAt(index)
    const kind = classOf(code)
    SEEN[code & 127] = 1
    if (kind === DIGIT) shape.digits++
    else if (kind === OTHER) shape.symbols++
    else shape.letters++
    if (VOWELS.has(code)) shape.vowels++
    if (previous !== OTHER && kind !== OTHER && kind !== previous && !(previous === UPPER && kind === LOWER)) {
      shape.switches++
    }
    previous = kind
  }
  for (const mark of SEEN) shape.distinct += mark
  return shape
}

/** Whether a value of at least this length looks generated rather than written by a person. */
export const looksRandom = (value: string, shortest: number): boolean => {
  if (value.length < shortest) return false
  const shape = measure(value)
  const length = shape.letters + shape.digits
  // Keys are letters and digits with a few signs; formulas, patterns and markup are not.
  if (shape.distinct < 6 || shape.symbols > 4 + length / 4) return false
  if (shape.digits >= 2 && shape.letters > 0) return shape.switches >= Math.max(3, length * 0.12)
  if (shape.letters === 0) return false
  // With almost no digits, only a wild mix of cases with few vowels tells a key from camelCase.
  return length >= 12 && shape.switches >= length * 0.15 && shape.vowels < length * 0.33
}

/** A call, an index, an arrow or a comparison: an expression of a program, not a password. */
const EXPRESSION = /^[\w$.]+\(|\)\.|\[\d+\]|\[['"]|=>|[=!<>]==?|&&|\|\||\?\.|\w\?\w+\(|^[({<].*[)}>]$/

export const isExpression = (value: string): boolean => EXPRESSION.test(value) && !isJumble(value)

/** Letters, digits and signs in disorder, such as the secret keys of web frameworks. Programs have names in them. */
export const isJumble = (value: string): boolean => {
  if (value.length < 20 || /\s|[A-Za-z]{7}/.test(value.replace(/^[a-z]+-[a-z]+-/, ''))) return false
  const { digits, letters, symbols } = measure(value)
  return digits >= 4 && symbols >= 4 && letters >= 8 && lookOf(value).common <= lookOf(value).pairs * 0.72
}

/** Whether a value could be a password that a person chose: letters with digits or signs, no blanks. */
export const looksChosen = (value: string, shortest: number): boolean => {
  if (value.length < shortest || value.length > 128) return false
  if (/\s/.test(value) || isExpression(value)) return false
  if (isJumble(value)) return true
  const shape = measure(value)
  if (shape.digits === value.length) return shape.distinct > 2
  if (shape.letters > 0 && shape.digits > 0) return true
  if (shape.symbols > 0 && shape.letters > 0 && /\w[!@$%^&*+]+\w/.test(value)) return true
  return looksRandom(value, 10) || isScattered(value)
}

/** Letters alone, with capitals all over the place: `uGYxIDmpsQvIzW`. */
const isScattered = (value: string): boolean =>
  value.length >= 10 && /^[A-Za-z]+$/.test(value) && isGenerated(lookOf(value))

/**
 * Whether a value is a password under any name: letters and a sign that neither words nor names have, with digits or a
 * wild mix of cases.
 */
export const looksHandmade = (value: string): boolean =>
  value.length >= 8 &&
  value.length <= 64 &&
  /[A-Za-z]/.test(value) &&
  /[\w!@#$%^&*?~+=][!@#$%^&*?~]|[!@$^*?~]\w/.test(value) &&
  /^[\w!@#$%^&*?~+=-]+$/.test(value) &&
  // Bundlers name a second thing of the same name so.
  !/^\w+\$\d{1,2}$/.test(value) &&
  (/\d/.test(value) || (value.length >= 12 && isUnspeakable(lookOf(value)))) &&
  !looksWritten(value)

/**
 * Whether a value is made of words joined by signs, perhaps with a small number: `step-2`, `auth.v1.login`, `userId`.
 */
export const looksWritten = (value: string): boolean => {
  const parts = value.split(/[-_./:@+ ]+/)
  return parts.every((part) => part === '' || /^\d{1,4}$/.test(part) || isWordWithNumber(part))
}

const isWordWithNumber = (part: string): boolean => {
  const word = /^([A-Za-z]*?)\d{0,4}$/.exec(part.slice(0, 40))?.[1]
  if (word === undefined || part.length > 40) return false
  if (measure(word).switches > Math.max(3, word.length * 0.15)) return false
  // A single capital at the end, or letters in a row that no word has, come from a program.
  if (/[a-z][A-Z]$/.test(word) || /[a-z][A-Z]{3,}\d{3,}$/.test(part)) return false
  const look = lookOf(word)
  return look.pairs < 6 || look.common >= look.pairs * 0.62
}

const STAND_IN =
  /example|placeholder|^your|your[-_ ]|change[-_ ]?(?:me|it|this)|dummy|redacted|replace|insert|x{4,}|\*{3,}|\.{3}|…|\btodo\b|fake[-_]|sample|mock[-_]|lorem|1234567|abcdefg|0{7,}|foobar/i
/** Placeholders that a program fills in: `<token>`, `${X}`, `{{ x }}`, `$(cmd)`, `%s`, `%(name)s`, `#{x}`. */
const TEMPLATE = /<[a-z][\w .:#-]*>|\$\{|\{\{|\$\(|^%[sdv]$|%\(\w{1,40}\)s|#\{|^\{\w*\}$|^\[\w+\]$/i
const REFERENCE =
  /^(?:process\.env|import\.meta|os\.environ|os\.getenv|env[.([]|ENV\[|System\.|secrets\.|vars?\.|config\.|settings\.|self\.|this\.|data\.|local\.|module\.|await |new |(?:null|none|nil|undefined|true|false)$|vault:|ssm:|arn:|op:\/\/|file:|https?:|\$[A-Za-z_]\w*(?:$|[/.:-])|\$env:|%[A-Za-z_]\w*%|@[A-Za-z_./-]+$|\{|&[A-Za-z_]\w*$)/i
const STOCK_WORDS =
  /pass(?:word|wd|phrase)?|pwd|secret|token|key|test|admin|user|root|name|my|api|auth|access|client|default|value|hash|the|some|super|new|old|bar|foo|baz/gi

/** Whether a value is a stand-in, a reference to a variable, or only repeats its name. Such values stay in the text. */
export const isStandIn = (value: string): boolean => {
  const head = value.slice(0, LONGEST_JUDGED)
  // Maven and others put braces around what they encrypted.
  if (/^\{[A-Za-z0-9+/]{20,}={0,2}\}$/.test(head)) return false
  if (REFERENCE.test(head) || STAND_IN.test(head) || TEMPLATE.test(head)) return true
  const rest = head.replace(STOCK_WORDS, '').replace(/[-_.\s]/g, '')
  return rest.length <= 3 || /^(.)\1*$/.test(rest)
}

/** The stricter test for values with a known format: they stay only if they are plainly documentation. */
export const isSampleToken = (value: string): boolean => {
  const head = value.slice(0, LONGEST_JUDGED)
  return /example|placeholder|your[-_]|x{5,}|redacted|\.{3}|(.)\1{7,}|123456789|abcdefgh/i.test(head)
}
