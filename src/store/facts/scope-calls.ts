import type { Connection, Value } from '../connection.ts'
import { COUNTED, VERDICT, WITH_OVERRULE } from './judged-call.ts'
import { begun, inProject, OWNED } from './session-filter.ts'
import { among, anyOf, type Condition, given, where } from '../statement.ts'
import { pick, type RowOf } from '../table.ts'
import { CALL, COMPLAINT, SESSION } from '../tables.ts'

/** Limits which calls are read: owner, projects, agents, time. An undefined field does not limit. */
export interface CallScope {
  /** Undefined: every owner but chat users and sessions without an owner. */
  owner?: string | undefined
  /** Paths of projects, or names of their folders; a session belongs to the scope if it is of one of them. */
  projects?: readonly string[] | undefined
  /** The agent: a source, as in `claude-code`. */
  agent?: string | undefined
  /** Milliseconds; sessions that began at or after. */
  since?: number | undefined
  /** Sessions that began before, and of these the calls made before. */
  until?: number | undefined
  /** Our ids of sessions; a few hundred at most. */
  sessions?: readonly string[] | undefined
  /** Only calls with a complaint of one of these codes. */
  codes?: readonly string[] | undefined
}

/** A call with the fields that show the error and how it was overcome. */
export interface ScopeCall {
  id: string
  /** Our id of the session. */
  session: string
  /** Sub-agent inside the session; null for the main conversation. */
  agent: string | null
  position: number
  turn: number
  at: number | null
  resultAt: number | null
  tool: string
  kind: string
  /** At most 120 characters on one line; cut ones end with `…`. */
  subject: string
  /** The arguments as stored: whole up to 1,024 characters, else their beginning. */
  args: string | null
  /** Whether `args` is only a part. */
  isCut: boolean
  outcome: string
  cause: string | null
  evidence: string
  /** What hid a failure of a call that ended well (`| tail`); null where nothing did. Empty where that is not known. */
  maskedBy: string | null
  cwd: string | null
  complaints: readonly ScopeComplaint[]
}

const OF_COMPLAINT = pick(COMPLAINT, 'program code subject line key place')
type ScopeComplaint = RowOf<typeof OF_COMPLAINT>

const OF_SESSION = pick(
  SESSION,
  'id native_id:nativeId source owner platform project repository cwd started_at:startedAt last_at:lastAt',
  'parent_session:parentSession parent_kind:parentKind',
)

export type ScopeSession = RowOf<typeof OF_SESSION> & {
  /** The directory that its own record tells: the main working tree of its repository as it was there. */
  directory: string | null
  /** The machine whose files it was read from. */
  machine: string
}

/** Sessions of a scope, in the order in which they began. */
export const scopeSessions = (connection: Connection, scope: CallScope): Promise<ScopeSession[]> => {
  const { sql, values } = conditions(scope)
  return connection.all<ScopeSession>(
    `select ${OF_SESSION}, coalesce(session.found_project, session.project) as directory, coalesce(file.machine, '') as machine
       from session left join file on file.id = session.file_id where ${sql} order by coalesce(session.started_at, 0), session.id`,
    values,
  )
}

/**
 * Every call of a scope once (copies and seeded calls left out) with its complaints, session after session, inside a session by conversation and
 * position. A person's word stands in place of the ladder's. Two statements, however many calls there are.
 */
export const scopeCalls = async (connection: Connection, scope: CallScope): Promise<ScopeCall[]> => {
  const { sql, values } = where(
    conditions(scope),
    COUNTED,
    given('(call.at is null or call.at < ?)', scope.until),
    scope.codes !== undefined && ofCodes(scope.codes),
  )
  const complaints = await complaintsOf(connection, sql, values)
  const calls: ScopeCall[] = []
  const rows = connection.each<CallRow>(
    `select ${OF_CALL}, ${VERDICT} from session join call on call.session_id = session.id ${WITH_OVERRULE} where ${sql}
      order by coalesce(session.started_at, 0), session.id, call.agent is not null, call.agent, call.position, call.id`,
    values,
  )
  for await (const row of rows) calls.push(toCall(row, complaints.get(row.id) ?? NONE))
  return calls
}

const ofCodes = (codes: readonly string[]): Condition => {
  const { sql, values } = among('complaint.code', codes)
  return { sql: `call.id in (select call_id from complaint where ${sql})`, values }
}

const OF_CALL = pick(
  CALL,
  'id session_id agent position turn at result_at tool kind subject args_head args_chars evidence masked cwd',
)
type CallRow = RowOf<typeof OF_CALL> & RowOf<typeof VERDICT>

const NONE: readonly ScopeComplaint[] = []

const toCall = (row: CallRow, complaints: readonly ScopeComplaint[]): ScopeCall => ({
  id: row.id,
  session: row.session_id,
  agent: row.agent,
  position: row.position,
  turn: row.turn,
  at: row.at,
  resultAt: row.result_at,
  tool: row.tool,
  kind: row.kind,
  subject: row.subject,
  args: row.args_head,
  isCut: row.args_head !== null && (row.args_chars ?? 0) > WHOLE_ARGS_CHARS,
  outcome: row.outcome,
  cause: row.cause,
  evidence: row.evidence,
  maskedBy: row.masked === 1 ? (MASK.exec(row.evidence)?.[1] ?? '') : null,
  cwd: row.cwd,
  complaints,
})

/** Arguments up to this length are stored whole. */
const WHOLE_ARGS_CHARS = 1_024
/** The evidence of a masked call begins so. */
const MASK = /^`([^`\n]{0,60})` hid: /

const complaintsOf = async (
  connection: Connection,
  condition: string,
  values: readonly Value[],
): Promise<Map<string, ScopeComplaint[]>> => {
  const found = new Map<string, ScopeComplaint[]>()
  const rows = connection.each<ScopeComplaint & { call_id: string }>(
    `select complaint.call_id, ${OF_COMPLAINT}
       from session join call on call.session_id = session.id join complaint on complaint.call_id = call.id
      where ${condition} and (call.outcome <> 'ok' or call.masked = 1) order by complaint.call_id, complaint.ordinal`,
    values,
  )
  for await (const { call_id: id, ...complaint } of rows) {
    const known = found.get(id)
    if (known === undefined) found.set(id, [complaint])
    else known.push(complaint)
  }
  return found
}

const conditions = ({ owner, projects, agent, sessions, since, until }: CallScope): Condition =>
  where(
    // Owners of chats are named `platform:user`.
    owner === undefined && `${OWNED} and session.owner not like '%:%'`,
    given('session.owner = ?', owner),
    projects !== undefined && anyOf(projects.map(inProject)),
    sessions !== undefined && among('session.id', sessions),
    given('session.source = ?', agent),
    begun({ since, until }),
  )
