import { UNOWNED } from '../../schema/owner.ts'
import type { Connection, Row, Value } from '../connection.ts'
import { IN_PROJECT, inProject } from './session.ts'

/** Whose calls are read, of which projects and agents, and of which time. Undefined fields do not narrow. */
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

/** A call with what is needed to tell what went wrong and how it was overcome. */
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

interface ScopeComplaint {
  program: string
  code: string
  subject: string
  line: string
  key: string
  place: string
}

export interface ScopeSession {
  id: string
  /** The agent's own id. */
  nativeId: string
  source: string
  owner: string
  platform: string | null
  /** Under which it counts. */
  project: string | null
  /** The directory that its own record tells: the main working tree of its repository as it was there. */
  directory: string | null
  /** `github.com/sam/shop`; null where no remote is known. */
  repository: string | null
  cwd: string | null
  startedAt: number | null
  lastAt: number | null
  parentSession: string | null
  parentKind: string | null
  /** The machine whose files it was read from. */
  machine: string
}

/** Sessions of a scope, in the order in which they began. */
export const scopeSessions = async (connection: Connection, scope: CallScope): Promise<ScopeSession[]> => {
  const { where, values } = conditions(scope)
  const rows = await connection.all<Row & ScopeSession>(
    `select session.id, session.native_id as "nativeId", session.source, session.owner, session.platform, session.project,
            coalesce(session.found_project, session.project) as directory, session.repository, session.cwd, session.started_at as "startedAt", session.last_at as "lastAt",
            session.parent_session as "parentSession", session.parent_kind as "parentKind",
            coalesce(file.machine, '') as machine
       from session left join file on file.id = session.file_id where ${where} order by coalesce(session.started_at, 0), session.id`,
    values,
  )
  return rows
}

/**
 * Every call of a scope once (copies and seeded calls left out) with its complaints, session after session, inside a session by conversation and
 * position. A person's word stands in place of the ladder's. Two statements, however many calls there are.
 */
export const scopeCalls = async (connection: Connection, scope: CallScope): Promise<ScopeCall[]> => {
  const { where, values } = conditions(scope)
  const inTime = scope.until === undefined ? '' : ' and (call.at is null or call.at < ?)'
  const bounds: Value[] = [...values, ...(scope.until === undefined ? [] : [scope.until]), ...(scope.codes ?? [])]
  const coded = codedCalls(scope.codes)
  const counted = `call.copy_of is null and call.seeded = 0${inTime}${coded}`
  const complaints = await complaintsOf(connection, `${where} and ${counted}`, bounds)
  const calls: ScopeCall[] = []
  const rows = connection.each<CallRow>(
    `select call.id, call.session_id, call.agent, call.position, call.turn, call.at, call.result_at, call.tool, call.kind,
            call.subject, call.args_head, call.args_chars, coalesce(overrule.outcome, call.outcome) as outcome,
            case when overrule.call_id is null then call.cause else overrule.cause end as cause, call.evidence,
            call.masked, call.cwd
       from session join call on call.session_id = session.id left join overrule on overrule.call_id = call.id
      where ${where} and ${counted}
      order by coalesce(session.started_at, 0), session.id, call.agent is not null, call.agent, call.position, call.id`,
    bounds,
  )
  for await (const row of rows) calls.push(toCall(row, complaints.get(row.id) ?? NONE))
  return calls
}

const codedCalls = (codes: readonly string[] | undefined): string =>
  codes === undefined
    ? ''
    : ` and call.id in (select call_id from complaint where complaint.code in (${codes.map(() => '?').join(', ')}))`

interface CallRow extends Row {
  id: string
  session_id: string
  agent: string | null
  position: number
  turn: number
  at: number | null
  result_at: number | null
  tool: string
  kind: string
  subject: string
  args_head: string | null
  args_chars: number | null
  outcome: string
  cause: string | null
  evidence: string
  masked: number
  cwd: string | null
}

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
  where: string,
  values: readonly Value[],
): Promise<Map<string, ScopeComplaint[]>> => {
  const found = new Map<string, ScopeComplaint[]>()
  const rows = connection.each<Row & ScopeComplaint & { call_id: string }>(
    `select complaint.call_id, complaint.program, complaint.code, complaint.subject, complaint.line, complaint.key, complaint.place
       from session join call on call.session_id = session.id join complaint on complaint.call_id = call.id
      where ${where} and (call.outcome <> 'ok' or call.masked = 1) order by complaint.call_id, complaint.ordinal`,
    values,
  )
  for await (const { call_id: id, ...complaint } of rows) {
    const known = found.get(id)
    if (known === undefined) found.set(id, [complaint])
    else known.push(complaint)
  }
  return found
}

const conditions = ({
  owner,
  projects,
  agent,
  sessions,
  since,
  until,
}: CallScope): { where: string; values: Value[] } => {
  // Owners of chats are named `platform:user`.
  const parts = owner === undefined ? ['session.owner <> ?', "session.owner not like '%:%'"] : ['session.owner = ?']
  const values: Value[] = [owner ?? UNOWNED]
  if (projects !== undefined) {
    parts.push(projects.length === 0 ? '1 = 0' : `(${projects.map(() => IN_PROJECT).join(' or ')})`)
    values.push(...projects.flatMap(inProject))
  }
  if (sessions !== undefined) {
    parts.push(sessions.length === 0 ? '1 = 0' : `session.id in (${sessions.map(() => '?').join(', ')})`)
    values.push(...sessions)
  }
  for (const [condition, value] of [
    ['session.source = ?', agent],
    ['session.started_at >= ?', since],
    ['session.started_at < ?', until],
  ] as const) {
    if (value === undefined) continue
    parts.push(condition)
    values.push(value)
  }
  return { where: parts.join(' and '), values }
}
