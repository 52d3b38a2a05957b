/** A stretch of text that must not be stored, and what it is. */
export interface Span {
  start: number
  end: number
  kind: string
}

/** What was found by its look alone, and what by a name besides. Whatever else is known about the same stretch says more. */
export const UNKNOWN_KIND = 'token'
export const NAMED_KIND = 'credential'

/**
 * Sorts spans and joins those that overlap, so that each character is replaced once. The kind that was found first
 * names the joined span: finders run from the most to the least specific.
 */
export const mergeSpans = (spans: Span[]): Span[] => {
  if (spans.length < 2) return spans
  const ranked = spans.map((span, at) => ({ ...span, rank: at + spans.length * vagueness(span.kind) }))
  ranked.sort((a, b) => a.start - b.start || a.rank - b.rank)
  const merged: (Span & { rank: number })[] = []
  for (const span of ranked) {
    const last = merged.at(-1)
    if (last === undefined || span.start >= last.end) {
      merged.push(span)
      continue
    }
    last.end = Math.max(last.end, span.end)
    if (span.rank < last.rank) {
      last.rank = span.rank
      last.kind = span.kind
    }
  }
  return merged
}

const vagueness = (kind: string): number => (kind === UNKNOWN_KIND ? 2 : kind === NAMED_KIND ? 1 : 0)

const placeholder = (kind: string): string => `<SECRET:${kind}>`

/** The part of a text between two offsets with its spans replaced; a span that crosses an edge is replaced whole. */
export const replaceSpans = (text: string, spans: Span[], from = 0, to = text.length): string => {
  let result = ''
  let at = from
  for (const span of spans) {
    if (span.end <= from) continue
    if (span.start >= to) break
    if (span.start > at) result += text.slice(at, span.start)
    result += placeholder(span.kind)
    at = span.end
  }
  return at < to ? result + text.slice(at, to) : result
}
