import { findSecrets } from './find.ts'
import { replaceSpans } from './span.ts'

/**
 * Replaces every known kind of secret by a typed placeholder such as `<SECRET:aws-key>`. Linear in the length of the
 * text.
 */
export const redact = (text: string): string => {
  const spans = findSecrets(text)
  return spans.length === 0 ? text : replaceSpans(text, spans)
}

/** `redact`, with the number of secrets of each kind. */
export const redactWithReport = (text: string): { text: string; found: Record<string, number> } => {
  const spans = findSecrets(text)
  const found: Record<string, number> = {}
  for (const span of spans) found[span.kind] = (found[span.kind] ?? 0) + 1
  return { text: replaceSpans(text, spans), found }
}
