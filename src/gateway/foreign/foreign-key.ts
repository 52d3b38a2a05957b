import { type KeyRules, sessionKey } from '../identity/key.ts'
import { KNOWN_PLATFORMS } from '../identity/known-platforms.ts'
import type { MessageSource } from '../identity/source.ts'

/**
 * Whether another gateway's key means the conversation that this message belongs to here. Such keys escape nothing and
 * may write ids in an older way.
 */
export const fitsKey = (theirs: string, source: MessageSource, rules: KeyRules): boolean => {
  const canonicalId = KNOWN_PLATFORMS[source.platform]?.canonicalId
  const ours = unescaped(sessionKey(source, rules))
  // Older keys leave out the workspace. The origin of the chat still names it, so such a key fits too.
  if (theirs === ours || theirs === unescaped(sessionKey({ ...source, scopeId: undefined }, rules))) return true
  return (
    canonicalId !== undefined &&
    theirs
      .split(':')
      .map((part) => canonicalId(part))
      .join(':') === ours
  )
}

const unescaped = (key: string): string =>
  key.replaceAll(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
