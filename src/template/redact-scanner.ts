import type { Span } from '../lib/redact/span.ts'

/** Longer texts are handed over in pieces: some rules of the scanner are slower than linear. */
const LONGEST_PIECE = 32_768

/**
 * What a maintained rule set finds in a text beyond what is `taken` already. It is loaded at the first call: it costs about
 * as much as starting the program.
 */
export const scannerSpans = async (text: string, taken: readonly Span[]): Promise<Span[]> => {
  // No rule of the set finds anything shorter.
  if (text.length < 12) return []
  const spans: Span[] = []
  for (const { from, to } of piecesOf(text)) {
    for (const { ruleId, range } of await messagesOf(text.slice(from, to))) {
      const span = narrowed(text, { start: from + range[0], end: from + range[1], kind: kindOf(ruleId) })
      if (span.kind !== ADDRESS || !taken.some((other) => overlap(span, other))) spans.push(span)
    }
  }
  return spans
}

const ADDRESS = 'url-password'
const PASSWORD = /^[^\s@]{0,200}?:\/\/[^\s:@/]{0,200}:([^\s@]{1,400})@/

/** Rules for addresses report all of it, but only the password in it is to be hidden. */
const narrowed = (text: string, span: Span): Span => {
  if (span.kind !== ADDRESS) return span
  const password = PASSWORD.exec(text.slice(span.start, span.end))
  if (password === null) return span
  const end = span.start + password[0].length - 1
  return { ...span, start: end - password[1]!.length, end }
}

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

const piecesOf = (text: string): { from: number; to: number }[] => {
  const pieces = []
  for (let from = 0; from < text.length; ) {
    const limit = from + LONGEST_PIECE
    const lineEnd = limit >= text.length ? -1 : text.lastIndexOf('\n', limit)
    const to = lineEnd > from ? lineEnd + 1 : Math.min(limit, text.length)
    pieces.push({ from, to })
    from = to
  }
  return pieces
}

const messagesOf = async (content: string) => {
  const [{ lintSource }, preset, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ])
  // The profiler keeps a mark for every text and rule, for ever: memory would leak in a program that uses the library.
  secretLintProfiler.setEnabled(false)
  // A comment in the scanned text must not switch the scanner off, and the preset does not let that rule be disabled.
  const rules = preset.rules
    .filter(({ meta }) => !meta.id.endsWith('filter-comments'))
    .map((rule) => ({ id: rule.meta.id, rule }))
  const { messages } = await lintSource({
    source: { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
    options: { noPhysicFilePath: true, config: { rules } },
  })
  return messages
}

/** Rules that we have too go by our names. */
const OUR_NAMES: Record<string, string> = {
  privatekey: 'private-key',
  basicauth: ADDRESS,
  'database-connection-string': ADDRESS,
}

const kindOf = (ruleId: string): string => {
  const name = ruleId.replace(/^.*secretlint-rule-/, '').replaceAll(/[^a-z0-9-]/g, '')
  return OUR_NAMES[name] ?? name
}
