import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'

export const ChatKey = describedObject('Which session messages from a place belong to.', {
  key: v.string(),
  owner: v.string(),
  isShared: described(v.boolean(), 'everybody in the chat talks in one session'),
  description: described(v.string(), 'where such a message comes from, in words'),
})

export const ChatPrompt = described(
  v.object({ prompt: v.string() }),
  'What an agent is told about a chat, the same bytes for every message of it.',
)

export type ChatKey = v.InferOutput<typeof ChatKey>
export type ChatPrompt = v.InferOutput<typeof ChatPrompt>
