import { readTime } from '../../../lib/clock.ts'
import { isRecord, parseJson } from '../../../lib/json.ts'
import type { ParentKind } from '../../../schema/session-event.ts'
import { cellText, cellWord, type SessionRow } from './rows.ts'
import { HELPER, NO_ROUTING, type Routing, strayOwner, type Whose, whoseRow } from './whose.ts'

/** Where a session comes from. */
export interface Lineage {
  parent?: { session: string; kind: ParentKind }
  /** First session of the chain of continuations and branches: sessions that copy history from one another share it. */
  root: string
  /** Its parents lead back to itself; the link is dropped. */
  cyclic: boolean
  /** Owner of the session; a sub-agent or a continuation without a user has its parent's owner. */
  owner?: Whose
}

/** Follows parents upwards. Remembers what it found, so that long chains cost one step per session. */
export const createLineage = (lookup: (id: string) => SessionRow | undefined, routing: Routing = NO_ROUTING) => {
  const known = new Map<string, Lineage>()
  /** The owner by the session's own evidence, else its parent's owner. */
  const ownerOf = (row: SessionRow, parent: Lineage | undefined): Whose => {
    const own = whoseRow(row, routing)
    if (typeof own === 'string') return own
    if (parent !== undefined) return parent.owner === undefined ? own : parent.owner
    const platform = cellWord(row.source)
    // A sub-agent without its parent and a session without its row carry no evidence of an owner.
    return own === undefined && (platform === undefined || platform === HELPER) ? strayOwner(routing) : own
  }

  return (row: SessionRow): Lineage => {
    const first = linkOf(row)
    if (first === undefined) return ownedBy(ownerOf(row, undefined), { root: row.id, cyclic: false })
    if (known.size > REMEMBERED) known.clear()
    const path: { id: string; link: Lineage['parent']; row: SessionRow }[] = []
    const seen = new Map<string, number>()
    let current: SessionRow | undefined = row
    let cycleFrom = -1
    while (current !== undefined && !known.has(current.id) && path.length < HOPS) {
      const again = seen.get(current.id)
      if (again !== undefined) {
        cycleFrom = again
        break
      }
      seen.set(current.id, path.length)
      const link = linkOf(current)
      path.push({ id: current.id, link, row: current })
      current = link === undefined ? undefined : lookup(link.session)
    }
    for (let at = path.length - 1; at >= 0; at--) {
      const { id, link, row: each } = path[at] as (typeof path)[number]
      const own = cycleFrom >= 0 && at >= cycleFrom ? brokenCycle(path, cycleFrom) : step(known, id, link)
      known.set(id, ownedBy(ownerOf(each, link === undefined ? undefined : known.get(link.session)), own))
    }
    return known.get(row.id) ?? ownedBy(ownerOf(row, undefined), { root: row.id, cyclic: false })
  }
}

const ownedBy = (owner: Whose, lineage: Lineage): Lineage => (owner === undefined ? lineage : { ...lineage, owner })

/** Limits on the length of a chain and on how many sessions are remembered. Beyond them the root that is found is a nearer ancestor. */
const HOPS = 10_000
const REMEMBERED = 50_000

const step = (known: ReadonlyMap<string, Lineage>, id: string, link: Lineage['parent']): Lineage => {
  if (link === undefined) return { root: id, cyclic: false }
  const copiesHistory = link.kind === 'compression' || link.kind === 'branch'
  const root = copiesHistory ? (known.get(link.session)?.root ?? link.session) : id
  return { parent: link, root, cyclic: false }
}

const brokenCycle = (path: readonly { id: string }[], from: number): Lineage => {
  let root = path[from]?.id ?? ''
  for (const { id } of path.slice(from)) if (id < root) root = id
  return { root, cyclic: true }
}

/** The four meanings of `parent_session_id`. A marker counts only when it names this parent: continuations inherit it. */
const linkOf = (row: SessionRow): Lineage['parent'] => {
  const session = cellText(row.parentId)
  if (session === undefined || session === '') return undefined
  const kind = session === row.id ? 'branch' : (markedKind(row, session) ?? unmarkedKind(row))
  return kind === undefined ? undefined : { session, kind }
}

const MARKERS: readonly (readonly [string, ParentKind])[] = [
  ['_branched_from', 'branch'],
  ['_delegate_from', 'subagent'],
  ['_reset_from', 'reset'],
]

const markedKind = (row: SessionRow, parent: string): ParentKind | undefined => {
  const text = cellText(row.modelConfig)
  const config = text === undefined ? row.modelConfig : text.includes('_from') ? parseJson(text) : undefined
  if (!isRecord(config)) return undefined
  return MARKERS.find(([key]) => config[key] === parent)?.[1]
}

/** Reasons that end a chat on purpose; the next session of the same chat follows it. */
const RESETS: ReadonlySet<string> = new Set([
  'session_reset',
  'session_switch',
  'new_session',
  'idle',
  'daily',
  'suspended',
  'resume_pending_expired',
])

const unmarkedKind = (row: SessionRow): ParentKind | undefined => {
  if (cellWord(row.source) === 'subagent') return 'subagent'
  const { parent } = row
  if (parent === null) return undefined
  const reason = cellWord(parent.endReason)
  if (reason === 'compression') return 'compression'
  const started = readTime(row.startedAt)
  const ended = readTime(parent.endedAt)
  const follows = started !== undefined && ended !== undefined && started >= ended
  if (reason === 'branched' && follows) return 'branch'
  const key = cellWord(row.sessionKey)
  if (reason !== undefined && RESETS.has(reason) && key !== undefined && key === cellWord(parent.sessionKey)) {
    return 'reset'
  }
  // Delegates were not tagged before schema 16: what began while its parent was still at work was sent by it.
  return follows || started === undefined ? undefined : 'subagent'
}
