import { join } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import type { FileShape } from '../../source.ts'

/** Where Claude Code keeps its projects: under each folder of CLAUDE_CONFIG_DIR, or under its two usual places. */
export const locations = (place: Place): string[] => {
  const configured = (place.env.CLAUDE_CONFIG_DIR ?? '')
    .split(',')
    .map((folder) => folder.trim())
    .filter((folder) => folder !== '')
  const folders =
    configured.length > 0
      ? configured
      : [join(place.home, '.claude'), join(place.env.XDG_CONFIG_HOME || join(place.home, '.config'), 'claude')]
  return [...new Set(folders.map((folder) => join(folder, 'projects')))]
}

/** Sessions and sub-agents' files; not the list of prompts typed, nor the journal of a workflow run. */
export const accepts = (path: string): FileShape | undefined =>
  path.endsWith('.jsonl') && !NOT_SESSIONS.has(baseName(path)) ? 'lines' : undefined

const NOT_SESSIONS = new Set(['history.jsonl', 'journal.jsonl'])

/** What a file's path says about the session in it. */
export interface FileIdentity {
  /** Known from the path, or else the first session id among its lines. */
  session: string | undefined
  /** Last resort, for a file whose lines name no session at all. */
  fallback: string
  /** Set when the file holds a sub-agent's conversation. */
  agent: string | undefined
}

export const identify = (path: string): FileIdentity => {
  const stem = baseName(path).replace(/\.jsonl$/, '')
  const agent = agentOfFile(path)
  const session = agent === undefined ? stem : parentFolder(path)
  return { session: session !== undefined && isUuid(session) ? session : undefined, fallback: stem || 'unnamed', agent }
}

/** The sub-agent a file belongs to: `agent-<id>.jsonl`, in a `subagents` folder or beside its session. */
export const agentOfFile = (path: string): string | undefined => /^agent-(.+)\.jsonl$/.exec(baseName(path))?.[1]

export const isUuid = (text: string): boolean => UUID.test(text)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

// <session>/subagents/agent-x.jsonl and <session>/subagents/workflows/<run>/agent-x.jsonl
const parentFolder = (path: string): string | undefined => {
  const folders = path.split(/[\\/]/)
  const at = folders.lastIndexOf('subagents')
  return at > 0 ? folders[at - 1] : undefined
}
