import { type CallFilter, type CallRow, listCalls } from '../store/call.ts'
import type { Connection } from '../store/connection.ts'

/** One call as others read it: the shape is a contract (docs/format). */
export interface CallListing {
  id: string
  source: string
  platform: string | null
  owner: string
  project: string | null
  session: string
  agent: string | null
  callId: string
  tool: string
  kind: string
  outcome: string
  cause: string | null
  rung: string
  rule: string
  evidence: string
  masked: boolean
  position: number
  contextTokens: number | null
  seeded: boolean
  copies: number
  at: string | null
  origin: { file: string; line: number; block: number }
}

/** Every call that fits the filter, once; copies and (unless asked for) seeded calls are left out. */
export const calls = async function* (store: Connection, filter: CallFilter): AsyncIterable<CallListing> {
  for await (const row of listCalls(store, filter)) yield callListing(row)
}

export const callListing = (row: CallRow): CallListing => ({
  id: row.id,
  source: row.source,
  platform: row.platform,
  owner: row.owner,
  project: row.project,
  session: row.session,
  agent: row.agent,
  callId: row.call_id,
  tool: row.tool,
  kind: row.kind,
  outcome: row.outcome,
  cause: row.cause,
  rung: row.rung,
  rule: row.rule,
  evidence: row.evidence,
  masked: row.masked === 1,
  position: row.position,
  contextTokens: row.context_tokens,
  seeded: row.seeded === 1,
  copies: row.copies,
  at: isoTime(row.at),
  origin: { file: row.path, line: row.line, block: row.block },
})

export const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
