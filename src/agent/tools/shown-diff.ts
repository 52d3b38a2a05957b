import { unifiedDiff } from '../../lib/unified-diff.ts'

/** The diff of a file that a tool changed, at most `limit` characters with the cut marked. Empty if no line changed. */
export const shownDiff = (
  before: string | undefined,
  after: string | undefined,
  { file, limit = MAX_DIFF_CHARS }: { file: string; limit?: number },
): string => {
  if ((before ?? '') === (after ?? '')) return ''
  const text = unifiedDiff(before, after, { from: `a/${file}`, to: `b/${file}` })
  if (text.length <= limit) return text
  const end = text.lastIndexOf('\n', limit)
  return `${text.slice(0, end > 0 ? end : limit)}\n[diff cut: ${text.length - limit} more characters]`
}

const MAX_DIFF_CHARS = 10_000
