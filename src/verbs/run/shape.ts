import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Count } from '../../schema/listing/words.ts'

const Tokens = v.nullable(Count)

export const AgentRun = describedObject('What `run` came to.', {
  session: described(v.string(), 'its id, to go on with: `run --resume ID`'),
  result: described(v.string(), 'the last words of the model; empty where it came to none'),
  steps: described(Count, 'how often the model was asked'),
  usage: described(
    v.object({ inputTokens: Tokens, outputTokens: Tokens, cacheReadTokens: Tokens, cacheWriteTokens: Tokens }),
    'of this turn; null where the provider did not say',
  ),
  end: v.picklist(['answered', 'step-limit', 'token-limit', 'aborted', 'failed']),
  error: described(
    v.nullable(v.object({ code: v.string(), message: v.string(), hint: v.nullable(v.string()) })),
    'why it failed; null where it did not',
  ),
})

export type AgentRun = v.InferOutput<typeof AgentRun>
