import { type KeyRules, sessionKey } from '../identity/key.ts'
import { KNOWN_PLATFORMS } from '../identity/known-platforms.ts'
import type { MessageSource } from '../identity/source.ts'

/**
 * Whether a key that another gateway made, which escapes nothing and may write ids in an older way, stands for the conversation
 * that such a message belongs to here.
 */
export const fitsKey = (theirs: string, source: MessageSource, rules: KeyRules): boolean => {
  const canonicalId = KNOWN_PLATFORMS[source.platform]?.canonicalId
  const ours = unescaped(sessionKey(source, rules))
  // Before keys named the workspace, the origin did; whose that is, is still known.
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
