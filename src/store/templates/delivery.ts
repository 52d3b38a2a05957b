import type { Connection } from '../connection.ts'
import { AND, OF_REMOTE } from '../facts/alias-name.ts'
import { type Condition, update, where } from '../statement.ts'
import {
  flag,
  integer,
  named,
  optional,
  pick,
  type RecordOf,
  type RowOf,
  table,
  text,
  toNewValues,
  toRow,
} from '../table.ts'
import { EXPOSURE } from './exposure.ts'

/** What a live session was given or denied. Every question of this file names the owner in its SQL. */
export interface Delivery {
  /** Null: nothing fitted, so it belongs to neither arm. */
  arm: string | null
  /** The seed that it was given. */
  seed: GivenSeed | undefined
  /** Recoveries that it was told about. */
  hints: readonly string[]
  /** It was told hints alone: its start and its messages so far came too late, so its one dose is still to be settled. */
  isOpen: boolean
  /** It goes on with a conversation that began without us. */
  isResumed: boolean
}

export interface GivenSeed {
  templateId: string
  version: number
  text: string
  hash: string
  dose: number
  seen: readonly string[]
  experiment: string | undefined
  propensity: number | undefined
}

export interface SessionRef {
  owner: string
  source: string
  sessionKey: string
}

/** What a live session was given or denied. */
export const DELIVERY = table('delivery', ['owner', 'source', 'session_key'], {
  owner: text,
  source: text,
  session_key: text,
  at: integer,
  /** When it was first asked something, where that is known. */
  prompted_at: optional(integer),
  arm: optional(text),
  exposure_id: optional(text),
  template_id: optional(text),
  version: optional(integer),
  /** The very words, to be given again after a compaction. */
  given: optional(text),
  hints: text,
  /** It goes on with a conversation that began without us. */
  resumed: named('isResumed', flag),
})

const OF_DELIVERY = pick(DELIVERY, 'arm prompted_at resumed hints template_id version given')
const OF_EXPOSURE = pick(EXPOSURE, 'hash dose seen experiment propensity')
type Given = RowOf<typeof OF_EXPOSURE>
type DeliveryRow = RowOf<typeof OF_DELIVERY> & { [Name in keyof Given]: Given[Name] | null }

/** What is known of a session; undefined: nothing yet, so its one dose is still open. */
export const deliveryOf = async (connection: Connection, session: SessionRef): Promise<Delivery | undefined> => {
  const [row] = await connection.all<DeliveryRow>(
    `select ${OF_DELIVERY}, ${OF_EXPOSURE}
       from delivery left join exposure on exposure.id = delivery.exposure_id and exposure.owner = delivery.owner
      where delivery.owner = ? and delivery.source = ? and delivery.session_key = ?`,
    [session.owner, session.source, session.sessionKey],
  )
  if (row === undefined) return undefined
  const isOpen = row.arm === null && row.prompted_at === null
  return { arm: row.arm, seed: seedOf(row), hints: listOf(row.hints), isOpen, isResumed: row.resumed === 1 }
}

const seedOf = (row: DeliveryRow): GivenSeed | undefined => {
  const { template_id: templateId, version, given: text, hash, dose, seen, experiment, propensity } = row
  if (templateId === null || version === null || text === null || hash === null) return undefined
  return {
    templateId,
    version,
    text,
    hash,
    dose: dose ?? 0,
    seen: listOf(seen ?? '[]'),
    experiment: experiment ?? undefined,
    propensity: propensity ?? undefined,
  }
}

