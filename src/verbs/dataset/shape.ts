import { z } from 'zod'
import { Count } from '../../schema/listing/words.ts'

const Hashed = z
  .string()
  .describe('keyed hash of a name: equal names are equal within one export, and mean nothing outside it')
const Tokens = Count.nullable().describe('null: the agent did not record it')

export const DatasetSession = z
  .object({
    session: Hashed,
    project: Hashed.nullable(),
    parent: Hashed.nullable().describe('the session that it continues, forks or works for'),
    source: z.string().describe('the agent whose history it is'),
    platform: z.string().nullable().describe('where it was held; a keyed hash where the name is not a usual one'),
    model: z.string().nullable().describe('family of a public model, as in claude or gpt; otherwise a keyed hash'),
    startedMonth: z.string().nullable().describe('year and month, UTC'),
    seconds: z.number().nullable().describe('from the first to the last event'),
    messages: Count,
    userMessages: Count,
    ok: Count,
    errors: Count,
    unknown: Count,
    repeatedMistakes: Count.nullable().describe(
      'different mistakes of the session that earlier sessions of its project had made; null: no earlier session is known, or no outcome of its calls',
    ),
    inputTokens: Tokens,
    outputTokens: Tokens,
    cacheReadTokens: Tokens,
    cacheWriteTokens: Tokens,
  })
  .describe('One session of the dataset, without a word of it.')
export type DatasetSession = z.infer<typeof DatasetSession>

export const DatasetCall = z
  .object({
    session: Hashed,
    subagent: Hashed.nullable().describe('null: the main conversation'),
    position: Count.describe('1-based within its conversation'),
    secondsIn: z.number().nullable().describe('since the session began'),
    tool: z.string().describe("name of an agent's own tool that everybody knows; otherwise a keyed hash"),
    kind: z.enum(['terminal', 'code', 'file', 'research', 'meta', 'general']),
    outcome: z.enum(['ok', 'error', 'unknown']),
    cause: z.enum(['agent', 'environment', 'user', 'expected', 'not-run']).nullable(),
    rung: z.enum(['flag', 'exit', 'field', 'tool', 'text', 'none', 'person']).describe('what decided the outcome'),
    masked: z.boolean().describe('looked fine and had failed'),
    contextTokens: Tokens,
    markers: z
      .object({
        sameCallWorked: z.boolean().describe('the same call of the same tool worked earlier in this conversation'),
        sameSubjectSeen: z.boolean().describe('its file, command or query came up earlier in this conversation'),
        errorsBefore: Count.describe('errors earlier in this conversation'),
        callsSinceError: Count.nullable().describe('null: no error before it'),
      })
      .describe('what the conversation held when the call was made'),
  })
  .describe('One call of the dataset, without a word of it.')
export type DatasetCall = z.infer<typeof DatasetCall>

export const DatasetExported = z
  .object({
    directory: z.string(),
    sessions: Count,
    calls: Count,
    hashedTools: Count.describe('tools whose names are hashed'),
  })
  .describe('What `dataset export` wrote.')
export type DatasetExported = z.infer<typeof DatasetExported>
