import { asArray, asString, isRecord, type JsonRecord } from '../lib/json.ts'
import { type Conversation, type Said, readContentText, toolNames } from './content.ts'

/** A request to the Messages API. */
export const readAnthropic = (body: JsonRecord): Conversation => ({
  system: readContentText(body['system']),
  said: saidIn(body),
  tools: toolNames(body['tools']),
})

const saidIn = (body: JsonRecord): Said[] =>
  asArray(body['messages']).flatMap((message): Said[] => {
    if (!isRecord(message)) return []
    const content = message['content']
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : asArray(content).filter(isRecord)
    if (message['role'] === 'assistant') {
      const calls = blocks.flatMap((block) =>
        block['type'] === 'tool_use'
          ? [
              {
                id: asString(block['id']) ?? '',
                tool: asString(block['name']) ?? '',
                args: JSON.stringify(block['input'] ?? {}),
              },
            ]
          : [],
      )
      return [{ role: 'assistant', text: readContentText(blocks), calls }]
    }
    return blocks.flatMap((block): Said[] => {
      if (block['type'] === 'tool_result')
        return [
          {
            role: 'tool',
            text: readContentText(block['content']),
            calls: [],
            callId: asString(block['tool_use_id']) ?? '',
          },
        ]
      return block['type'] === 'text' ? [{ role: 'user', text: asString(block['text']) ?? '', calls: [] }] : []
    })
  })
