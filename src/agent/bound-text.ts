/**
 * Cuts a text to about `limit` characters and marks the cut. It keeps the beginning and more of the end, because
 * programs report failures at the end.
 */
export const boundText = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const head = Math.floor(limit * HEAD_SHARE)
  const left = `[... ${text.length - limit} characters left out ...]`
  return `${text.slice(0, head).toWellFormed()}\n${left}\n${text.slice(text.length - limit + head).toWellFormed()}`
}

const HEAD_SHARE = 0.4
