/** A stretch of text that must not be stored, with its kind. */
export interface Span {
  start: number
  end: number
  kind: string
}

/**
 * Kinds of secrets that were found by their look alone, or by a name as well. Any other kind for the same stretch says
 * more.
 */
export const UNKNOWN_KIND = 'token'
export const NAMED_KIND = 'credential'

/**
 * Sorts spans and joins overlapping ones, so that each character is replaced once. The kind found first names the
 * joined span, because finders run from the most to the least specific.
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

/** The text between two offsets with its spans replaced. A span that crosses an edge is replaced whole. */
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
