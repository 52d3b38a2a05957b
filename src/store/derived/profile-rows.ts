import type { Connection, Value } from '../connection.ts'
import { IN_LIST } from '../statement.ts'
import { pick, type RowOf } from '../table.ts'
import { COUNTED, JUDGED, WITH_OVERRULE } from '../facts/judged-call.ts'
import { CALL, COMPACTION, TURN } from '../tables.ts'

const COMMON = pick(CALL, 'session_id id agent tool kind trivial position turn context_tokens subject evidence')

/** What tallies and mining need of a call. */
export type TallyCallRow = RowOf<typeof COMMON> & {
  outcome: string
  cause: string | null
  rule: string
  rung?: string
  /** 1: the call looked fine and had failed. */
  masked?: number
  /** The whole arguments, if `subject` holds only a part of the command line; read only when needed. */
  long_args?: string | null
}

/** What tallies need of the calls that count, of up to 200 sessions, in order. */
export const tallyCalls = (connection: Connection, go: readonly Value[]): Promise<TallyCallRow[]> =>
  connection.all<TallyCallRow>(
    `select ${COMMON}, ${JUDGED}, call.masked,
            case when call.kind = 'terminal' and call.subject like '%…' then call.args_head end as long_args
       from call ${WITH_OVERRULE} where call.session_id in ${IN_LIST} and ${COUNTED}
      order by call.session_id, call.position, call.id`,
    go,
  )

/** Beyond these characters nothing is looked for. */
const TALLY_TURN_CHARS = 300

const OF_TURN = pick(TURN, 'session_id turn synthetic')
export type TallyTurnRow = RowOf<typeof OF_TURN> & { text: string }

export const tallyTurns = (connection: Connection, go: readonly Value[]): Promise<TallyTurnRow[]> =>
  connection.all<TallyTurnRow>(
    `select ${OF_TURN}, substr(text, 1, ${TALLY_TURN_CHARS}) as text from turn
      where session_id in ${IN_LIST} and agent = '' order by session_id, turn`,
    go,
  )

const PLACE = pick(CALL, 'at line')
export type ProfileCallRow = RowOf<typeof COMMON> & RowOf<typeof PLACE> & RowOf<typeof JUDGED>

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
    `select ${COMMON}, ${PLACE}, ${JUDGED} from call ${WITH_OVERRULE}
      where call.session_id in ${IN_LIST} and ${COUNTED}${ofOwner('call', owner).sql}
      order by call.session_id, call.position, call.id`,
    [...go, ...ofOwner('call', owner).values],
  )

const TURNS = pick(TURN, 'session_id agent turn at line synthetic chars text')
export type ProfileTurnRow = RowOf<typeof TURNS>

export const profileTurns = (connection: Connection, go: readonly Value[], owner?: string): Promise<ProfileTurnRow[]> =>
  connection.all<ProfileTurnRow>(
    `select ${TURNS} from turn
      where session_id in ${IN_LIST}${ofOwner('turn', owner).sql} order by session_id, agent, turn`,
    [...go, ...ofOwner('turn', owner).values],
  )

const COMPACTIONS = pick(COMPACTION, 'session_id agent line at kind trigger_word tokens_before position')
export type ProfileCompactionRow = RowOf<typeof COMPACTIONS>

export const profileCompactions = (connection: Connection, go: readonly Value[]): Promise<ProfileCompactionRow[]> =>
  connection.all<ProfileCompactionRow>(
    `select ${COMPACTIONS} from compaction
      where session_id in ${IN_LIST} order by session_id, agent, position, line`,
    go,
  )
