import { asArray, asString, isRecord, type JsonRecord } from '../lib/json.ts'
import { type Conversation, type Said, readContentText, toolNames } from './content.ts'

/** A request to OpenAI's Responses API: a list of items, of which several in a row may be one answer of the model. */
export const readResponses = (body: JsonRecord): Conversation => {
  const { input } = body
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : asArray(input).filter(isRecord)
  const instructed = items.filter(({ role }) => role === 'system' || role === 'developer')
  return {
    system: [asString(body['instructions']) ?? '', ...instructed.map(({ content }) => readContentText(content))]
      .filter((text) => text !== '')
      .join('\n'),
    said: joined(items.flatMap(saidBy)),
    // Some requests offer tools among what was said, also those that a search has brought up.
    tools: [body, ...items].flatMap((holder) => toolNames(holder['tools'])),
  }
}

const saidBy = (item: JsonRecord): Said[] => {
  switch (item['type'] ?? 'message') {
    case 'message': {
      const text = readContentText(item['content'])
      if (item['role'] === 'user') return [{ role: 'user', text, calls: [] }]
      return item['role'] === 'assistant' ? [{ role: 'assistant', text, calls: [] }] : []
    }
    case 'function_call':
      return [callBy(item, item['arguments'])]
    case 'custom_tool_call':
      return [callBy(item, item['input'])]
    case 'tool_search_call':
      return [callBy({ ...item, name: 'tool_search' }, JSON.stringify(item['arguments'] ?? {}))]
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [resultBy(item, outputIn(item['output']))]
    case 'tool_search_output':
      return [resultBy(item, toolNames(item['tools']).join('\n'))]
    default:
      return []
  }
}

const callBy = (item: JsonRecord, args: unknown): Said => ({
  role: 'assistant',
  text: '',
  calls: [{ id: asString(item['call_id']) ?? '', tool: asString(item['name']) ?? '', args: asString(args) ?? '' }],
})

const resultBy = (item: JsonRecord, text: string): Said => ({
  role: 'tool',
  text,
  calls: [],
  callId: asString(item['call_id']) ?? '',
})

/** A text, parts, or an object of a client's own. */
const outputIn = (output: unknown): string => {
  if (typeof output === 'string' || Array.isArray(output)) return readContentText(output)
  return output === undefined || output === null ? '' : JSON.stringify(output)
}

/** What the model said in one go: its words and its calls, with no result between them. */
const joined = (all: readonly Said[]): Said[] => {
  const found: Said[] = []
  for (const said of all) {
    const last = found.at(-1)
    if (said.role !== 'assistant' || last?.role !== 'assistant') found.push(said)
    else found.splice(-1, 1, { ...last, text: last.text + said.text, calls: [...last.calls, ...said.calls] })
  }
  return found
}
