import type { App } from '../../app.ts'
import { isoTime } from '../../lib/clock.ts'
import { AppError } from '../../lib/error.ts'
import { findSession } from '../sessions/operation.ts'
import { UNOWNED } from '../../schema/owner.ts'
import type { Connection } from '../../store/connection.ts'
import {
  claimedSessions,
  countFound,
  countOwners,
  countUnowned,
  deleteClaims,
  isHeldHere,
  listClaims,
  type OwnerClaim,
  unownedSessions,
  writeClaims,
} from '../../store/facts/owner.ts'
import type { OwnerReport } from './shape.ts'

export type { OwnerReport } from './shape.ts'

type OwnerApp = Pick<App, 'now' | 'owner'>

/** The owners of all sessions in the store, the sessions without one, and all claims. */
export const owners = async (
  { owner: localUser }: OwnerApp,
  store: Connection,
  changed: OwnerReport['changed'] = null,
): Promise<OwnerReport> => ({
  localUser,
  owners: (await countOwners(store)).map(({ owner, sessions }) => ({ owner: owner || null, sessions })),
  unowned: (await countUnowned(store)).map(({ source, platform, sessions }) => ({ source, platform, sessions })),
  claims: (await listClaims(store)).map(({ subject, nativeId, at, ...claim }) => ({
    ...claim,
    subject: nativeId ?? subject,
    at: isoTime(at) ?? '',
  })),
  changed,
})

/** The chosen sessions; exactly one of the four is set. */
export interface Chosen {
  /** Ids, or prefixes of ids. */
  sessions?: readonly string[] | undefined
  /** All sessions without an owner of this platform; `unknown` if the platform is not recorded. */
  platform?: string | undefined
  /** All sessions without an owner; for `release`, all claims. */
  isAll?: boolean | undefined
  /** All sessions whose history names this owner, also those read later. */
  owner?: string | undefined
}

/** Gives sessions to the local user or to another owner, until the claim is taken back. */
export const claim = async (
  app: OwnerApp,
  store: Connection,
  { as = app.owner, ...chosen }: Chosen & { as?: string | undefined },
): Promise<OwnerReport> => {
  checkOwner(as)
  requireOne(chosen)
  const said = { owner: as, by: app.owner, at: app.now() }
  if (chosen.owner !== undefined) {
    const sessions = await requireFound(store, chosen.owner, as)
    await writeClaims(store, [{ kind: 'owner', subject: chosen.owner, ...said }])
    return owners(app, store, { how: 'claimed', owner: as, sessions })
  }
  const subjects = chosen.sessions === undefined ? [] : await namedSessions(store, chosen.sessions)
  if (chosen.sessions === undefined)
    subjects.push(...(await unownedSessions(store, { platform: chosen.platform })).map(({ id }) => id))
  if (subjects.length === 0) throw nothing(chosen, 'there is no session without an owner')
  await writeClaims(
    store,
    subjects.map((subject): OwnerClaim => ({ kind: 'session', subject, ...said })),
  )
  return owners(app, store, { how: 'claimed', owner: as, sessions: subjects.length })
}

/** Takes claims back: the sessions get the owner that the history names, or none. */
export const release = async (app: OwnerApp, store: Connection, chosen: Chosen): Promise<OwnerReport> => {
  requireOne(chosen)
  const known = await listClaims(store)
  const claims = await claimsMeant(store, chosen, known)
  if (claims.length === 0) throw nothing(chosen, 'nobody has claimed anything')
  const sessions = known
    .filter(({ kind, subject }) => claims.some((each) => each.kind === kind && each.subject === subject))
    .reduce((sum, each) => sum + each.sessions, 0)
  await deleteClaims(store, claims)
  return owners(app, store, { how: 'released', owner: null, sessions })
}

const claimsMeant = async (
  store: Connection,
  { sessions, platform, isAll, owner }: Chosen,
  known: readonly OwnerClaim[],
): Promise<Pick<OwnerClaim, 'kind' | 'subject'>[]> => {
  if (isAll === true) return [...known]
  if (owner !== undefined) return known.filter(({ kind, subject }) => kind === 'owner' && subject === owner)
  const ids =
    sessions === undefined
      ? (await claimedSessions(store, { platform })).map(({ id }) => id)
      : await namedSessions(store, sessions)
  return known.filter(({ kind, subject }) => kind === 'session' && ids.includes(subject))
}

const namedSessions = async (store: Connection, names: readonly string[]): Promise<string[]> => {
  const ids = new Set<string>()
  for (const name of names) {
    const row = await findSession(store, name)
    if (await isHeldHere(store, row.native_id))
      throw new AppError('usage', `session ${row.native_id} was held here, so its chat decides about its owner`, {
        hint: 'gateway.identityLinks of the configuration says who is who: docs/gateway-sessions.md',
      })
    ids.add(row.id)
  }
  return [...ids]
}

const requireOne = ({ sessions, platform, isAll, owner }: Chosen): void => {
  const given = [sessions, platform, isAll === true || undefined, owner].filter((each) => each !== undefined)
  if (given.length === 1) return
  throw new AppError('usage', given.length === 0 ? 'which sessions?' : 'sessions can be chosen in one way at a time', {
    hint: 'name them by their ids, or use one of --platform, --owner and --all',
  })
}

const requireFound = async (store: Connection, owner: string, as: string): Promise<number> => {
  if (owner === as) throw new AppError('usage', `${owner} is ${as} already`, { hint: '--as names another owner' })
  const sessions = await countFound(store, owner)
  if (owner !== UNOWNED && sessions > 0) return sessions
  throw new AppError('no-such-owner', `no session that was read belongs to ${owner}`, {
    hint: '`warmstart owner` lists the owners; chats of the gateway are linked by gateway.identityLinks',
  })
}

const LONGEST_CHARS = 180

const checkOwner = (owner: string): void => {
  if (owner.trim() === owner && owner !== '' && owner.length <= LONGEST_CHARS && !/\p{Cc}/u.test(owner)) return
  throw new AppError('usage', 'an owner has 1 to 180 characters', { hint: 'your own name, or as in telegram:42' })
}

const nothing = ({ platform }: Chosen, sentence: string): AppError =>
  new AppError('nothing-to-claim', platform === undefined ? sentence : `${sentence} that was held on ${platform}`, {
    hint: '`warmstart owner` lists the owners of sessions',
  })
