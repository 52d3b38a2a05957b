import { assignmentsIn } from './assignments.ts'
import { dashesIn } from './dashes.ts'
import { elementsIn } from './elements.ts'
import { netUsesIn } from './net-use.ts'
import { pipedIn } from './piped.ts'
import type { Span } from './span.ts'
import { mergeSpans } from './span.ts'
import { tellingWordsIn } from './telling-words.ts'
import { tokensIn } from './tokens.ts'
import { unitsOf } from './units.ts'

// `pwd=a1b2c3` is the shortest thing any rule can find.
const SHORTEST_FINDING = 10

/**
 * Where the secrets of a text are, in order and without overlap. Each finder looks for one cheap sign (a separator, a
 * dash or two, a long unbroken word) and examines a bounded stretch around it, so the whole is linear whatever the text.
 */
export const findSecrets = (text: string, options: { thorough?: boolean } = {}): Span[] => {
  const spans: Span[] = []
  if (text.length < SHORTEST_FINDING) return spans
  const units = unitsOf(text)
  dashesIn(text, units, spans)
  tokensIn(text, units, spans)
  assignmentsIn(text, units, spans)
  if (options.thorough === true) tellingWordsIn(text, units, spans)
  elementsIn(text, spans)
  netUsesIn(text, spans)
  pipedIn(text, spans)
  return mergeSpans(spans)
}
