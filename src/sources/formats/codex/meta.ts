import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { ParentKind } from '../../../schema/session-event.ts'
import { asId, sessionIdOf } from './record.ts'

/** What a session_meta line says about its session. */
export interface Description {
  platform?: string
  cwd?: string
  repository?: string
  agentVersion?: string
  parent?: { session: string; kind: ParentKind }
  subagent: boolean
}

/** Reads the header of a file. A sub-agent that got its parent's history as well is a sub-agent first. */
export const describeSession = (meta: JsonRecord): Description => {
  const subagent = isSubagent(meta)
  const description: Description = { subagent }
  const platform = subagent ? 'subagent' : platformOf(meta)
  if (platform !== undefined) description.platform = platform
  const cwd = asString(meta.cwd)
  if (cwd) description.cwd = cwd
  const repository = isRecord(meta.git) ? asString(meta.git.repository_url) : undefined
  if (repository) description.repository = repository
  const version = asString(meta.cli_version)
  if (version) description.agentVersion = version
  const parent = subagent ? spawnerOf(meta) : asId(meta.forked_from_id)
  if (parent !== undefined && parent !== sessionIdOf(meta)) {
    description.parent = { session: parent, kind: subagent ? 'subagent' : 'branch' }
  }
  return description
}

const isSubagent = (meta: JsonRecord): boolean =>
  (isRecord(meta.source) && 'subagent' in meta.source) || meta.thread_source === 'subagent'

const spawnerOf = (meta: JsonRecord): string | undefined => {
  const subagent = isRecord(meta.source) ? meta.source.subagent : undefined
  const spawn = isRecord(subagent) && isRecord(subagent.thread_spawn) ? subagent.thread_spawn : undefined
  return asId(spawn?.parent_thread_id) ?? asId(meta.parent_thread_id) ?? asId(meta.forked_from_id)
}

/** `source` came in autumn 2025; before, the program that wrote the file says where it ran. */
const platformOf = (meta: JsonRecord): string | undefined => {
  const source = meta.source
  // Terminals that work through the app server give its own name as their source.
  const terminal = ORIGINATORS.get(asString(meta.originator) ?? '')
  if (source === 'vscode' && terminal === 'cli') return terminal
  if (typeof source === 'string') return source === '' || source === 'unknown' ? undefined : source.toLowerCase()
  if (isRecord(source)) {
    if (typeof source.custom === 'string' && source.custom !== '') return source.custom
    return 'internal' in source ? 'internal' : undefined
  }
  const originator = asString(meta.originator)
  return originator === undefined ? undefined : ORIGINATORS.get(originator)
}

const ORIGINATORS = new Map([
  ['codex_cli_rs', 'cli'],
  ['codex-tui', 'cli'],
  ['codex_exec', 'exec'],
  ['codex_vscode', 'vscode'],
])
