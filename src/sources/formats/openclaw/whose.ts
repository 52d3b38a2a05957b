import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'

/** What OpenClaw's index says about a session: the platform, and the owner. Null: not told. Undefined: the local user. */
export interface Route {
  platform?: string
  owner?: string | null
}

/** Whether a channel is this machine's own: its control page, its terminal, its clock. Every other channel carries words of other people. */
export const isHereChannel = (channel: string): boolean => HERE.has(channel.toLowerCase())

const HERE: ReadonlySet<string> = new Set(
  'webchat internal unknown last none cli tui control-ui heartbeat cron cron-event exec-event subagent acp node'.split(
    ' ',
  ),
)

/**
 * Route of a session by its key (`agent:main:telegram:direct:42`) and the channel of its entry. A key of one person or one chat names the
 * owner. `agent:main:main` is shared by all direct messages, so a chat in it has no known owner until its messages name one sender.
 */
export const readRoute = (key: string, channel?: string, spawner?: Route): Route => {
  const words = key.toLowerCase().split(':')
  const rest = words[0] === 'agent' ? words.slice(2) : words
  if (rest.includes('subagent')) return spawner === undefined ? { platform: 'subagent' } : helperOf(spawner)
  if (rest[0] === 'cron') return { platform: 'cron' }
  // Webhooks and mails start these sessions.
  if (rest[0] === 'hook') return { platform: 'webhook', owner: null }
  const at = rest.findIndex((word) => DIRECT.has(word) || SHARED.has(word))
  const named = at > 0 ? rest[0] : channel?.toLowerCase()
  const id = at < 0 ? '' : rest.slice(at + 1).join(':')
  if (named === undefined || named === '') return at < 0 ? {} : { owner: null }
  if (isHereChannel(named)) return { platform: named }
  if (id === '') return { platform: named, owner: null }
  return { platform: named, owner: DIRECT.has(rest[at] ?? '') ? `${named}:${id}` : `${named}:chat:${chatOf(id)}` }
}

/** A sub-agent works for the owner of the session that started it. */
const helperOf = ({ owner }: Route): Route =>
  owner === undefined ? { platform: 'subagent' } : { platform: 'subagent', owner }

const DIRECT: ReadonlySet<string> = new Set(['direct', 'dm', 'private'])
const SHARED: ReadonlySet<string> = new Set(['group', 'channel', 'room', 'supergroup'])

/** Topics and threads belong to their chat. */
const chatOf = (id: string): string => id.split(/:(?:topic|thread):/)[0] ?? id

/** Routes of the sessions that an index names (`sessions.json`), by session. */
export const readIndexRoutes = (index: JsonRecord): Map<string, Route> => {
  const routes = new Map<string, Route>()
  const own = (key: string, entry: JsonRecord, hops: number): Route => {
    const parent = asString(entry.spawnedBy) ?? asString(entry.parentSessionKey)
    const spawner = parent === undefined || hops > MOST_HOPS ? undefined : index[parent]
    // A helper whose starter is not in the index any more has no known owner.
    const known = isRecord(spawner) && parent !== undefined ? own(parent, spawner, hops + 1) : LOST
    return readRoute(key, channelOf(entry), known)
  }
  for (const [key, entry] of Object.entries(index)) {
    if (!isRecord(entry)) continue
    const session = asString(entry.sessionId)
    if (session) routes.set(session, own(key, entry, 0))
  }
  return routes
}

const MOST_HOPS = 20
const LOST: Route = { owner: null }

/** The channel that an entry names in any of its fields; one of another person before one of this machine. */
const channelOf = (entry: JsonRecord): string | undefined => {
  const inside = (name: string, field: string): string | undefined =>
    isRecord(entry[name]) ? asString(entry[name][field]) : undefined
  const named = [
    asString(entry.channel),
    asString(entry.lastChannel),
    asString(entry.lastProvider),
    inside('origin', 'surface'),
    inside('origin', 'provider'),
    inside('deliveryContext', 'channel'),
  ].filter((channel) => channel !== undefined && channel !== '')
  return named.find((channel) => channel !== undefined && !isHereChannel(channel)) ?? named[0]
}
