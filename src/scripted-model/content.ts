import { asArray, isRecord } from '../lib/json.ts'

/** One thing that was said in a conversation. */
export interface Said {
  role: 'user' | 'assistant' | 'tool'
  text: string
  calls: { id: string; tool: string; args: string }[]
  /** On a result: the id of the call that it answers. */
  callId?: string
}

/** What one provider's request holds, in order; a result is an entry of its own. */
export interface Conversation {
  system: string
  said: Said[]
  /** Names of the tools that are offered. */
  tools: string[]
}

/** Reads the texts of a message: a string, or a list of parts. */
export const readContentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : asArray(content)
        .flatMap((part) => (isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : []))
        .join('')

/** Names of tools in a list of them; providers put a function on the entry itself or one level below. */
export const toolNames = (list: unknown): string[] =>
  asArray(list).flatMap((tool) => {
    if (!isRecord(tool)) return []
    // A namespace groups tools under a name of its own.
    if (Array.isArray(tool['tools'])) return toolNames(tool['tools'])
    const named = isRecord(tool['function']) ? tool['function'] : tool
    return typeof named['name'] === 'string' ? [named['name']] : []
  })
