import { asArray, isRecord, type JsonRecord } from '../lib/json.ts'
import type { Asked } from './asked.ts'

/**
 * What the provider itself would refuse a request for, or undefined. A double that answers what the real one does not would let
 * mistakes through.
 */
export const refusal = (asked: Asked, body: JsonRecord): string | undefined => {
  if (asked.model === '') return 'you must provide a model parameter'
  if (asked.said.length === 0) return `${LISTS[asked.api]}: at least one message is required`
  if (asked.api === 'anthropic') {
    if (typeof body['max_tokens'] !== 'number') return 'max_tokens: Field required'
    const empty = emptyBlock(body)
    if (empty !== undefined) return empty
    if (asked.said[0]?.role === 'assistant') return 'messages: first message must use the "user" role'
  }
  return asked.api === 'responses' ? unansweredAnywhere(asked) : unpaired(asked)
}

const LISTS: Record<Asked['api'], string> = {
  openai: 'messages',
  responses: 'input',
  anthropic: 'messages',
  gemini: 'contents',
}

/** Here results may stand anywhere behind their calls. */
const unansweredAnywhere = ({ said }: Asked): string | undefined => {
  const open = new Set<string>()
  for (const { role, calls, callId } of said) {
    for (const { id } of calls) open.add(id)
    if (role === 'tool' && !open.delete(callId ?? ''))
      return `No tool call found for function call output with call_id ${callId}.`
  }
  const [first] = open
  return first === undefined ? undefined : `No tool output found for function call ${first}.`
}

/** Every call is answered right after it, once, and every result has its call. */
const unpaired = ({ said }: Asked): string | undefined => {
  const open = new Set<string>()
  for (const { role, calls, callId } of said) {
    if (role === 'tool') {
      if (callId === undefined || !open.delete(callId))
        return `unexpected tool result: ${callId} has no call in the message before it`
      continue
    }
    if (open.size > 0) return `calls without results right after them: ${[...open].join(', ')}`
    for (const { id } of calls) {
      if (open.has(id)) return `two calls have the id ${id}`
      open.add(id)
    }
  }
  return open.size > 0 ? `calls without results right after them: ${[...open].join(', ')}` : undefined
}

const emptyBlock = (body: JsonRecord): string | undefined => {
  for (const [index, message] of asArray(body['messages']).entries()) {
    if (!isRecord(message)) return `messages.${index}: must be an object`
    const content = message['content']
    const isEmpty =
      content === '' ||
      (Array.isArray(content) &&
        (content.length === 0 ||
          content.some((block) => isRecord(block) && block['type'] === 'text' && String(block['text']).trim() === '')))
    if (isEmpty) return `messages.${index}: text content blocks must be non-empty`
  }
  return undefined
}
