import { z } from 'zod'
import { Count } from '../../schema/listing/words.ts'

const Tokens = Count.nullable()

/** What one turn of the agent came to. */
export const AgentRun = z
  .object({
    session: z.string().describe('its id, to go on with: `run --resume ID`'),
    result: z.string().describe('the last words of the model; empty where it came to none'),
    steps: Count.describe('how often the model was asked'),
    usage: z
      .object({ inputTokens: Tokens, outputTokens: Tokens, cacheReadTokens: Tokens, cacheWriteTokens: Tokens })
      .describe('of this turn; null where the provider did not say'),
    end: z.enum(['answered', 'step-limit', 'token-limit', 'aborted', 'failed']),
    error: z
      .object({ code: z.string(), message: z.string(), hint: z.string().nullable() })
      .nullable()
      .describe('why it failed; null where it did not'),
  })
  .describe('What `run` came to.')

export type AgentRun = z.infer<typeof AgentRun>
