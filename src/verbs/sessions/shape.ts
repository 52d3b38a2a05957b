import { z } from 'zod'
import { SESSION_KINDS } from '../../schema/session-kind.ts'
import { CallListing } from '../../schema/listing/call-listing.ts'
import { Count, ParentKind, Time } from '../../schema/listing/words.ts'

const TokenCount = Count.nullable()

/** One session as others read it. */
export const SessionListing = z
  .object({
    session: z.string().describe("the agent's own id of the session"),
    source: z.string().describe('the agent whose history it comes from, as --source takes it'),
    platform: z.string().nullable().describe('where it was held: cli, vscode, telegram, cron, subagent, ...'),
    kind: z
      .enum(SESSION_KINDS)
      .nullable()
      .describe(
        'whose work it is: a person, a job that runs by itself, a sub-agent, an experiment, a probe; null: not told',
      ),
    owner: z.string().nullable().describe('null: a chat session without a user that no person has claimed'),
    project: z.string().nullable().describe('the repository it worked in, else its directory'),
    cwd: z.string().nullable(),
    model: z.string().nullable().describe('the model that answered last'),
    title: z.string().nullable(),
    agentVersion: z.string().nullable(),
    startedAt: Time.nullable(),
    lastAt: Time.nullable(),
    endReason: z.string().nullable().describe("in the format's own word; null where none is recorded"),
    parent: z.object({ session: z.string(), kind: ParentKind }).nullable(),
    messages: Count.describe("of the user, of the model, and results of tools; sub-agents' left out"),
    userMessages: Count.describe('those that a person typed'),
    calls: Count.describe("sub-agents' included; copies of another session's calls and seeded ones left out"),
    outcomes: z.object({ ok: Count, error: Count, unknown: Count }),
    tokens: z
      .object({ input: TokenCount, output: TokenCount, cacheRead: TokenCount, cacheWrite: TokenCount })
      .describe(
        "sub-agents' included, an answer that a fork copied only once; null where the format records no usage: unknown is not zero",
      ),
    costUsd: z.number().nullable().describe('as the agent recorded it; never computed here'),
    file: z.string(),
  })
  .describe('One session.')

export type SessionListing = z.infer<typeof SessionListing>

/** The same with its calls. */
export const SessionDetail = SessionListing.extend({
  timeline: z.array(CallListing).describe('the main conversation first, then each sub-agent, in order of position'),
}).describe('One session with its calls.')

export type SessionDetail = z.infer<typeof SessionDetail>
