import { codeAt, isBlankOrEnd } from '../characters.ts'
import type { Sign } from './sign-search.ts'
import type { Span } from '../span.ts'
import { isStandIn, looksChosen } from '../values.ts'

/**
 * Finds the value next to the word password if neither `=` nor `:` joins them: `.netrc`, SQL statements, routers,
 * prompts (`Password for ann: X`), HTML forms, sentences.
 */
export const PASSWORD_SIGNS: readonly Sign[] = ['password', 'passwd', 'passphrase'].map((word) => ({
  word,
  examine: (text, start, end, spans) => besideWord(text, start, end, spans),
}))

const LONGEST_BEFORE = 160
const LONGEST_BEHIND = 240

const besideWord = (text: string, start: number, end: number, spans: Span[]): number => {
  const next = codeAt(text, end)
  asPassword(text, start, spans)
  // Most of these words are part of a name or end a sentence.
  if (!(next <= 40) && next !== 61) return end
  const behind = text.slice(end, end + LONGEST_BEHIND)
  for (const { pattern, before, isSure } of WAYS) {
    pattern.lastIndex = 0
    const match = pattern.exec(behind)
    const place = match?.indices?.[1]
    if (match === null || place === undefined) continue
    if (before !== undefined && !before.test(text.slice(Math.max(0, start - LONGEST_BEFORE), start))) continue
    const value = match[1]!
    if (isStandIn(value) || isAlgorithm(value) || !(isSure || isMixed(value))) continue
    spans.push({ start: end + place[0], end: end + place[1], kind: 'password' })
    return end + place[1]
  }
  return end
}

interface Way {
  pattern: RegExp
  before?: RegExp
  /** Whether only a password can stand there. */
  isSure: boolean
}

const way = (pattern: string, before: RegExp | undefined, isSure: boolean): Way => ({
  pattern: new RegExp(pattern, 'iyd'),
  ...(before === undefined ? {} : { before }),
  isSure,
})

const BARE = '([^\\s"\'`<>|;\\\\]{4,128})'

const WAYS: Way[] = [
  // machine host login user password X
  way(`\\s{1,8}"?${BARE}`, /\blogin\s{1,8}\S{1,100}\s{1,8}$/, true),
  // ALTER USER x WITH PASSWORD 'X', SET PASSWORD FOR x = PASSWORD('X')
  way(
    `(?:\\s{1,4}|\\s{0,4}=\\s{0,4}|\\(\\s{0,2})N?'([^'\\s]{3,128})'`,
    /\b(?:with|encrypted|user|role|login|for|set)\b[^\n;]{0,120}$/i,
    true,
  ),
  // username ann password 7 X, enable password X, nmcli ... password X
  way(
    `\\s(?:[0-9]\\s)?${BARE}`,
    /(?:\bnmcli\b[^\n]{0,120}|\busername\s\S{1,40}\s(?:privilege\s\d+\s)?|\benable\s)$/i,
    false,
  ),
  // storePassword 'X'
  way(`\\s{1,4}["']([^"'\\s]{6,128})["']`, /(?:store|key|db|database|admin|root|master)_?$/i, false),
  // password - X, password -> X
  way(`\\s{1,2}(?:[-–—]|[-=]>|→)\\s{1,2}["'\`]?${BARE}`, undefined, false),
  // {:password "X"}
  way(`\\s{1,4}"([^"\\s]{4,128})"`, /(?:^|[\s{(]):$/, false),
  // --password <(echo 'X')
  way(`\\s{1,2}<\\(echo\\s{1,4}(?:-n\\s)?["']?${BARE.replace('`<>', '`<>()')}`, undefined, true),
  // Password for 'https://ann@host': X
  way(`\\s(?:for|of)\\s'[^'\\n]{1,160}'\\s{0,2}:\\s{0,2}${BARE}`, undefined, false),
  // user "ann" password "X"
  way(`\\s{1,4}["']([^"'\\s]{4,128})["']`, /\buser(?:name)?\s{1,4}\S{1,80}\s{1,4}$/i, true),
  // log in with password X
  way(`\\s${BARE}`, /(?:\b(?:with|using|the|new|and|a)\s(?:the\s)?(?:\w{1,12}\s)?|\()$/i, false),
  // Password for ann@host: X
  way(
    `\\s(?:for|of)\\s[^\\s:=]{1,60}(?:\\s[^\\s:=]{1,40})?\\s{0,2}(?::|=|\\sis\\s)\\s{0,2}["'\`]?${BARE}`,
    undefined,
    false,
  ),
  // a line of its own
  way(`[ \\t]{1,8}${BARE}(?=\\s*(?:\\n|["\\\\]|$))`, /(?:^|\n)[ \t]*(?:[\w.-]{1,40}_)?$/, false),
  // the password is X
  way(
    `\\s{1,2}(?:is|was|will be|set to)(?:\\snow)?:?\\s{1,2}["'\`*]{0,2}([^\\s"'\`<>|;\\\\*]{6,128}?)(?=[.,!;:]?(?:["'\`*\\s]|$))`,
    undefined,
    false,
  ),
  // Content-Disposition: form-data; name="password", an empty line, X
  way(
    `["'][^\\n]{0,80}\\n(?:[\\w-]{1,40}:[^\\n]{0,80}\\n)?\\r?\\n([^\\s]{4,128})`,
    /form-data;[^\n]{0,80}name=["']$/i,
    true,
  ),
  // <input type="password" name="pw" value="X">
  way(`["'][^<>\\n]{0,160}\\svalue=["']([^"'\\n]{4,128})["']`, /<input\b[^<>\n]{0,120}$/i, true),
]

/**
 * Whether a value has letters and digits, or letters and signs. Most values after such a word are just another word.
 */
const isMixed = (value: string): boolean =>
  looksChosen(value, 6) && /\d|[!@#$%^&*?]|[a-z][A-Z]/.test(value) && !/^\d+$/.test(value)

const isAlgorithm = (value: string): boolean =>
  /^(?:sha|md|base|utf|argon|scrypt|bcrypt|rsa|aes|hmac|pbkdf|ascii|iso|ntlm|oauth)[-_]?[\w-]{0,8}$/i.test(value)

const AS = /["'`]([^\s"'`]{6,128})["'`] as (?:the |your |my |its |our )?(?:new |root |admin )?$/

/** `use "X" as the password` */
const asPassword = (text: string, start: number, spans: Span[]): void => {
  if (!isBlankOrEnd(codeAt(text, start - 1))) return
  const before = text.slice(Math.max(0, start - LONGEST_BEFORE), start)
  const match = AS.exec(before)
  const value = match?.[1]
  if (match === null || value === undefined || isStandIn(value) || !isMixed(value)) return
  const from = start - before.length + match.index + 1
  spans.push({ start: from, end: from + value.length, kind: 'password' })
}
