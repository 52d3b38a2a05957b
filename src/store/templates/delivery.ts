import type { Connection, Row, Table } from '../connection.ts'
import { AND, OF_REMOTE } from '../facts/alias-name.ts'

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

interface DeliveryRow extends Row {
  arm: string | null
  prompted_at: number | null
  resumed: number
  hints: string
  template_id: string | null
  version: number | null
  given: string | null
  hash: string | null
  dose: number | null
  seen: string | null
  experiment: string | null
  propensity: number | null
}

/** What is known of a session; undefined: nothing yet, so its one dose is still open. */
export const deliveryOf = async (connection: Connection, session: SessionRef): Promise<Delivery | undefined> => {
  const [row] = await connection.all<DeliveryRow>(
    `select delivery.arm, delivery.prompted_at, delivery.resumed, delivery.hints, delivery.template_id, delivery.version, delivery.given,
            exposure.hash, exposure.dose, exposure.seen, exposure.experiment, exposure.propensity
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

const DELIVERY: Table = {
  name: 'delivery',
  key: ['owner', 'source', 'session_key'],
  columns: 'owner source session_key at prompted_at arm exposure_id template_id version given hints resumed'.split(' '),
}

export interface NewDelivery {
  at: number
  /** When it was first asked something, where that is known. */
  promptedAt?: number | undefined
  arm?: string | undefined
  exposureId?: string | undefined
  templateId?: string | undefined
  version?: number | undefined
  /** The very words, to be given again after a compaction. */
  given?: string | undefined
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
  const { at, promptedAt, arm, exposureId, templateId, version, given, hints = [], isResumed = false } = delivery
  const row = [session.owner, session.source, session.sessionKey, at, promptedAt ?? null, arm ?? null]
  row.push(
    exposureId ?? null,
    templateId ?? null,
    version ?? null,
    given ?? null,
    JSON.stringify(hints),
    Number(isResumed),
  )
  return (await connection.insertNew(DELIVERY, [row])).length === 0
}

/** As `claimDelivery`, also for a session that was told hints alone so far. */
export const settleDelivery = async (
  connection: Connection,
  session: SessionRef,
  delivery: Omit<NewDelivery, 'hints' | 'isResumed'>,
): Promise<boolean> => {
  if (await claimDelivery(connection, session, delivery)) return true
  const { at, promptedAt, arm, exposureId, templateId, version, given } = delivery
  const settled = await connection.run(
    `update delivery set at = ?, prompted_at = ?, arm = ?, exposure_id = ?, template_id = ?, version = ?, given = ?
      where owner = ? and source = ? and session_key = ? and arm is null and prompted_at is null`,
    [
      at,
      promptedAt ?? null,
      arm ?? null,
      exposureId ?? null,
      templateId ?? null,
      version ?? null,
      given ?? null,
    ].concat([session.owner, session.source, session.sessionKey]),
  )
  return settled > 0
}

/** Adds to what a session was told; false: another process told it something in the meantime. */
export const claimHint = async (
  connection: Connection,
  session: SessionRef,
  { before, hint }: { before: readonly string[]; hint: string },
): Promise<boolean> =>
  (await connection.run(
    'update delivery set hints = ? where owner = ? and source = ? and session_key = ? and hints = ?',
    [JSON.stringify([...before, hint]), session.owner, session.source, session.sessionKey, JSON.stringify(before)],
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
