/**
 * A text in at most about `limit` characters: its beginning and, because programs fail at their end, more of its end, with the cut
 * marked between them. `whole` says how long it was where only a part of it is at hand.
 */
export const boundText = (text: string, limit: number, whole = text.length): string => {
  if (text.length <= limit && whole <= text.length) return text
  const missing = whole - text.length
  if (text.length <= limit) return `[... ${missing} characters are gone ...]\n${text}`
  const head = Math.floor(limit * HEAD_SHARE)
  const tail = limit - head
  return `${text.slice(0, head).toWellFormed()}\n[... ${whole - limit} characters left out ...]\n${text.slice(-tail).toWellFormed()}`
}

const HEAD_SHARE = 0.4
