import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Count, Time } from '../../schema/listing/words.ts'

const Claim = v.object({
  kind: described(v.picklist(['session', 'owner']), 'session: about one session; owner: about everything of an owner'),
  subject: described(v.string(), "the agent's own id of the session, or the owner, as in telegram:42"),
  platform: described(v.nullable(v.string()), 'of a session: where it was held'),
  owner: described(v.string(), 'the owner by this claim'),
  by: described(v.string(), 'who said so'),
  at: Time,
  sessions: described(Count, 'sessions in this store that the claim is about'),
})

export const OwnerReport = describedObject('Owners of sessions, sessions without an owner, and claims.', {
  localUser: v.string(),
  owners: described(
    v.array(v.object({ owner: described(v.nullable(v.string()), 'null: nobody'), sessions: Count })),
    'most sessions first',
  ),
  unowned: described(
    v.array(v.object({ source: v.string(), platform: v.nullable(v.string()), sessions: Count })),
    'chat sessions without a user: neither listed nor mined',
  ),
  claims: described(v.array(Claim), 'words of persons on owners; they survive every sync and rebuild'),
  changed: described(
    v.nullable(
      v.object({
        how: v.picklist(['claimed', 'released']),
        owner: described(
          v.nullable(v.string()),
          'the owner of the sessions now; null: each has the owner that the history names',
        ),
        sessions: Count,
      }),
    ),
    'what this command did; null: it only looked',
  ),
})

export type OwnerReport = v.InferOutput<typeof OwnerReport>
