import type { Twin } from './state.ts'

/**
 * Codex records most messages twice, as a response_item for the model and as an event_msg for the screen, in either
 * order; some files have only one of them. True when this one was already seen on the other side. Each sighting answers
 * for one on the other side, so a text said twice stays two messages.
 */
export const isTwin = (twins: Twin[], side: Twin['side'], message: { role: string; text: string }): boolean => {
  const opening = message.text
    .slice(0, OPENING_CHARS * 2)
    .trim()
    .slice(0, OPENING_CHARS)
  const key = `${message.role} ${fingerprint(opening)}`
  const other = twins.findIndex((twin) => twin.key === key && twin.side !== side)
  if (other >= 0) {
    twins.splice(other, 1)
    return true
  }
  twins.push({ side, key })
  if (twins.length > WAITING_LIMIT) twins.shift()
  return false
}

// The screen's text can lack citations and hidden blocks further down, so only the opening is compared.
const OPENING_CHARS = 60

// The two sides are a few lines apart.
const WAITING_LIMIT = 16

/** FNV-1a: the saved state must not hold a person's words, and sixteen waiting messages need no stronger hash. */
const fingerprint = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
