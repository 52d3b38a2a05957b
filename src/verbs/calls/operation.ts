import { isoTime } from '../../lib/clock.ts'
import { maskIn } from '../../outcome/masked.ts'
import { UNOWNED } from '../../schema/owner.ts'
import { sourceNamed } from '../../sources/registry.ts'
import type { CallListing } from '../../schema/listing/call-listing.ts'
import { type CallRow, listCalls } from '../../store/facts/call.ts'
import type { CallFilter } from '../../store/facts/call-filter.ts'
import type { Connection } from '../../store/connection.ts'

export type { CallListing } from '../../schema/listing/call-listing.ts'

/** Every call that fits the filter, once; copies and (unless asked for) seeded calls are left out. */
export const calls = async function* (store: Connection, filter: CallFilter): AsyncIterable<CallListing> {
  if (filter.source !== undefined) sourceNamed(filter.source)
  for await (const row of listCalls(store, filter)) yield callListing(row)
}

/** A person's verdict decides: a call that a person judged is no longer masked. */
const isMasked = (row: CallRow): boolean => row.masked === 1 && row.rung !== 'person'

/** The importer wrote the words in these columns, so they need no check. */
export const callListing = (row: CallRow): CallListing => ({
  id: row.id,
  source: row.source,
  platform: row.platform,
  owner: row.owner === UNOWNED ? null : row.owner,
  project: row.project,
  session: row.session,
  agent: row.agent,
  callId: row.call_id,
  tool: row.tool,
  kind: row.kind as CallListing['kind'],
  subject: row.subject,
  outcome: row.outcome as CallListing['outcome'],
  cause: row.cause as CallListing['cause'],
  rung: row.rung as CallListing['rung'],
  textAlone: row.rung === 'text',
  rule: row.rule,
  evidence: row.evidence,
  masked: isMasked(row),
  hiddenBy: isMasked(row) ? maskIn(row.evidence) : null,
  position: row.position,
  contextTokens: row.context_tokens,
  seeded: row.seeded === 1,
  copies: row.copies,
  at: isoTime(row.at),
  origin: { file: row.path, line: row.line, block: row.block },
})
