import type { Compaction } from '../../../schema/session-event.ts'
import { emitEvent, type Reading } from './reading.ts'

/**
 * One compaction is written as a `compacted` line and as an event a few lines apart, in some versions only as one of
 * them: the second word about the same one is dropped. What `replacement_history` holds is not new history.
 */
export const readCompaction = (reading: Reading, kind: 'compacted' | 'context_compacted'): void => {
  const { state, line } = reading
  const isSecondWord =
    state.compactionKind !== undefined &&
    state.compactionKind !== kind &&
    line - state.compactionLine <= SAME_COMPACTION_LINES
  state.compactionKind = isSecondWord ? undefined : kind
  state.compactionLine = line
  if (isSecondWord) return
  const body: Omit<Compaction, 'session' | 'line'> = { type: 'compaction', kind: 'compacted' }
  if (state.contextTokens !== undefined) body.tokensBefore = state.contextTokens
  emitEvent(reading, body)
}

// Between the two stand at most the new turn_context and a token count.
const SAME_COMPACTION_LINES = 20
