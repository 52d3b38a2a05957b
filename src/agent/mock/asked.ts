import { mixOf } from '../../lib/hash.ts'
import { asArray, asString, isRecord, type JsonRecord } from '../../lib/json.ts'

/** A request as a script sees it, whichever provider's format it came in. */
export interface Asked {
  api: 'openai' | 'anthropic'
  model: string
  isStream: boolean
  /** A stream of the OpenAI kind says tokens only when asked to. */
  wantsUsage: boolean
  system: string
  /** In order; a result is an entry of its own. */
  said: Said[]
  /** Names of the tools that are offered. */
  tools: string[]
  /** Everything in the request as one text. */
  context: string
  /** The same for all requests of one conversation, as far as a request shows: its beginning. */
  conversation: string
}

export interface Said {
  role: 'user' | 'assistant' | 'tool'
  text: string
  calls: { id: string; tool: string; args: string }[]
  /** Of a result: the call that it answers. */
  callId?: string
}

/** Never throws; what is not there is empty. */
export const readAsked = (api: Asked['api'], body: JsonRecord, conversationId?: string): Asked => {
  const said = api === 'openai' ? openaiSaid(body) : anthropicSaid(body)
  const system =
    api === 'anthropic'
      ? textOf(body['system'])
      : asArray(body['messages'])
          .filter((one) => isRecord(one) && (one['role'] === 'system' || one['role'] === 'developer'))
          .map((one) => textOf((one as JsonRecord)['content']))
          .join('\n')
  const first = said.find(({ role }) => role === 'user')?.text ?? ''
  const options = body['stream_options']
  return {
    api,
    model: asString(body['model']) ?? '',
    isStream: body['stream'] === true,
    wantsUsage: api === 'anthropic' || (isRecord(options) && options['include_usage'] === true),
    system,
    said,
    tools: asArray(body['tools']).flatMap(toolName),
    context: [system, ...said.map(wordsOf)].join('\n'),
    conversation: conversationId ?? mixOf(system, first),
  }
}

/** What the user said last. */
export const lastUserText = ({ said }: Asked): string => said.findLast(({ role }) => role === 'user')?.text ?? ''

/** The results that came after the model spoke last. */
export const lastResults = ({ said }: Asked): Said[] =>
  said.slice(said.findLastIndex(({ role }) => role === 'assistant') + 1).filter(({ role }) => role === 'tool')

/** How often the user has spoken; what is said in one go counts once. */
export const turnOf = ({ said }: Asked): number =>
  said.filter(({ role }, index) => role === 'user' && said[index - 1]?.role !== 'user').length

/** How often the model has spoken since the user did. */
export const stepOf = ({ said }: Asked): number =>
  said.slice(said.findLastIndex(({ role }) => role === 'user') + 1).filter(({ role }) => role === 'assistant').length

const openaiSaid = (body: JsonRecord): Said[] =>
  asArray(body['messages']).flatMap((message): Said[] => {
    if (!isRecord(message)) return []
    const text = textOf(message['content'])
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

const anthropicSaid = (body: JsonRecord): Said[] =>
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
      return [{ role: 'assistant', text: textOf(blocks), calls }]
    }
    return blocks.flatMap((block): Said[] => {
      if (block['type'] === 'tool_result')
        return [
          { role: 'tool', text: textOf(block['content']), calls: [], callId: asString(block['tool_use_id']) ?? '' },
        ]
      return block['type'] === 'text' ? [{ role: 'user', text: asString(block['text']) ?? '', calls: [] }] : []
    })
  })

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : asArray(content)
        .flatMap((part) => (isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : []))
        .join('')

const toolName = (tool: unknown): string[] => {
  if (!isRecord(tool)) return []
  const named = isRecord(tool['function']) ? tool['function'] : tool
  return typeof named['name'] === 'string' ? [named['name']] : []
}

const wordsOf = ({ text, calls }: Said): string =>
  calls.length === 0 ? text : [text, ...calls.map(({ tool, args }) => `${tool} ${args}`)].join('\n')