/** A damaged list counts as an empty one. */
const listOf = (json: string): string[] => {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

type Settled = Pick<
  RecordOf<typeof DELIVERY>,
  'at' | 'promptedAt' | 'arm' | 'exposureId' | 'templateId' | 'version' | 'given'
>

export type NewDelivery = Pick<Settled, 'at'> &
  Partial<Settled> & {
    hints?: readonly string[]
    /** It goes on with a conversation that began without us. */
    isResumed?: boolean
  }

/** Settles what a session gets; false: another process was faster, and its word stands. */
export const claimDelivery = async (
  connection: Connection,
  session: SessionRef,
  delivery: NewDelivery,
): Promise<boolean> => {
  const { hints = [], isResumed = false } = delivery
  const row = { ...session, ...settled(delivery), hints: JSON.stringify(hints), isResumed }
  return (await connection.insertNew(DELIVERY, [toNewValues(DELIVERY, row)])).length === 0
}

const settled = ({ at, promptedAt, arm, exposureId, templateId, version, given }: NewDelivery): Settled => ({
  at,
  promptedAt,
  arm,
  exposureId,
  templateId,
  version,
  given,
})

/** As `claimDelivery`, also for a session that was told hints alone so far. */
export const settleDelivery = async (
  connection: Connection,
  session: SessionRef,
  delivery: Omit<NewDelivery, 'hints' | 'isResumed'>,
): Promise<boolean> => {
  if (await claimDelivery(connection, session, delivery)) return true
  const open = where(ofSession(session), 'arm is null and prompted_at is null')
  return (await update(connection, DELIVERY, toRow(DELIVERY, settled(delivery)), open)) > 0
}

const ofSession = ({ owner, source, sessionKey }: SessionRef): Condition =>
  where(['owner = ? and source = ? and session_key = ?', owner, source, sessionKey])

/** Adds to what a session was told; false: another process told it something in the meantime. */
export const claimHint = async (
  connection: Connection,
  session: SessionRef,
  { before, hint }: { before: readonly string[]; hint: string },
): Promise<boolean> =>
  (await update(
    connection,
    DELIVERY,
    { hints: JSON.stringify([...before, hint]) },
    where(ofSession(session), ['hints = ?', JSON.stringify(before)]),
  )) > 0

/** Whether the owner has a template that could be given. */
export const hasReadySeed = async (connection: Connection, owner: string): Promise<boolean> => {
  const found = await connection.all('select template_id from ready where owner = ? limit 1', [owner])
  return found.length > 0
}

/** Whether an experiment of this owner ever found that something hurts. Hooks ask this before they load more. */
export const hasFoundHarm = async (connection: Connection, owner: string): Promise<boolean> => {
  const rows = await connection.all("select id from experiment where owner = ? and verdict = 'hurts' limit 1", [owner])
  return rows.length > 0
}

/** Whether an owner has an experiment over live sessions that is open for this project. Hooks ask this before they load more. */
export const hasLiveExperiment = async (
  connection: Connection,
  owner: string,
  project: string | undefined,
): Promise<boolean> => {
  const rows = await connection.all(
    `select 1 from experiment where owner = ? and design in ('live', 'reversal') and state in ('declared', 'running')
        and (project is null or project = ?) limit 1`,
    [owner, project ?? ''],
  )
  return rows.length > 0
}

/** Forgets sessions that will not be taken up again; the ledger keeps what they were given. */
export const forgetDeliveries = (connection: Connection, owner: string, before: number): Promise<number> =>
  connection.run('delete from delivery where owner = ? and at < ?', [owner, before])

/** The hash that a version of a template is known by. */
export const versionHash = async (
  connection: Connection,
  owner: string,
  { templateId, version }: { templateId: string; version: number },
): Promise<string | undefined> => {
  const [row] = await connection.all<{ hash: string }>(
    `select template_version.hash from template_version join template on template.id = template_version.template_id
      where template.owner = ? and template_version.template_id = ? and template_version.version = ?`,
    [owner, templateId, version],
  )
  return row?.hash
}

/** What is known of a directory before the store is asked. */
interface Whereabouts {
  project: string | undefined
  repository: string | undefined
}

/** The project under which sessions of a directory count; the directory itself where the store does not know it. */
export const projectHere = async (
  connection: Connection,
  { project, repository }: Whereabouts,
): Promise<string | undefined> => {
  if (project === undefined) return undefined
  const names = [`${project}${AND}${repository ?? ''}`, `${OF_REMOTE}${repository ?? ''}`, project]
  const rows = await connection.all<{ name: string; project: string }>(
    'select name, project from project_alias where name in (?, ?, ?)',
    names,
  )
  for (const name of names) {
    const found = rows.find((row) => row.name === name)
    if (found !== undefined) return found.project
  }
  return project
}
