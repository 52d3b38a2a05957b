import { asString, isRecord, parseJson } from '../lib/json.ts'
import { TIMED_OUT } from '../complaint/complaint.ts'
import { familyFinder } from '../mine/sessions/session-rows.ts'
import { familyOf } from '../profile/is-shell.ts'
import type { Cause, Outcome, ToolKind } from '../schema/outcome.ts'
import { commandText } from '../shell/command-text.ts'
import type { ScopeCall, ScopeSession } from '../store/facts/scope-calls.ts'
import type { Conversation, LessonCall, LessonSession } from './facts.ts'

/**
 * Turns the store's sessions and calls into conversations. `repositoryOf` says which repository a session belongs to.
 */
export const toConversations = (
  rows: readonly ScopeSession[],
  calls: readonly ScopeCall[],
  repositoryOf: (session: ScopeSession) => string,
): { sessions: LessonSession[]; conversations: Conversation[] } => {
  const familyOfSession = familyFinder(rows.flatMap(lineageOf))
  const sessions = new Map<string, LessonSession>()
  for (const row of rows)
    sessions.set(row.id, {
      id: row.id,
      family: familyOfSession({ source: row.source, native_id: row.nativeId }),
      owner: row.owner,
      agent: row.source,
      machine: row.machine,
      repository: repositoryOf(row),
      root: row.directory ?? undefined,
      cwd: row.cwd ?? undefined,
      startedAt: row.startedAt ?? undefined,
    })
  const conversations: { session: LessonSession; calls: LessonCall[] }[] = []
  let key = ''
  for (const call of calls) {
    const session = sessions.get(call.session)
    if (session === undefined) continue
    const own = `${call.session}\u0000${call.agent ?? ''}`
    if (own !== key) conversations.push({ session, calls: [] })
    key = own
    conversations.at(-1)?.calls.push(readCall(call))
  }
  return { sessions: [...sessions.values()], conversations }
}

/** A session that began with a reset is a new session. */
const lineageOf = ({ source, nativeId, parentSession, parentKind }: ScopeSession) =>
  parentSession === null || parentKind === 'reset'
    ? []
    : [{ source, native_id: nativeId, parent_session: parentSession }]

/** Turns a row of the store into a call for mining. */
export const readCall = (row: ScopeCall): LessonCall => {
  const family = familyOf({ tool: row.tool, kind: row.kind as ToolKind })
  const args = row.args === null || row.isCut ? undefined : (parseJson(row.args) ?? row.args)
  const isCommand = family === 'shell'
  return {
    id: row.id,
    at: row.at ?? undefined,
    tool: row.tool,
    family,
    command: isCommand ? (commandText(args) ?? row.subject) : undefined,
    paths: isCommand ? [] : pathsIn(row, args, family),
    pattern: family === 'search' && isRecord(args) ? asString(args['pattern'] ?? args['query']) : undefined,
    isWhole: isRecord(args) && !RANGES.some((name) => args[name] !== undefined),
    outcome: row.outcome as Outcome,
    cause: (row.cause ?? undefined) as Cause | undefined,
    masked: row.maskedBy !== null,
    timedOut: row.outcome === 'error' && isLate(row),
    cwd: row.cwd ?? undefined,
    durationMs: row.at === null || row.resultAt === null ? undefined : row.resultAt - row.at,
    complaints: row.complaints,
  }
}

const isLate = ({ evidence, complaints }: ScopeCall): boolean =>
  complaints.some(({ code }) => code === TIMED_OUT) || LATE.test(evidence)
const LATE = /\btimed? ?out\b|timeout (?:exceeded|expired|reached)|exit code 124\b/i

/** Arguments that ask for a part of a file. */
const RANGES = ['offset', 'limit', 'start_line', 'end_line', 'view_range', 'startLine', 'endLine', 'pages']
const PATHS = ['file_path', 'filePath', 'path', 'notebook_path', 'target_file', 'filename', 'dir_path', 'directory']

const pathsIn = (row: ScopeCall, args: unknown, family: string): string[] => {
  if (family !== 'read' && family !== 'edit' && family !== 'search') return []
  if (isRecord(args)) {
    const named = PATHS.flatMap((name) => (typeof args[name] === 'string' && args[name] !== '' ? [args[name]] : []))
    if (named.length > 0) return named.slice(0, 1)
  }
  const patched = patchedFiles(row.args ?? '')
  if (patched.length > 0) return patched
  return family !== 'search' && !/\s|…/.test(row.subject) && row.subject !== '' ? [row.subject] : []
}

/** The files that a patch changes or adds. */
const patchedFiles = (text: string): string[] => {
  const files: string[] = []
  for (const [, path = ''] of text.matchAll(/\*\*\* (?:Update|Add) File: ([^\n\\"]{1,300})/g)) files.push(path.trim())
  return files
}
