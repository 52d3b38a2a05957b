import type { Connection, Row, Value } from '../connection.ts'
import { IN_LIST } from '../in-list.ts'

export interface TallyCallRow extends Row {
  session_id: string
  id: string
  agent: string | null
  tool: string
  kind: string
  trivial: number
  outcome: string
  cause: string | null
  rule: string
  evidence: string
  rung?: string
  /** 1: the call looked fine and had failed. */
  masked?: number
  position: number
  turn: number
  context_tokens: number | null
  subject: string
  /** Of a command line that its subject does not hold whole; read only where it is needed. */
  long_args?: string | null
}

/** What tallies need of the calls that count, of up to 200 sessions, in order; as the ladder judged them. */
export const tallyCalls = (connection: Connection, go: readonly Value[]): Promise<TallyCallRow[]> =>
  connection.all<TallyCallRow>(
    `select session_id, id, agent, tool, kind, trivial, position, turn, context_tokens, subject, outcome, cause, rung, rule, evidence, masked,
            case when kind = 'terminal' and subject like '%…' then args_head end as long_args
       from call where session_id in ${IN_LIST} and copy_of is null and seeded = 0 order by session_id, position, id`,
    go,
  )

/** Beyond these characters nothing is looked for. */
const TALLY_TURN_CHARS = 300

export interface TallyTurnRow extends Row {
  session_id: string
  turn: number
  synthetic: number
  text: string
}

export const tallyTurns = (connection: Connection, go: readonly Value[]): Promise<TallyTurnRow[]> =>
  connection.all<TallyTurnRow>(
    `select session_id, turn, synthetic, substr(text, 1, ${TALLY_TURN_CHARS}) as text from turn
      where session_id in ${IN_LIST} and agent = '' order by session_id, turn`,
    go,
  )

export interface ProfileCallRow extends TallyCallRow {
  rung: string
  at: number | null
  line: number
}

/** Narrows what is read of sessions to those of one owner, where one is named. Looked up one by one: few are asked for. */
const ofOwner = (table: 'call' | 'turn', owner: string | undefined): { sql: string; values: Value[] } =>
  owner === undefined
    ? { sql: '', values: [] }
    : {
        sql: ` and exists (select 1 from session where session.id = ${table}.session_id and session.owner = ?)`,
        values: [owner],
      }

/** Calls that count, of up to 200 sessions: by session, the main conversation first, in order. */
export const profileCalls = (connection: Connection, go: readonly Value[], owner?: string): Promise<ProfileCallRow[]> =>
  connection.all<ProfileCallRow>(
    `select call.session_id, call.id, call.agent, call.tool, call.kind, call.trivial, call.position, call.turn,
            call.context_tokens, call.at, call.subject, call.line,
            coalesce(overrule.outcome, call.outcome) as outcome,
            case when overrule.call_id is null then call.cause else overrule.cause end as cause,
            case when overrule.call_id is null then call.rung else 'person' end as rung,
            case when overrule.call_id is null then call.rule else 'overruled' end as rule, call.evidence
       from call left join overrule on overrule.call_id = call.id
      where call.session_id in ${IN_LIST} and call.copy_of is null and call.seeded = 0${ofOwner('call', owner).sql}
      order by call.session_id, call.position, call.id`,
    [...go, ...ofOwner('call', owner).values],
  )

export interface ProfileTurnRow extends Row {
  session_id: string
  agent: string
  turn: number
  at: number | null
  line: number
  synthetic: number
  chars: number
  text: string
}

export const profileTurns = (connection: Connection, go: readonly Value[], owner?: string): Promise<ProfileTurnRow[]> =>
  connection.all<ProfileTurnRow>(
    `select session_id, agent, turn, at, line, synthetic, chars, text from turn
      where session_id in ${IN_LIST}${ofOwner('turn', owner).sql} order by session_id, agent, turn`,
    [...go, ...ofOwner('turn', owner).values],
  )

export interface ProfileCompactionRow extends Row {
  session_id: string
  agent: string
  line: number
  at: number | null
  kind: string
  trigger_word: string | null
  tokens_before: number | null
  position: number
}

export const profileCompactions = (connection: Connection, go: readonly Value[]): Promise<ProfileCompactionRow[]> =>
  connection.all<ProfileCompactionRow>(
    `select session_id, agent, line, at, kind, trigger_word, tokens_before, position from compaction
      where session_id in ${IN_LIST} order by session_id, agent, position, line`,
    go,
  )
