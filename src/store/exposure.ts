import { hashOf } from '../lib/hash.ts'
import type { Connection, Row, Table, Value } from './connection.ts'

/** Somebody was given a template: one entry of the ledger. */
export interface Exposure {
  templateId: string
  version: number
  hash: string
  at: number
  /** How it was given, such as the command. */
  how: string
  format: string
  dose: number
  sessionKey?: string | undefined
  arm?: string | undefined
  /** With what probability it was given, where that was drawn. */
  propensity?: number | undefined
  /** Ids of the pieces that were shown. */
  seen: readonly string[]
}

const EXPOSURE: Table = {
  name: 'exposure',
  key: ['id'],
  columns:
    'id template_id version hash owner at how format dose session_key arm propensity seen outcome outcome_by outcome_at'.split(
      ' ',
    ),
}

/** Writes an entry and returns its id. The same thing given twice at the same moment is two entries. */
export const addExposure = async (connection: Connection, owner: string, exposure: Exposure): Promise<string> => {
  const { templateId, version, hash, at, how, format, dose, sessionKey, arm, propensity, seen } = exposure
  for (let occurrence = 0; ; occurrence++) {
    const id = hashOf(owner, templateId, version, at, how, format, dose, sessionKey, arm, occurrence)
    const row: Value[] = [id, templateId, version, hash, owner, at, how, format, dose, sessionKey ?? null]
    row.push(arm ?? null, propensity ?? null, JSON.stringify(seen), null, null, null)
    const present = await connection.insertNew(EXPOSURE, [row])
    if (present.length === 0) return id
  }
}

/** How it went, by whoever can say so; a later word replaces an earlier one. Returns whether there was such an entry. */
export const setExposureOutcome = async (
  connection: Connection,
  owner: string,
  { id, outcome, by, at }: { id: string; outcome: 'ok' | 'failed'; by: string; at: number },
): Promise<boolean> =>
  (await connection.run('update exposure set outcome = ?, outcome_by = ?, outcome_at = ? where owner = ? and id = ?', [
    outcome,
    by,
    at,
    owner,
    id,
  ])) > 0

/** What the ledger says of one template. */
export interface Usage {
  uses: number
  outcomes: number
  successes: number
  lastUsedAt: number | null
}

/** Sums of the ledger by template id, of all templates of an owner or of one; those never used are not in it. */
export const usageOf = async (
  connection: Connection,
  owner: string,
  templateId?: string,
): Promise<Map<string, Usage>> => {
  const rows = await connection.all<Row & { id: string; uses: number; known: number; ok: number; last: number }>(
    `select template_id as id, count(*) as uses,
            cast(sum(case when outcome in ('ok', 'failed') then 1 else 0 end) as bigint) as known,
            cast(sum(case when outcome = 'ok' then 1 else 0 end) as bigint) as ok, max(at) as last
       from exposure where owner = ?${templateId === undefined ? '' : ' and template_id = ?'} group by template_id`,
    templateId === undefined ? [owner] : [owner, templateId],
  )
  return new Map(
    rows.map(({ id, uses, known, ok, last }) => [id, { uses, outcomes: known, successes: ok, lastUsedAt: last }]),
  )
}
