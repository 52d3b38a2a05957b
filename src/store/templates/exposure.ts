import { hashOf } from '../../lib/hash.ts'
import type { Arm } from '../../schema/arm.ts'
import { type DeliveryEvent, FIRST_DOSES, HINT } from '../../schema/delivery-event.ts'
import type { Connection, Row } from '../connection.ts'
import {
  integer,
  json,
  type NewRecordOf,
  nullable,
  optional,
  pick,
  real,
  type RowOf,
  table,
  text,
  toNewValues,
  word,
} from '../table.ts'

/** The ledger. An entry says that a session was given a template, or was not for comparison. */
export const EXPOSURE = table(
  'exposure',
  ['id'],
  {
    id: text,
    template_id: text,
    version: integer,
    hash: text,
    owner: text,
    at: integer,
    /** How it was given: load, select, hook, mcp, ... */
    how: text,
    format: text,
    dose: integer,
    /** The agent, as sources are named. */
    source: optional(text),
    project: optional(text),
    /** The event of the session at which it was given. */
    event: optional(word<DeliveryEvent>()),
    /** The agent's own id of the session, by which its outcome comes back. */
    session_key: optional(text),
    experiment: optional(text),
    /** `cold`: it was withheld. */
    arm: optional(word<Arm>()),
    /** The probability with which it was given or withheld; null if it was not drawn. */
    propensity: optional(real),
    /** Ids of the pieces that were shown. */
    seen: json<readonly string[]>(),
  },
  {
    outcome: nullable(word<'ok' | 'failed'>()),
    outcome_by: nullable(text),
    outcome_at: nullable(integer),
    session_id: nullable(text),
    calls: nullable(integer),
    errors: nullable(integer),
    agent_errors: nullable(integer),
    settled_at: nullable(integer),
    settled_from: nullable(text),
  },
)

type Entry = NewRecordOf<typeof EXPOSURE>
type OftenUnknown = 'source' | 'project' | 'event' | 'sessionKey' | 'experiment' | 'arm' | 'propensity'

/** What is written about a session that was given a template, or was not for comparison. */
export type Exposure = Omit<Entry, 'id' | 'owner' | OftenUnknown> & Partial<Pick<Entry, OftenUnknown>>

/** Writes an entry and returns its id. The same thing given twice at the same moment is two entries. */
export const addExposure = async (connection: Connection, owner: string, exposure: Exposure): Promise<string> => {
  const { templateId, version, at, how, format, dose, sessionKey, arm, event } = exposure
  const { source, project, experiment, propensity } = exposure
  for (let occurrence = 0; ; occurrence++) {
    const id = hashOf(owner, templateId, version, at, how, format, dose, sessionKey, arm, event, occurrence)
    const entry = { ...exposure, id, owner, source, project, event, sessionKey, experiment, arm, propensity }
    const present = await connection.insertNew(EXPOSURE, [toNewValues(EXPOSURE, entry)])
    if (present.length === 0) return id
  }
}

/** What was drawn for a session. */
const DRAWN = pick(EXPOSURE, 'id template_id version hash arm propensity')
export type DrawnRow = RowOf<typeof DRAWN> & { name: string }

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
    `select ${DRAWN}, template.name
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

/**
 * The rewards of the sessions that were given a template. Each session counts once, even if it was given something
 * several times.
 */
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
export const readTemplateEffects = async (
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
