import { openaiError } from './openai-format.ts'
import { argumentsOf, type Format, pieces, type Spoken, type Tokens } from './spoken.ts'

/** Any time will do, as long as it is always the same. */
const CREATED_AT = 1_750_000_000

/** Responses as OpenAI writes them: https://platform.openai.com/docs/api-reference/responses-streaming */
export const responsesFormat: Format = {
  stream: (spoken) => {
    const frame = createFrame()
    const items = itemsOf(spoken)
    const begun = { ...responseOf(spoken, []), status: 'in_progress', usage: null }
    const [type, ending] = endingOf(spoken)
    return [
      frame('response.created', { response: begun }),
      frame('response.in_progress', { response: begun }),
      ...items.flatMap(({ item, started, deltas }, index) => [
        frame('response.output_item.added', { output_index: index, item: started }),
        ...deltas.map(([event, value]) => frame(event, { item_id: item.id, output_index: index, ...value })),
        frame('response.output_item.done', { output_index: index, item }),
      ]),
      frame(type, {
        response: {
          ...responseOf(
            spoken,
            items.map(({ item }) => item),
          ),
          ...ending,
        },
      }),
    ]
  },
  whole: (spoken) => {
    const output = itemsOf(spoken).map(({ item }) => item)
    return JSON.stringify({ ...responseOf(spoken, output), ...endingOf(spoken)[1] })
  },
  error: (status, { kind, message }) => JSON.stringify(openaiError(status, kind, message)),
  errorFrame: (status, { kind, message }) => {
    const { code, type } = openaiError(status, kind, message).error
    const response = { id: 'resp_failed', object: 'response', status: 'failed', error: { code: code ?? type, message } }
    return createFrame()('response.failed', { response })
  },
  brokenFrame: 'event: response.output_text.delta\ndata: {"type":"response.output_text.del\n\n',
}

const createFrame = () => {
  let count = 0
  return (type: string, value: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: count++, ...value })}\n\n`
}

interface Item {
  item: { id: string } & Record<string, unknown>
  /** As it is announced, before anything of it has come. */
  started: object
  deltas: [event: string, value: object][]
}

const itemsOf = (spoken: Spoken): Item[] => [...reasoningItem(spoken), ...messageItem(spoken), ...callItems(spoken)]

const reasoningItem = ({ id, reasoning, chunkChars }: Spoken): Item[] => {
  if (reasoning === '') return []
  const item = { id: `rs_${id}`, type: 'reasoning', encrypted_content: 'c2NyaXB0ZWQ=' }
  const part = { type: 'summary_text', text: reasoning }
  return [
    {
      item: { ...item, summary: [part] },
      started: { ...item, summary: [] },
      deltas: [
        ['response.reasoning_summary_part.added', { summary_index: 0, part: { ...part, text: '' } }],
        ...pieces(reasoning, chunkChars).map((delta): [string, object] => [
          'response.reasoning_summary_text.delta',
          { summary_index: 0, delta },
        ]),
        ['response.reasoning_summary_text.done', { summary_index: 0, text: reasoning }],
        ['response.reasoning_summary_part.done', { summary_index: 0, part }],
      ],
    },
  ]
}

const messageItem = ({ id, text, calls, chunkChars }: Spoken): Item[] => {
  if (text === '' && calls.length > 0) return []
  const item = { id: `msg_${id}`, type: 'message', role: 'assistant' }
  const part = { type: 'output_text', text, annotations: [], logprobs: [] }
  return [
    {
      item: { ...item, status: 'completed', content: [part] },
      started: { ...item, status: 'in_progress', content: [] },
      deltas: [
        ['response.content_part.added', { content_index: 0, part: { ...part, text: '' } }],
        ...pieces(text, chunkChars).map((delta): [string, object] => [
          'response.output_text.delta',
          { content_index: 0, delta, logprobs: [] },
        ]),
        ['response.output_text.done', { content_index: 0, text, logprobs: [] }],
        ['response.content_part.done', { content_index: 0, part }],
      ],
    },
  ]
}

/** A custom tool takes words as they are, all others a JSON text; what both stream differs in its names alone. */
const callItems = ({ calls, chunkChars }: Spoken): Item[] =>
  calls.map((call) => {
    if (call.tool === SEARCH) return searchItem(call)
    const isCustom = call.input !== undefined
    const [field, event] = isCustom
      ? ['input', 'response.custom_tool_call_input']
      : ['arguments', 'response.function_call_arguments']
    const written = call.input ?? argumentsOf(call)
    const item = {
      id: `${isCustom ? 'ctc' : 'fc'}_${call.id}`,
      type: isCustom ? 'custom_tool_call' : 'function_call',
      call_id: call.id,
      name: call.tool,
      ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
    }
    return {
      item: { ...item, status: 'completed', [field]: written },
      started: { ...item, status: 'in_progress', [field]: '' },
      deltas: [
        ...pieces(written, chunkChars).map((delta): [string, object] => [`${event}.delta`, { delta }]),
        [`${event}.done`, { [field]: written }],
      ],
    }
  })

/** A search over tools that the client keeps back is an item of its own kind. */
const SEARCH = 'tool_search'

const searchItem = (call: Spoken['calls'][number]): Item => {
  const item = { id: `tsc_${call.id}`, type: 'tool_search_call', call_id: call.id, execution: 'client' }
  const asked = { ...item, arguments: call.args ?? {} }
  return {
    item: { ...asked, status: 'completed' },
    started: { ...asked, status: 'in_progress' },
    deltas: [],
  }
}

const responseOf = ({ id, model, usage }: Spoken, output: readonly object[]) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: CREATED_AT,
  status: 'completed',
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  model,
  output,
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  usage: usage === undefined ? null : usageOf(usage),
})

const endingOf = ({ finishReason }: Spoken): [event: string, fields: object] => {
  const reason = { length: 'max_output_tokens', 'content-filter': 'content_filter' }[finishReason as string]
  return reason === undefined
    ? ['response.completed', {}]
    : ['response.incomplete', { status: 'incomplete', incomplete_details: { reason } }]
}

/** Cached tokens are part of the input's here. */
const usageOf = ({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Tokens) => {
  const input = inputTokens + cacheReadTokens + cacheWriteTokens
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cacheReadTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + outputTokens,
  }
}
