import { UNOWNED } from '../../schema/owner.ts'
import type { Connection, Row, Value } from '../connection.ts'
import { type Condition, given, IN_LIST, runIn, upsertSql, where } from '../statement.ts'
import { integer, named, pick, type RecordOf, type RowOf, table, text, toNewValues, toRecord, word } from '../table.ts'
import { SESSION } from '../tables.ts'

export const OWNER_CLAIM = table('owner_claim', ['kind', 'subject'], {
  kind: word<'session' | 'owner'>(),
  subject: text,
  owner: text,
  /** Who said so, and when. */
  by_owner: named('by', text),
  at: integer,
})
const CLAIM = pick(OWNER_CLAIM)
const WRITE = upsertSql(OWNER_CLAIM)

/** A person's word on the owner of one session (by its id), or of all sessions of an owner (as in `telegram:42`). */
export type OwnerClaim = RecordOf<typeof OWNER_CLAIM>

/** Stores claims and changes the owners of their sessions. A second claim about the same subject replaces the first. */
export const writeClaims = (connection: Connection, claims: readonly OwnerClaim[]): Promise<void> =>
  connection.transaction(async (transaction) => {
    for (const claim of claims) await transaction.run(WRITE, toNewValues(OWNER_CLAIM, claim))
    await settleClaimed(transaction, claims)
  })

/** Deletes claims and restores the owners that the history names. Returns the number of deleted claims. */
export const deleteClaims = (
  connection: Connection,
  claims: readonly Pick<OwnerClaim, 'kind' | 'subject'>[],
): Promise<number> =>
  connection.transaction(async (transaction) => {
    let count = 0
    for (const { kind, subject } of claims)
      count += await transaction.run('delete from owner_claim where kind = ? and subject = ?', [kind, subject])
    await settleClaimed(transaction, claims)
    return count
  })

export type ListedClaim = OwnerClaim & {
  /** The agent's own id of the session; undefined for an owner, and for a session that is gone. */
  nativeId: string | undefined
  platform: string | null
  /** How many sessions it is about. */
  sessions: number
}

type Counted = { nativeId: string | null; platform: string | null; sessions: number }

/** All claims, by kind and time. */
export const listClaims = async (connection: Connection): Promise<ListedClaim[]> => {
  const rows = await connection.all<RowOf<typeof CLAIM> & Counted>(
    `select ${CLAIM}, session.native_id as "nativeId", session.platform,
            case when owner_claim.kind = 'owner' then (select count(*) from session as found where found.found_owner = owner_claim.subject)
                 when session.id is null then 0 else 1 end as sessions
       from owner_claim left join session on owner_claim.kind = 'session' and session.id = owner_claim.subject
      order by owner_claim.kind, owner_claim.at, owner_claim.subject`,
  )
  return rows.map(({ nativeId, platform, sessions, ...claim }) => ({
    ...toRecord(OWNER_CLAIM, claim),
    nativeId: nativeId ?? undefined,
    platform,
    sessions,
  }))
}

/** Applies claims to sessions that an import has just written: a claim wins over the owner that the history names. */
export const applyClaims = async (connection: Connection, ids: readonly Value[]): Promise<void> => {
  if ((await connection.all('select kind from owner_claim limit 1')).length === 0) return
  await runIn(connection, `${SETTLE} and session.id in ${IN_LIST}`, ids)
}

const settleClaimed = async (
  connection: Connection,
  claims: readonly Pick<OwnerClaim, 'kind' | 'subject'>[],
): Promise<void> => {
  const sessions = claims.flatMap(({ kind, subject }) => (kind === 'session' ? [subject] : []))
  await runIn(connection, `${SETTLE} and session.id in ${IN_LIST}`, sessions)
  for (const { kind, subject } of claims)
    if (kind === 'owner') await connection.run(`${SETTLE} and session.found_owner = ?`, [subject])
}

/** Claims do not change sessions that were held here: their chat decides about the owner. */
const SETTLE = `update session set owner = coalesce(
    (select claim.owner from owner_claim as claim where claim.kind = 'session' and claim.subject = session.id),
    (select claim.owner from owner_claim as claim where claim.kind = 'owner' and claim.subject = session.found_owner),
    session.found_owner)
  where not exists (select 1 from live_session where live_session.id = session.native_id and live_session.owner = session.found_owner)`

export interface OwnerFilter {
  source?: string | undefined
  platform?: string | undefined
}

export interface OwnerCount extends Row {
  owner: string
  sessions: number
}

/** Counts sessions by owner, most first; sessions without an owner under `UNOWNED`. */
export const countOwners = (connection: Connection, filter: OwnerFilter = {}): Promise<OwnerCount[]> => {
  const { sql, values } = conditions(filter)
  return connection.all<OwnerCount>(
    `select owner, count(*) as sessions from session where ${sql} group by owner order by sessions desc, owner`,
    values,
  )
}

export interface UnownedCount extends Row {
  source: string
  platform: string | null
  sessions: number
}

/** Counts sessions without an owner, by source and platform. */
export const countUnowned = (connection: Connection): Promise<UnownedCount[]> =>
  connection.all<UnownedCount>(
    `select source, platform, count(*) as sessions from session where owner = ?
       group by source, platform order by source, sessions desc, platform`,
    [UNOWNED],
  )

const CLAIMABLE = pick(SESSION, 'id native_id owner found_owner')
export type ClaimableSession = RowOf<typeof CLAIMABLE>

/** Sessions without an owner, of one platform or of all. */
export const unownedSessions = (connection: Connection, filter: OwnerFilter = {}): Promise<ClaimableSession[]> => {
  const { sql, values } = conditions(filter)
  return connection.all<ClaimableSession>(`select ${CLAIMABLE} from session where ${sql} and owner = ? order by id`, [
    ...values,
    UNOWNED,
  ])
}

/** Sessions that were claimed one by one. */
export const claimedSessions = (connection: Connection, filter: OwnerFilter = {}): Promise<ClaimableSession[]> => {
  const { sql, values } = conditions(filter)
  return connection.all<ClaimableSession>(
    `select ${CLAIMABLE} from session where ${sql}
       and id in (select subject from owner_claim where kind = 'session') order by id`,
    values,
  )
}

/** Counts the sessions whose history names this owner, without those that were held here. */
export const countFound = async (connection: Connection, owner: string): Promise<number> => {
  const [row] = await connection.all<{ n: number }>(
    `select count(*) as n from session where found_owner = ? and not exists (
       select 1 from live_session where live_session.id = session.native_id and live_session.owner = session.found_owner)`,
    [owner],
  )
  return row?.n ?? 0
}

/** Whether a session was held here, in a chat or at the command line. */
export const isHeldHere = async (connection: Connection, nativeId: string): Promise<boolean> =>
  (await connection.all('select id from live_session where id = ? limit 1', [nativeId])).length > 0

const conditions = ({ source, platform }: OwnerFilter): Condition =>
  where(orMissing('source', source), orMissing('platform', platform))

const orMissing = (column: 'source' | 'platform', value: string | undefined): Condition =>
  value === UNKNOWN ? where(`session.${column} is null`) : where(given(`session.${column} = ?`, value))

/** Listings show a missing platform as `unknown`, and the filter takes that word. */
const UNKNOWN = 'unknown'
