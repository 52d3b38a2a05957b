import { hashOf } from '../../lib/hash.ts'
import type { Arm } from '../../schema/arm.ts'
import { type DeliveryEvent, FIRST_DOSES, HINT } from '../../schema/delivery-event.ts'
import type { Connection, Row, Table, Value } from '../connection.ts'

/** A session was given a template, or was not for comparison: one entry of the ledger. */
export interface Exposure {
  templateId: string
  version: number
  hash: string
  at: number
  /** How it was given: load, select, hook, mcp, ... */
  how: string
  format: string
  dose: number
  /** The agent, as sources are named. */
  source?: string | undefined
  project?: string | undefined
  /** What happened in the session that it was given. */
  event?: DeliveryEvent | undefined
  /** The agent's own id of the session, by which its outcome comes back. */
  sessionKey?: string | undefined
  experiment?: string | undefined
  /** `cold`: it was withheld. */
  arm?: Arm | undefined
  /** With what probability it was given or withheld, where that was drawn. */
  propensity?: number | undefined
  /** Ids of the pieces that were shown. */
  seen: readonly string[]
}

const EXPOSURE: Table = {
  name: 'exposure',
  key: ['id'],
  columns:
    'id template_id version hash owner at how format dose source project event session_key experiment arm propensity seen'.split(
      ' ',
    ),
}

/** Writes an entry and returns its id. The same thing given twice at the same moment is two entries. */
export const addExposure = async (connection: Connection, owner: string, exposure: Exposure): Promise<string> => {
  const { templateId, version, hash, at, how, format, dose, source, project, event, sessionKey } = exposure
  const { experiment, arm, propensity, seen } = exposure
  const given: Value[] = [templateId, version, hash, owner, at, how, format, dose, source ?? null, project ?? null]
  given.push(event ?? null, sessionKey ?? null, experiment ?? null, arm ?? null, propensity ?? null)
  for (let occurrence = 0; ; occurrence++) {
    const id = hashOf(owner, templateId, version, at, how, format, dose, sessionKey, arm, event, occurrence)
    const present = await connection.insertNew(EXPOSURE, [[id, ...given, JSON.stringify(seen)]])
    if (present.length === 0) return id
  }
}

/** What was drawn for a session. */
export interface DrawnRow extends Row {
  id: string
  template_id: string
  name: string
  version: number
  hash: string
  arm: string | null
  propensity: number | null
}

/**
 * The entry of a session in an experiment, so that asking twice draws and writes once: of who asks, or of a hook, whose draw holds
 * for all. A template that is not in use any more leaves room for another.
 */
export const exposureOf = async (
  connection: Connection,
  owner: string,
  { sessionKey, experiment, how }: { sessionKey: string; experiment: string; how: string },
): Promise<DrawnRow | undefined> => {
  const [row] = await connection.all<DrawnRow>(
    `select exposure.id, exposure.template_id, template.name, exposure.version, exposure.hash, exposure.arm, exposure.propensity
       from exposure join template on template.id = exposure.template_id and template.owner = exposure.owner
      where exposure.owner = ? and exposure.session_key = ? and exposure.experiment = ? and template.state = 'active'
        and (exposure.event is null and exposure.how = ? or exposure.event in ('${FIRST_DOSES.join("', '")}'))
      order by exposure.at, exposure.id limit 1`,
    [owner, sessionKey, experiment, how],
  )
  return row
}

/**
 * How it went, as a person or a program reports it; a later word replaces an earlier one. What is said of an entry is said of its session, all of
 * whose entries get it. Returns how many entries it was about.
 */
export const setOutcome = async (
  connection: Connection,
  owner: string,
  report: { id?: string; sessionKey?: string; outcome: 'ok' | 'failed'; by: string; at: number },
): Promise<number> => {
  const { id, outcome, by, at } = report
  const key = id === undefined ? (report.sessionKey ?? '') : await sessionKeyOf(connection, owner, id)
  return connection.run(
    `update exposure set outcome = ?, outcome_by = ?, outcome_at = ? where owner = ? and ${key === null ? 'id' : 'session_key'} = ?`,
    [outcome, by, at, owner, key ?? id ?? ''],
  )
}

/** Null: the entry is of no session, or there is none. */
const sessionKeyOf = async (connection: Connection, owner: string, id: string): Promise<string | null> => {
  const [entry] = await connection.all<{ session_key: string | null }>(
    'select session_key from exposure where owner = ? and id = ?',
    [owner, id],
  )
  return entry?.session_key ?? null
}

/** What sessions that were given a template earned: each counts once, however often it was given something. */
export interface Effect {
  sessions: number
  /** Sum of rewards between 0 and 1. */
  reward: number
  /** Sessions whose success was reported. */
  reported: number
}

/** So many entries of a template say enough, and a hook has the time to read them; what is older than they are is forgotten. */
const MOST_ENTRIES = 500

/**
 * The reward of a session is its reported success, else the share of its calls without an error of the agent's own. Only
 * sessions that were given the template count, and only those that came back, of the newest.
 */
export const effectsOf = async (
  connection: Connection,
  owner: string,
  templateIds: readonly string[],
): Promise<Map<string, Effect>> => {
  const effects = new Map<string, Effect>()
  for (const id of templateIds) {
    const [effect] = await connection.all<Row & { sessions: number; reward: number | null; reported: number | null }>(
      `select count(*) as sessions, sum(reward) as reward, cast(sum(reported) as bigint) as reported from (
         select max(case when outcome is null then 0 else 1 end) as reported,
                case max(outcome) when 'ok' then 1.0 when 'failed' then 0.0
                     else 1.0 - cast(max(agent_errors) as double precision) / max(calls) end as reward
           from (select session_key, arm, event, outcome, calls, agent_errors from exposure
                  where owner = ? and template_id = ? order by at desc, id limit ?) as newest
          where session_key is not null and arm = 'warm' and event is distinct from '${HINT}'
          group by session_key having max(outcome) is not null or max(calls) > 0) as one`,
      [owner, id, MOST_ENTRIES],
    )
    if (effect !== undefined && effect.sessions > 0)
      effects.set(id, {
        sessions: effect.sessions,
        reward: Number(effect.reward),
        reported: effect.reported ?? 0,
      })
  }
  return effects
}
