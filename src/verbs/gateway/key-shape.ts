import { z } from 'zod'

export const ChatKey = z
  .object({
    key: z.string(),
    owner: z.string(),
    isShared: z.boolean().describe('everybody in the chat talks in one session'),
    description: z.string().describe('where such a message comes from, in words'),
  })
  .describe('Which session messages from a place belong to.')

export const ChatPrompt = z
  .object({ prompt: z.string() })
  .describe('What an agent is told about a chat, the same bytes for every message of it.')

export type ChatKey = z.infer<typeof ChatKey>
export type ChatPrompt = z.infer<typeof ChatPrompt>
