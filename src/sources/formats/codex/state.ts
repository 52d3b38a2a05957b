import { asArray, asNumber, asString, isRecord } from '../../../lib/json.ts'
import { type CodeModeState, restoreCodeMode, saveCodeMode } from './open-scripts.ts'

/** What must be known of the lines before, to read the next one. Small, and JSON once saved. */
export interface State {
  session: string | undefined
  /** The file's own session_meta has been read; later ones are copies of a parent's. */
  described: boolean
  /** Only session_meta lines so far: a second one then names the session this one was forked from. */
  opening: boolean
  subagent: boolean
  hasParent: boolean
  hasCwd: boolean
  model: string | undefined
  contextTokens: number | undefined
  /** Identity of the last token count; the same one is written again with every rate-limit notice. */
  usageKey: string | undefined
  /** The file records the usage of every request, so its token counts would count it twice. */
  hasUsageRecords: boolean
  /**
   * Whether the usage of a request stands before the calls it asked for (early versions) or behind them; told by which of
   * the two comes first in the file.
   */
  usageOrder: 'before' | 'behind' | undefined
  /** Whether a usage record came after the last message or call. */
  isUsageFresh: boolean
  compactionKind: string | undefined
  compactionLine: number
  /** Id of a finished web search. Its item comes later and carries no id. */
  searchId: string | undefined
  /** Calls without an output so far, oldest first. */
  open: Map<string, OpenCall>
  /** Running processes and script cells, by the id that polls use: the call that started them. */
  processes: Map<string, string>
  /** Messages seen on one of the two sides that record them. */
  twins: Twin[]
  /** Unknown kinds already reported. */
  unknown: Set<string>
  /** The file records every call that has ended as an item, those inside scripts included. */
  paginated: boolean
  codeMode: CodeModeState
}

export interface OpenCall {
  tool: string
  /** The process that a poll asks about. */
  process?: string
}

export interface Twin {
  side: 'item' | 'event'
  key: string
}

/** Keeps the newest entries: what has been waiting for longer will not come any more. */
export const remember = <Value>(map: Map<string, Value>, key: string, value: Value, limit: number): void => {
  map.delete(key)
  map.set(key, value)
  if (map.size <= limit) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}

/** Everything as JSON, bounded by the limits of its lists. */
export const saveState = (state: State): unknown => ({
  ...state,
  open: [...state.open].slice(-SAVED_CALLS),
  processes: [...state.processes],
  unknown: [...state.unknown],
  codeMode: saveCodeMode(state.codeMode),
})

/** Takes back what `saveState` gave; anything else starts afresh, field by field. */
export const restoreState = (saved: unknown): State => {
  const from = isRecord(saved) ? saved : {}
  return {
    session: asString(from.session) || undefined,
    described: from.described === true,
    opening: from.opening !== false,
    subagent: from.subagent === true,
    hasParent: from.hasParent === true,
    hasCwd: from.hasCwd === true,
    model: asString(from.model),
    contextTokens: asNumber(from.contextTokens),
    usageKey: asString(from.usageKey),
    hasUsageRecords: from.hasUsageRecords === true,
    usageOrder: from.usageOrder === 'before' || from.usageOrder === 'behind' ? from.usageOrder : undefined,
    isUsageFresh: from.isUsageFresh === true,
    compactionKind: asString(from.compactionKind),
    compactionLine: asNumber(from.compactionLine) ?? 0,
    searchId: asString(from.searchId),
    open: new Map(asArray(from.open).flatMap(restoreCall)),
    processes: new Map(asArray(from.processes).flatMap(restorePair)),
    twins: asArray(from.twins).flatMap(restoreTwin),
    unknown: new Set(asArray(from.unknown).filter((name) => typeof name === 'string')),
    paginated: from.paginated === true,
    codeMode: restoreCodeMode(from.codeMode),
  }
}

// Calls run in parallel by the dozen at most; older open ones were interrupted.
const SAVED_CALLS = 100

const restoreCall = (entry: unknown): [string, OpenCall][] => {
  const [id, call] = asArray(entry)
  if (typeof id !== 'string' || !isRecord(call) || typeof call.tool !== 'string') return []
  const process = asString(call.process)
  return [[id, process === undefined ? { tool: call.tool } : { tool: call.tool, process }]]
}

const restorePair = (entry: unknown): [string, string][] => {
  const [key, value] = asArray(entry)
  return typeof key === 'string' && typeof value === 'string' ? [[key, value]] : []
}

const restoreTwin = (entry: unknown): Twin[] => {
  if (!isRecord(entry) || typeof entry.key !== 'string') return []
  return entry.side === 'item' || entry.side === 'event' ? [{ side: entry.side, key: entry.key }] : []
}
