import { isGenerated, lookOf } from './generated.ts'
import type { Sign } from './words/sign-search.ts'
import type { Span } from './span.ts'
import { looksRandom, looksWritten } from './values.ts'

const LONGEST_ADDRESS = 400
const ADDRESS = /[^\s"'<>`\\)]{0,400}/y
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Finds the secret parts of webhook addresses of chats and build services. Anybody who knows such an address can post
 * to it.
 */
export const WEBHOOK_SIGNS: readonly Sign[] = ['hook', '/with/key/'].map((word) => ({
  word,
  isCommon: true,
  examine: (text, start, end, spans) => addressAt(text, start, end, spans),
}))

const addressAt = (text: string, start: number, end: number, spans: Span[]): number => {
  const before = text.slice(Math.max(0, start - LONGEST_ADDRESS), start)
  const scheme = before.lastIndexOf('://')
  if (scheme < 0 || /[\s"'<>`\\)]/.test(before.slice(scheme))) return end
  // The word must be its own part of the address (`hooks.host`, `/webhooks/`), not the name of a repository.
  if (!/(?:[/.]|web|build_|incoming)$/i.test(before)) return end
  ADDRESS.lastIndex = end
  ADDRESS.test(text)
  const behind = text.slice(end, ADDRESS.lastIndex)
  let at = end
  let last = end
  for (const part of behind.split(/([/?#&])/)) {
    if (part === '?' || part === '#' || part === '&') break
    if (isSecretPart(part)) {
      spans.push({ start: at, end: at + part.length, kind: 'webhook' })
      last = at + part.length
    }
    at += part.length
  }
  return last
}

const isSecretPart = (part: string): boolean => {
  if (part.length < 7 || part.length > 200) return false
  if (UUID.test(part) || /^[0-9a-f]{20,}$/.test(part)) return true
  if (/^[0-9a-f]+$/.test(part)) return false
  if (looksRandom(part, 7) && /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part)) return true
  if (!/[a-z]/i.test(part) || looksWritten(part) || !/^[\w~.-]+$/.test(part)) return false
  return looksRandom(part, 7) || (part.length >= 16 && isGenerated(lookOf(part)))
}
