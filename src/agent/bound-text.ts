/**
 * A text in at most about `limit` characters: its beginning and, because programs fail at their end, more of its end, with the cut
 * marked between them.
 */
export const boundText = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const head = Math.floor(limit * HEAD_SHARE)
  const left = `[... ${text.length - limit} characters left out ...]`
  return `${text.slice(0, head).toWellFormed()}\n${left}\n${text.slice(text.length - limit + head).toWellFormed()}`
}

const HEAD_SHARE = 0.4
