import { KNOWN_PLATFORMS } from './known-platforms.ts'
import type { MessageSource } from './source.ts'

/**
 * Who is one person on several platforms, by a word of the operator: `sam` is `telegram:42` and `matrix:@sam:example.org`.
 * From `platform:user` (`platform:workspace:user` where chats have workspaces) to the person's name.
 */
export type IdentityLinks = ReadonlyMap<string, string>

/** The person a message is from, where somebody has linked them. Ids alone count: names can be taken by anybody. */
export const linkedPerson = (source: MessageSource, links: IdentityLinks): string | undefined => {
  if (links.size === 0) return undefined
  for (const id of [source.userIdAlt, source.userId]) {
    if (id === undefined) continue
    const person = links.get(identityOf(source, id))
    if (person !== undefined) return person
  }
  return undefined
}

const identityOf = ({ platform, scopeId }: MessageSource, id: string): string => {
  const traits = KNOWN_PLATFORMS[platform]
  const canonical = traits?.canonicalId?.(id) ?? id
  return traits?.hasScopedChats && scopeId !== undefined
    ? `${platform}:${scopeId}:${canonical}`
    : `${platform}:${canonical}`
}
