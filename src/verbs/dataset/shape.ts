import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Count, Finite } from '../../schema/listing/words.ts'

const Hashed = described(
  v.string(),
  'keyed hash of a name: equal names are equal within one export, and mean nothing outside it',
)
const Tokens = described(v.nullable(Count), 'null: the agent did not record it')

export const DatasetSession = describedObject('One session of the dataset, without a word of it.', {
  session: Hashed,
  project: v.nullable(Hashed),
  parent: described(v.nullable(Hashed), 'the session that it continues, forks or works for'),
  source: described(v.string(), 'the agent whose history it is'),
  platform: described(v.nullable(v.string()), 'where it was held; a keyed hash where the name is not a usual one'),
  model: described(v.nullable(v.string()), 'family of a public model, as in claude or gpt; otherwise a keyed hash'),
  startedMonth: described(v.nullable(v.string()), 'year and month, UTC'),
  seconds: described(v.nullable(Finite), 'from the first to the last event'),
  messages: Count,
  userMessages: Count,
  ok: Count,
  errors: Count,
  unknown: Count,
  repeatedMistakes: described(
    v.nullable(Count),
    'different mistakes of the session that earlier sessions of its project had made; null: no earlier session is known, or no outcome of its calls',
  ),
  inputTokens: Tokens,
  outputTokens: Tokens,
  cacheReadTokens: Tokens,
  cacheWriteTokens: Tokens,
})
export type DatasetSession = v.InferOutput<typeof DatasetSession>

export const DatasetCall = describedObject('One call of the dataset, without a word of it.', {
  session: Hashed,
  subagent: described(v.nullable(Hashed), 'null: the main conversation'),
  position: described(Count, '1-based within its conversation'),
  secondsIn: described(v.nullable(Finite), 'since the session began'),
  tool: described(v.string(), "name of an agent's own tool that everybody knows; otherwise a keyed hash"),
  kind: v.picklist(['terminal', 'code', 'file', 'research', 'meta', 'general']),
  outcome: v.picklist(['ok', 'error', 'unknown']),
  cause: v.nullable(v.picklist(['agent', 'environment', 'user', 'expected', 'not-run'])),
  rung: described(v.picklist(['flag', 'exit', 'field', 'tool', 'text', 'none', 'person']), 'what decided the outcome'),
  masked: described(v.boolean(), 'looked fine and had failed'),
  contextTokens: Tokens,
  markers: describedObject('what the conversation held when the call was made', {
    sameCallWorked: described(v.boolean(), 'the same call of the same tool worked earlier in this conversation'),
    sameSubjectSeen: described(v.boolean(), 'its file, command or query came up earlier in this conversation'),
    errorsBefore: described(Count, 'errors earlier in this conversation'),
    callsSinceError: described(v.nullable(Count), 'null: no error before it'),
  }),
})
export type DatasetCall = v.InferOutput<typeof DatasetCall>

export const DatasetExported = describedObject('What `dataset export` wrote.', {
  directory: v.string(),
  sessions: Count,
  calls: Count,
  hashedTools: described(Count, 'tools whose names are hashed'),
})
export type DatasetExported = v.InferOutput<typeof DatasetExported>
