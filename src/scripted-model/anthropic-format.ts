import { argumentsOf, type Format, pieces, type Spoken, type Tokens } from './spoken.ts'

/** Messages as Anthropic writes them: https://docs.claude.com/en/api/messages-streaming */
export const anthropicFormat: Format = {
  stream: (spoken) => {
    const blocks = [...thinkingFrames(spoken), ...textFrames(spoken), ...callFrames(spoken)]
    const framed = blocks.flatMap(({ start, deltas }, index) => [
      frame('content_block_start', { index, content_block: start }),
      // The vendor sends one after the first block has begun.
      ...(index === 0 ? [frame('ping', {})] : []),
      ...deltas.map((delta) => frame('content_block_delta', { index, delta })),
      frame('content_block_stop', { index }),
    ])
    return [
      frame('message_start', { message: { ...head(spoken), content: [], stop_reason: null, ...usage(spoken, 1) } }),
      ...framed,
      frame('message_delta', {
        delta: { stop_reason: REASONS[spoken.finishReason], stop_sequence: null },
        usage: { output_tokens: spoken.usage?.outputTokens ?? 0 },
      }),
      frame('message_stop', {}),
    ]
  },
  whole: (spoken) =>
    JSON.stringify({
      ...head(spoken),
      content: [
        ...(spoken.reasoning === '' ? [] : [{ type: 'thinking', thinking: spoken.reasoning, signature: SIGNATURE }]),
        ...(spoken.text === '' ? [] : [{ type: 'text', text: spoken.text }]),
        ...spoken.calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.tool, input: inputOf(call) })),
      ],
      stop_reason: REASONS[spoken.finishReason],
      ...usage(spoken, spoken.usage?.outputTokens ?? 0),
    }),
  error: (status, { message }) => JSON.stringify(errorOf(status, message)),
  errorFrame: (status, { message }) => `event: error\ndata: ${JSON.stringify(errorOf(status, message))}\n\n`,
  brokenFrame: 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"del\n\n',
}

/** What the vendor wants back unchanged with a thought. */
const SIGNATURE = 'c2NyaXB0ZWQtc2lnbmF0dXJl'

interface Block {
  start: object
  deltas: object[]
}

const thinkingFrames = ({ reasoning, chunkChars }: Spoken): Block[] =>
  reasoning === ''
    ? []
    : [
        {
          start: { type: 'thinking', thinking: '', signature: '' },
          deltas: [
            ...pieces(reasoning, chunkChars).map((thinking) => ({ type: 'thinking_delta', thinking })),
            { type: 'signature_delta', signature: SIGNATURE },
          ],
        },
      ]

const textFrames = ({ text, chunkChars }: Spoken): Block[] =>
  text === ''
    ? []
    : [
        {
          start: { type: 'text', text: '' },
          deltas: pieces(text, chunkChars).map((piece) => ({ type: 'text_delta', text: piece })),
        },
      ]

const callFrames = ({ calls, chunkChars }: Spoken): Block[] =>
  calls.map((call) => ({
    start: { type: 'tool_use', id: call.id, name: call.tool, input: {} },
    deltas: [
      { type: 'input_json_delta', partial_json: '' },
      ...pieces(argumentsOf(call), chunkChars).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
    ],
  }))

/** Whole answers hold parsed arguments: what cannot be parsed can only be a text there. */
const inputOf = (call: Spoken['calls'][number]): unknown => {
  try {
    return JSON.parse(argumentsOf(call))
  } catch {
    return call.rawArgs
  }
}

const frame = (type: string, value: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`

const head = ({ id, model }: Spoken) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
})

const REASONS: Record<Spoken['finishReason'], string> = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'refusal',
}

/** The vendor always says how many; a script that says nothing gets zeros, which is what its library makes of nothing. */
const usage = ({ usage: tokens }: Spoken, outputTokens: number) => ({ usage: usageOf(tokens, outputTokens) })

const usageOf = (tokens: Tokens | undefined, outputTokens: number) => ({
  input_tokens: tokens?.inputTokens ?? 0,
  cache_creation_input_tokens: tokens?.cacheWriteTokens ?? 0,
  cache_read_input_tokens: tokens?.cacheReadTokens ?? 0,
  output_tokens: outputTokens,
})

const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

const errorOf = (status: number, message: string) => ({
  type: 'error',
  error: { type: TYPES[status] ?? 'api_error', message },
  request_id: null,
})
