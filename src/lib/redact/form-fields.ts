import type { Sign } from './words/sign-search.ts'
import type { Span } from './span.ts'
import { isStandIn, looksChosen } from './values.ts'

/**
 * Finds what a program that drives a browser types into a password field: `getByLabel('Password').fill('X')`,
 * `page.fill('#password', 'X')`, and arguments of tools: `{"element": "Password field", "text": "X"}`.
 */
export const FORM_FIELD_SIGNS: readonly Sign[] = ['password', 'passwd', 'passphrase', 'passcode'].map((word) => ({
  word,
  examine: (text, start, end, spans) => typedBehind(text, end, spans) ?? typedBefore(text, start, spans) ?? end,
}))

const LONGEST = 400
const QUOTE = String.raw`\\{0,3}["']`
const TYPED = String.raw`${QUOTE}([^"'\\\n]{4,128})\\{0,3}["']`
/** The rest of the selector or label that names the field. */
const REST = String.raw`(?:\\{0,3}["'](?=[\])]))?[^"'\n{}]{0,40}`

const FILLS =
  'fill|type|sendkeys|send_keys|setvalue|set_value|presssequentially|press_sequentially|clear_and_type|input_text|entertext'
const CALL = new RegExp(
  String.raw`${REST}${QUOTE}\s{0,2}\)?[^\n"'{}]{0,60}?\.(?:(?:${FILLS})\(\s{0,4}|value\s{0,2}=\s{0,2})${TYPED}`,
  'iyd',
)
const ARGUMENT = new RegExp(
  String.raw`${REST}${QUOTE}\s{0,2},\s{0,4}(?:with:\s{0,2}|text=|value=)?${TYPED}\s{0,2}\)?`,
  'iyd',
)
const OTHER_FIELD = String.raw`(?:\s{0,20}${QUOTE}\w{1,20}${QUOTE}\s{0,2}:\s{0,2}(?:${QUOTE}[^"'\n]{0,80}${QUOTE}|[\w.]{1,20})\s{0,2},){0,4}`
const VALUE_NAME = String.raw`\s{0,20}${QUOTE}(?:text|value|content|keys|input|string)${QUOTE}\s{0,2}:\s{0,2}`
const FIELD = new RegExp(String.raw`${REST}${QUOTE}\s{0,2},${OTHER_FIELD}${VALUE_NAME}${TYPED}`, 'iyd')
const FIELD_BEFORE = new RegExp(
  String.raw`${VALUE_NAME}${TYPED}\s{0,2},${OTHER_FIELD}\s{0,20}${QUOTE}(?:element|selector|name|label|field|target|locator|placeholder)${QUOTE}\s{0,2}:\s{0,2}${QUOTE}[^"'\n]{0,60}$`,
  'id',
)

const typedBehind = (text: string, end: number, spans: Span[]): number | undefined => {
  const behind = text.slice(end, end + LONGEST)
  for (const [pattern, isSure] of [
    [CALL, true],
    [FIELD, true],
    [ARGUMENT, false],
  ] as const) {
    pattern.lastIndex = 0
    const place = pattern.exec(behind)?.indices?.[1]
    if (place !== undefined && isTyped(behind.slice(...place), isSure)) return record(end, place, spans)
  }
  return undefined
}

const typedBefore = (text: string, start: number, spans: Span[]): number | undefined => {
  const from = Math.max(0, start - LONGEST)
  const before = text.slice(from, start)
  if (!/\\{0,3}["'](?:element|selector|name|label|field|target|locator|placeholder)/i.test(before)) return undefined
  const place = FIELD_BEFORE.exec(before)?.indices?.[1]
  if (place === undefined || !isTyped(before.slice(...place), true)) return undefined
  record(from, place, spans)
  return undefined
}

const record = (from: number, [start, end]: [number, number], spans: Span[]): number => {
  spans.push({ start: from + start, end: from + end, kind: 'password' })
  return from + end
}

/**
 * Whether a value is typed into the field. A call that fills a field is sure; of two texts side by side the second
 * must look like a password.
 */
const isTyped = (value: string, isSure: boolean): boolean =>
  !isStandIn(value) &&
  looksChosen(value, 5) &&
  (isSure || (/[A-Za-z]/.test(value) && /\d|[!@#%^*?]/.test(value) && !/^[\w-]+\.[a-z]+|[/:]/i.test(value)))
