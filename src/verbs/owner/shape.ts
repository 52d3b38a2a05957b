import { z } from 'zod'
import { Count, Time } from '../../schema/listing/words.ts'

const Claim = z.object({
  kind: z.enum(['session', 'owner']).describe('session: about one session; owner: about everything of an owner'),
  subject: z.string().describe("the agent's own id of the session, or the owner, as in telegram:42"),
  platform: z.string().nullable().describe('of a session: where it was held'),
  owner: z.string().describe('the owner by this claim'),
  by: z.string().describe('who said so'),
  at: Time,
  sessions: Count.describe('sessions in this store that the claim is about'),
})

export const OwnerReport = z
  .object({
    localUser: z.string(),
    owners: z
      .array(z.object({ owner: z.string().nullable().describe('null: nobody'), sessions: Count }))
      .describe('most sessions first'),
    unowned: z
      .array(z.object({ source: z.string(), platform: z.string().nullable(), sessions: Count }))
      .describe('chat sessions without a user: neither listed nor mined'),
    claims: z.array(Claim).describe('words of persons on owners; they survive every sync and rebuild'),
    changed: z
      .object({
        how: z.enum(['claimed', 'released']),
        owner: z
          .string()
          .nullable()
          .describe('the owner of the sessions now; null: each has the owner that the history names'),
        sessions: Count,
      })
      .nullable()
      .describe('what this command did; null: it only looked'),
  })
  .describe('Owners of sessions, sessions without an owner, and claims.')

export type OwnerReport = z.infer<typeof OwnerReport>
