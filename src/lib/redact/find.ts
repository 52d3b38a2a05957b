import { assignmentsIn } from './assignments.ts'
import { dashesIn } from './dashes.ts'
import { elementsIn } from './elements.ts'
import { otherLettersIn } from './words/languages.ts'
import { type Marks, marksOf } from './words/marks.ts'
import { plainViewOf } from './plain-view.ts'
import { signsIn } from './signs.ts'
import type { Span } from './span.ts'
import { mergeSpans } from './span.ts'
import { tokensIn } from './tokens.ts'
import { unitsOf } from './units.ts'

// `pwd=a1b2c3` is the shortest thing any rule can find.
const SHORTEST_FINDING = 10
/**
 * Many texts are a few words such as `exit code 0`. Without a sign, a long word, or letters next to digits, they hold
 * no secret. Tokens are words of 20 characters or more.
 */
const A_FEW_WORDS = 48
const MAY_HOLD_SECRET = /[^\w\s.,]|\d[.,]?[A-Za-z]|[A-Za-z][.,]?\d|[a-z][A-Z]{2}|\d{6}|\w{20}/

/**
 * Where the secrets of a text are, in order and without overlap. Each finder looks for one cheap sign (a separator, a
 * dash or two, a long unbroken word, a telling word) and examines a limited stretch around it, so the search is linear
 * for any text. Encoded stretches (JSON, HTML, URLs) are decoded and searched a second time.
 */
export const findSecrets = (text: string): Span[] => {
  const spans: Span[] = []
  if (isTooShort(text)) return spans
  const units = unitsOf(text)
  const marks = marksOf(units, text.length)
  const met = search(text, units, marks, spans)
  const view = plainViewOf(text, { units, marks, told: met > 0 || spans.length > 0 })
  if (view !== undefined) {
    const inside: Span[] = []
    searchAlone(view.text, inside)
    for (const { start, end, kind } of inside) {
      spans.push({ start: view.startOf(start), end: view.endOf(end), kind })
    }
  }
  return mergeSpans(spans)
}

/** `findSecrets` without the second search, for a text whose parts were searched before they were encoded. */
export const findPlainSecrets = (text: string): Span[] => {
  const spans: Span[] = []
  if (!isTooShort(text)) searchAlone(text, spans)
  return mergeSpans(spans)
}

const isTooShort = (text: string): boolean =>
  text.length < SHORTEST_FINDING || (text.length < A_FEW_WORDS && !MAY_HOLD_SECRET.test(text))

const searchAlone = (text: string, spans: Span[]): void => {
  const units = unitsOf(text)
  search(text, units, marksOf(units, text.length), spans)
}

/** Returns how many telling names and words the text holds, with or without a secret beside them. */
const search = (text: string, units: Uint16Array, marks: Marks, spans: Span[]): number => {
  let met = dashesIn(text, units, marks, spans)
  tokensIn(text, units, spans)
  met += assignmentsIn(text, units, marks, spans)
  met += signsIn(text, units, spans) + otherLettersIn(text, units, marks, spans)
  elementsIn(text, units, marks, spans)
  return met
}
