import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Finite, recordOf, Time, Whole } from '../../schema/listing/words.ts'

const count = v.nullable(Whole)

export const ChatListing = describedObject('A chat and the session it is in.', {
  key: described(v.string(), 'which messages belong here'),
  id: described(v.string(), 'the session the chat is in now'),
  owner: described(v.string(), 'platform:user, or platform:chat:ID where everybody in the chat talks in one session'),
  platform: v.string(),
  chatType: described(v.string(), 'dm, group, channel, thread, or what the platform calls it'),
  displayName: v.string(),
  createdAt: described(Time, 'when the chat was first seen'),
  startedAt: described(Time, 'when its session began, or was gone back to; daily resets go by it'),
  interactedAt: described(Time, 'when a person last wrote; idle resets go by it'),
  updatedAt: described(Time, 'when anything last happened; this list goes by it'),
  tokens: described(
    v.object({ input: count, output: count, cacheRead: count, cacheWrite: count }),
    'of the session so far; null where no answer said how many',
  ),
  costUsd: described(v.nullable(Finite), 'null: nobody has said what it cost'),
  previous: described(
    v.nullable(v.object({ id: v.string(), reason: v.string(), at: Time })),
    'what `gateway undo-reset` goes back to',
  ),
  origin: described(recordOf(v.string()), 'where its messages come from: chat_id, thread_id, ...'),
})

export type ChatListing = v.InferOutput<typeof ChatListing>
