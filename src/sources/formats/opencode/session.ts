import { readTime } from '../../../lib/clock.ts'
import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { SessionStart } from '../../../schema/session-event.ts'

/** What is known of a session apart from its messages: the same fields in a row of the database, an export and an older file. */
export interface SessionInfo {
  id: string
  parentId: unknown
  directory: unknown
  title: unknown
  version: unknown
  model: unknown
  created: unknown
  /** Rules on what the session may do. */
  permission: unknown
  /** The program, where it is not OpenCode. */
  program: string | undefined
}

export const sessionOfRecord = (info: JsonRecord, program: string | undefined): SessionInfo => ({
  id: String(info.id),
  parentId: info.parentID,
  directory: info.directory,
  title: info.title,
  version: info.version,
  model: info.model,
  created: isRecord(info.time) ? info.time.created : undefined,
  permission: info.permission,
  program,
})

export const describe = (info: SessionInfo, line: number): SessionStart => {
  const event: SessionStart = { type: 'session-start', session: info.id, line, platform: platformOf(info) }
  const at = readTime(info.created)
  if (at !== undefined) event.at = at
  const parent = asString(info.parentId)
  if (parent && parent !== info.id) event.parent = { session: parent, kind: 'subagent' }
  const directory = asString(info.directory)
  if (directory) event.cwd = directory
  const title = asString(info.title)
  if (title && !UNNAMED.test(title)) event.title = title
  const version = asString(info.version)
  if (version) event.agentVersion = version
  const model = isRecord(info.model) ? (asString(info.model.id) ?? asString(info.model.modelID)) : undefined
  if (model) event.model = model
  return event
}

/** What stands there until the model has thought of a title. */
const UNNAMED = /^(?:New|Child) session - \d{4}-/

const platformOf = ({ parentId, permission, program }: SessionInfo): string => {
  if (typeof parentId === 'string' && parentId !== '') return 'subagent'
  if (isUnattended(permission)) return 'run'
  return program ?? 'cli'
}

/** `opencode run` forbids questions, because no user is there to answer them. */
const isUnattended = (permission: unknown): boolean =>
  Array.isArray(permission) &&
  permission.some(
    (rule) => isRecord(rule) && rule.permission === 'question' && rule.pattern === '*' && rule.action === 'deny',
  )
