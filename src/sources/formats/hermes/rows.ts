/** A cell as SQLite or JSON gave it: salvaged databases hold any type in any column. */
export type Cell = unknown

/** What we read of a row of `sessions`, and of its parent's row beside it. */
export interface SessionRow {
  rowid: number
  id: string
  source: Cell
  userId: Cell
  model: Cell
  modelConfig: Cell
  parentId: Cell
  startedAt: Cell
  endedAt: Cell
  endReason: Cell
  title: Cell
  cwd: Cell
  gitRoot: Cell
  sessionKey: Cell
  inputTokens: Cell
  outputTokens: Cell
  cacheReadTokens: Cell
  cacheWriteTokens: Cell
  estimatedCost: Cell
  actualCost: Cell
  chatId: Cell
  chatType: Cell
  /** JSON: where the first message came from. */
  origin: Cell
  /** Null when the parent is not in the database. */
  parent: ParentRow | null
}

export interface ParentRow {
  endReason: Cell
  endedAt: Cell
  sessionKey: Cell
}

/** What we read of a row of `messages`; snapshots and transcripts are brought into the same form. */
export interface MessageRow {
  id: number
  role: Cell
  content: Cell
  toolCallId: Cell
  toolCalls: Cell
  toolName: Cell
  time: Cell
  active: Cell
  compacted: Cell
  displayKind: Cell
  observed: Cell
  summary: Cell
}

/** Text of a cell, whatever SQLite keeps it as. */
export const cellText = (value: Cell): string | undefined => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : undefined
}

/** Text of a cell with something in it. */
export const cellWord = (value: Cell): string | undefined => {
  const text = cellText(value)?.trim()
  return text === '' ? undefined : text
}

export const cellNumber = (value: Cell): number | undefined => {
  const number = typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Column of the table -> field of the row, in the order in which they are selected. */
export const SESSION_COLUMNS = {
  id: 'id',
  source: 'source',
  userId: 'user_id',
  model: 'model',
  modelConfig: 'model_config',
  parentId: 'parent_session_id',
  startedAt: 'started_at',
  endedAt: 'ended_at',
  endReason: 'end_reason',
  title: 'title',
  cwd: 'cwd',
  gitRoot: 'git_repo_root',
  sessionKey: 'session_key',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  cacheReadTokens: 'cache_read_tokens',
  cacheWriteTokens: 'cache_write_tokens',
  estimatedCost: 'estimated_cost_usd',
  actualCost: 'actual_cost_usd',
  chatId: 'chat_id',
  chatType: 'chat_type',
  origin: 'origin_json',
} as const

/** Counters that say that messages were added or taken back; read for the fingerprint only. */
export const COUNTER_COLUMNS = ['message_count', 'tool_call_count', 'rewind_count', 'api_call_count'] as const

export const MESSAGE_COLUMNS = {
  role: 'role',
  content: 'content',
  toolCallId: 'tool_call_id',
  toolCalls: 'tool_calls',
  toolName: 'tool_name',
  time: 'timestamp',
  active: 'active',
  compacted: 'compacted',
  displayKind: 'display_kind',
  observed: 'observed',
  summary: '_compressed_summary',
} as const

/** A session with a known id and no other known fact. */
export const bareSession = (id: string): SessionRow => ({
  rowid: 0,
  id,
  source: null,
  userId: null,
  model: null,
  modelConfig: null,
  parentId: null,
  startedAt: null,
  endedAt: null,
  endReason: null,
  title: null,
  cwd: null,
  gitRoot: null,
  sessionKey: null,
  inputTokens: null,
  outputTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  estimatedCost: null,
  actualCost: null,
  chatId: null,
  chatType: null,
  origin: null,
  parent: null,
})
