import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { SESSION_KINDS } from '../../schema/session-kind.ts'
import { CallListing } from '../../schema/listing/call-listing.ts'
import { Count, Finite, ParentKind, Time } from '../../schema/listing/words.ts'

const TokenCount = v.nullable(Count)

export const SessionListing = describedObject('One session.', {
  session: described(v.string(), "the agent's own id of the session"),
  source: described(v.string(), 'the agent whose history it comes from, as --source takes it'),
  platform: described(v.nullable(v.string()), 'where it was held: cli, vscode, telegram, cron, subagent, ...'),
  kind: described(
    v.nullable(v.picklist(SESSION_KINDS)),
    'whose work it is: a person, a job that runs by itself, a sub-agent, an experiment, a probe; null: not told',
  ),
  owner: described(v.nullable(v.string()), 'null: a chat session without a user that no person has claimed'),
  project: described(v.nullable(v.string()), 'the repository it worked in, else its directory'),
  cwd: v.nullable(v.string()),
  model: described(v.nullable(v.string()), 'the model that answered last'),
  title: v.nullable(v.string()),
  agentVersion: v.nullable(v.string()),
  startedAt: v.nullable(Time),
  lastAt: v.nullable(Time),
  endReason: described(v.nullable(v.string()), "in the format's own word; null where none is recorded"),
  parent: v.nullable(v.object({ session: v.string(), kind: ParentKind })),
  messages: described(Count, "of the user, of the model, and results of tools; sub-agents' left out"),
  userMessages: described(Count, 'those that a person typed'),
  calls: described(Count, "sub-agents' included; copies of another session's calls and seeded ones left out"),
  outcomes: v.object({ ok: Count, error: Count, unknown: Count }),
  tokens: described(
    v.object({ input: TokenCount, output: TokenCount, cacheRead: TokenCount, cacheWrite: TokenCount }),
    "sub-agents' included, an answer that a fork copied only once; null where the format records no usage: unknown is not zero",
  ),
  costUsd: described(v.nullable(Finite), 'as the agent recorded it; never computed here'),
  file: v.string(),
})

export type SessionListing = v.InferOutput<typeof SessionListing>

export const SessionDetail = describedObject('One session with its calls.', {
  ...SessionListing.entries,
  timeline: described(v.array(CallListing), 'the main conversation first, then each sub-agent, in order of position'),
})

export type SessionDetail = v.InferOutput<typeof SessionDetail>
