import { KNOWN_PLATFORMS } from './known-platforms.ts'
import type { MessageSource } from './source.ts'

/**
 * The operator links the identities of one person: `sam` is `telegram:42` and `matrix:@sam:example.org`. The map leads
 * from `platform:user` (`platform:workspace:user` where chats have workspaces) to the person's name.
 */
export type IdentityLinks = ReadonlyMap<string, string>

/**
 * The linked person who sent a message; undefined if the operator has not linked them. Only ids count, because anyone
 * can take a name.
 */
export const linkedPerson = (source: MessageSource, links: IdentityLinks): string | undefined => {
  if (links.size === 0) return undefined
  for (const id of [source.userIdAlt, source.userId]) {
    if (id === undefined) continue
    const person = links.get(identityOf(source, id))
    if (person !== undefined) return person
  }
  return undefined
}

/**
 * Whether the sender of a message is the user who runs the gateway: the operator has linked the sender to `local:NAME`, as in
 * `"sam": ["local:sam", "telegram:42"]`. The name of the link alone is not enough.
 */
export const isLocalUser = (
  source: MessageSource,
  { identityLinks, localUser }: { identityLinks: IdentityLinks; localUser?: string | undefined },
): boolean => {
  const person = linkedPerson(source, identityLinks)
  return person !== undefined && localUser !== undefined && identityLinks.get(`${LOCAL_USER}:${localUser}`) === person
}

/** Links to `local:NAME` where NAME is not the user who runs the gateway: they have no effect. */
export const strangeLocalLinks = (links: IdentityLinks, localUser: string): string[] =>
  [...links.keys()].filter(
    (identity) => identity.startsWith(`${LOCAL_USER}:`) && identity !== `${LOCAL_USER}:${localUser}`,
  )

const LOCAL_USER = 'local'

const identityOf = ({ platform, scopeId }: MessageSource, id: string): string => {
  const traits = KNOWN_PLATFORMS[platform]
  const canonical = traits?.canonicalId?.(id) ?? id
  return traits?.hasScopedChats && scopeId !== undefined
    ? `${platform}:${scopeId}:${canonical}`
    : `${platform}:${canonical}`
}
