import { z } from 'zod'
import { Time } from '../../schema/listing/words.ts'

const count = z.number().int().nullable()

export const ChatListing = z
  .object({
    key: z.string().describe('which messages belong here'),
    id: z.string().describe('the session the chat is in now'),
    owner: z.string().describe('platform:user, or platform:chat:ID where everybody in the chat talks in one session'),
    platform: z.string(),
    chatType: z.string().describe('dm, group, channel, thread, or what the platform calls it'),
    displayName: z.string(),
    createdAt: Time.describe('when the chat was first seen'),
    startedAt: Time.describe('when its session began, or was gone back to; daily resets go by it'),
    interactedAt: Time.describe('when a person last wrote; idle resets go by it'),
    updatedAt: Time.describe('when anything last happened; this list goes by it'),
    tokens: z
      .object({ input: count, output: count, cacheRead: count, cacheWrite: count })
      .describe('of the session so far; null where no answer said how many'),
    costUsd: z.number().nullable().describe('null: nobody has said what it cost'),
    previous: z
      .object({ id: z.string(), reason: z.string(), at: Time })
      .nullable()
      .describe('what `gateway undo-reset` goes back to'),
    origin: z.record(z.string(), z.string()).describe('where its messages come from: chat_id, thread_id, ...'),
  })
  .describe('A chat and the session it is in.')

export type ChatListing = z.infer<typeof ChatListing>
