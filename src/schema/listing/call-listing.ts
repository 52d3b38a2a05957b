import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Cause, Count, Outcome, Positive, RungOrPerson, Time, ToolKind } from './words.ts'

/** One call as others read it. */
export const CallListing = describedObject('One tool call together with its result.', {
  id: described(v.string(), '20 hex digits that survive every rebuild; a unique prefix names the call too'),
  source: described(v.string(), 'the agent whose history it comes from, as --source takes it'),
  platform: described(v.nullable(v.string()), 'where the session was held: cli, vscode, telegram, cron, ...'),
  owner: described(v.nullable(v.string()), 'null: a chat session without a user that no person has claimed'),
  project: described(v.nullable(v.string()), 'the repository the session worked in, else its directory'),
  session: described(v.string(), "the agent's own id of the session"),
  agent: described(v.nullable(v.string()), 'the sub-agent that made the call; null for the main conversation'),
  callId: described(v.string(), "the agent's own id of the call, or # and its number where the format has none"),
  tool: v.string(),
  kind: ToolKind,
  subject: described(v.string(), 'what it was about: a command line, a file, a query; cut and redacted'),
  outcome: Outcome,
  cause: described(v.nullable(Cause), 'present exactly when the outcome is error'),
  rung: described(RungOrPerson, 'which rung of the ladder decided'),
  textAlone: described(v.boolean(), 'the outcome rests on the text of the result alone (rung text)'),
  rule: described(v.string(), 'the rule that decided'),
  evidence: described(v.string(), 'the words it rests on, redacted, at most 200 characters; of a person: the note'),
  hiddenBy: described(v.nullable(v.string()), 'of a masked call: what hid its failure, e.g. `| tail`'),
  masked: described(v.boolean(), 'ended with 0 while its text shows a command that failed behind a pipe'),
  position: described(Positive, 'number of the call within its conversation, from 1'),
  contextTokens: described(v.nullable(Count), 'what the model had in front of it; null where it is not recorded'),
  seeded: described(v.boolean(), 'put into the conversation by a seed, never really made'),
  copies: described(Count, 'how often resumed or forked sessions repeat it'),
  at: v.nullable(Time),
  origin: v.object({
    file: v.string(),
    line: described(Count, 'line of a file, row of a database, or message of a document'),
    block: described(Count, 'content block within the line, from 0'),
  }),
})

export type CallListing = v.InferOutput<typeof CallListing>
