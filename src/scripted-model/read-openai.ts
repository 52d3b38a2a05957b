import { asArray, asString, isRecord, type JsonRecord } from '../lib/json.ts'
import { type Conversation, type Said, readContentText, toolNames } from './content.ts'

/** A request for a chat completion. */
export const readOpenai = (body: JsonRecord): Conversation => ({
  system: asArray(body['messages'])
    .filter((one) => isRecord(one) && (one['role'] === 'system' || one['role'] === 'developer'))
    .map((one) => readContentText((one as JsonRecord)['content']))
    .join('\n'),
  said: saidIn(body),
  tools: toolNames(body['tools']),
})

const saidIn = (body: JsonRecord): Said[] =>
  asArray(body['messages']).flatMap((message): Said[] => {
    if (!isRecord(message)) return []
    const text = readContentText(message['content'])
    if (message['role'] === 'user') return [{ role: 'user', text, calls: [] }]
    if (message['role'] === 'tool')
      return [{ role: 'tool', text, calls: [], callId: asString(message['tool_call_id']) ?? '' }]
    if (message['role'] !== 'assistant') return []
    const calls = asArray(message['tool_calls']).flatMap((call) => {
      const named = isRecord(call) ? call['function'] : undefined
      if (!isRecord(call) || !isRecord(named)) return []
      const args = asString(named['arguments']) ?? ''
      return [{ id: asString(call['id']) ?? '', tool: asString(named['name']) ?? '', args }]
    })
    return [{ role: 'assistant', text, calls }]
  })
