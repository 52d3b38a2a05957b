import { argumentsOf, type Format, pieces, type Spoken, type Tokens } from './spoken.ts'

/** Any time will do, as long as it is always the same. */
const CREATED = 1_750_000_000

/** Chat completions as OpenAI writes them: https://platform.openai.com/docs/api-reference/chat */
export const openaiFormat: Format = {
  stream: (spoken) => {
    const { text, reasoning, calls, chunkChars } = spoken
    const delta = (value: object, finishReason: string | null = null) =>
      frame({
        ...head(spoken, 'chat.completion.chunk'),
        choices: [{ index: 0, delta: value, logprobs: null, finish_reason: finishReason }],
      })
    return [
      delta({ role: 'assistant', content: '', refusal: null }),
      ...pieces(reasoning, chunkChars).map((piece) => delta({ reasoning_content: piece })),
      ...pieces(text, chunkChars).map((piece) => delta({ content: piece })),
      ...calls.flatMap((call, index) => [
        delta({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.tool, arguments: '' } }] }),
        ...pieces(argumentsOf(call), chunkChars).map((piece) =>
          delta({ tool_calls: [{ index, function: { arguments: piece } }] }),
        ),
      ]),
      delta({}, REASONS[spoken.finishReason]),
      ...(spoken.usage === undefined
        ? []
        : [frame({ ...head(spoken, 'chat.completion.chunk'), choices: [], usage: usageOf(spoken.usage) })]),
      'data: [DONE]\n\n',
    ]
  },
  whole: (spoken) =>
    JSON.stringify({
      ...head(spoken, 'chat.completion'),
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: spoken.text === '' && spoken.calls.length > 0 ? null : spoken.text,
            refusal: null,
            ...(spoken.reasoning === '' ? {} : { reasoning_content: spoken.reasoning }),
            ...(spoken.calls.length === 0
              ? {}
              : {
                  tool_calls: spoken.calls.map((call) => ({
                    id: call.id,
                    type: 'function',
                    function: { name: call.tool, arguments: argumentsOf(call) },
                  })),
                }),
          },
          logprobs: null,
          finish_reason: REASONS[spoken.finishReason],
        },
      ],
      ...(spoken.usage === undefined ? {} : { usage: usageOf(spoken.usage) }),
    }),
  error: (status, { kind, message }) => JSON.stringify(openaiError(status, kind, message)),
  errorFrame: (status, { kind, message }) => frame(openaiError(status, kind, message)),
  brokenFrame: 'data: {"id":"chatcmpl-broken","object":"chat.compl\n\n',
}

const frame = (value: object): string => `data: ${JSON.stringify(value)}\n\n`

const head = ({ id, model }: Spoken, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: CREATED,
  model,
  system_fingerprint: 'fp_scripted',
})

const REASONS: Record<Spoken['finishReason'], string> = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'content-filter': 'content_filter',
}

/** Cached tokens are part of the prompt's here. */
const usageOf = ({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Tokens) => {
  const prompt = inputTokens + cacheReadTokens + cacheWriteTokens
  return {
    prompt_tokens: prompt,
    completion_tokens: outputTokens,
    total_tokens: prompt + outputTokens,
    prompt_tokens_details: { cached_tokens: cacheReadTokens, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  }
}

const CODES: Record<number, [type: string, code: string | null]> = {
  400: ['invalid_request_error', null],
  401: ['invalid_request_error', 'invalid_api_key'],
  403: ['invalid_request_error', 'unsupported_country_region_territory'],
  404: ['invalid_request_error', 'model_not_found'],
  413: ['invalid_request_error', null],
  429: ['requests', 'rate_limit_exceeded'],
}

/** An error in OpenAI's words, the same for all of its interfaces. */
export const openaiError = (status: number, kind: string, message: string) => {
  const [type, code] =
    kind === 'context-length'
      ? ['invalid_request_error', 'context_length_exceeded']
      : kind === 'quota'
        ? ['insufficient_quota', 'insufficient_quota']
        : (CODES[status] ?? ['server_error', null])
  return { error: { message, type, param: null, code } }
}
