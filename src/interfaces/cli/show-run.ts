import type { TurnResult } from '../../agent/turn.ts'
import type { AgentRun } from '../../schema/listing/agent-run.ts'

/** A turn as `--json` prints it. */
export const runOf = ({ session, text, steps, usage, end, error, code, hint }: TurnResult): AgentRun => ({
  session,
  result: text,
  steps,
  usage: {
    inputTokens: usage.inputTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
    cacheReadTokens: usage.cacheReadTokens ?? null,
    cacheWriteTokens: usage.cacheWriteTokens ?? null,
  },
  end,
  error: error === undefined ? null : { code: code ?? 'failed', message: error, hint: hint ?? null },
})
