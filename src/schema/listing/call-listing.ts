import { z } from 'zod'
import { Cause, Count, Outcome, RungOrPerson, Time, ToolKind } from './words.ts'

/** One call as others read it. */
export const CallListing = z
  .object({
    id: z.string().describe('20 hex digits that survive every rebuild; a unique prefix names the call too'),
    source: z.string().describe('the agent whose history it comes from, as --source takes it'),
    platform: z.string().nullable().describe('where the session was held: cli, vscode, telegram, cron, ...'),
    owner: z.string().nullable().describe('null: a chat session without a user that no person has claimed'),
    project: z.string().nullable().describe('the repository the session worked in, else its directory'),
    session: z.string().describe("the agent's own id of the session"),
    agent: z.string().nullable().describe('the sub-agent that made the call; null for the main conversation'),
    callId: z.string().describe("the agent's own id of the call, or # and its number where the format has none"),
    tool: z.string(),
    kind: ToolKind,
    subject: z.string().describe('what it was about: a command line, a file, a query; cut and redacted'),
    outcome: Outcome,
    cause: Cause.nullable().describe('present exactly when the outcome is error'),
    rung: RungOrPerson.describe('which rung of the ladder decided'),
    textAlone: z.boolean().describe('the outcome rests on the text of the result alone (rung text)'),
    rule: z.string().describe('the rule that decided'),
    evidence: z.string().describe('the words it rests on, redacted, at most 200 characters; of a person: the note'),
    hiddenBy: z.string().nullable().describe('of a masked call: what hid its failure, e.g. `| tail`'),
    masked: z.boolean().describe('ended with 0 while its text shows a command that failed behind a pipe'),
    position: z.int().positive().describe('number of the call within its conversation, from 1'),
    contextTokens: Count.nullable().describe('what the model had in front of it; null where it is not recorded'),
    seeded: z.boolean().describe('put into the conversation by a seed, never really made'),
    copies: Count.describe('how often resumed or forked sessions repeat it'),
    at: Time.nullable(),
    origin: z.object({
      file: z.string(),
      line: Count.describe('line of a file, row of a database, or message of a document'),
      block: Count.describe('content block within the line, from 0'),
    }),
  })
  .describe('One tool call together with its result.')

export type CallListing = z.infer<typeof CallListing>
