import { argumentsOf, type Format, pieces, type Spoken, type Tokens } from './spoken.ts'

/** Answers as Google writes them: https://ai.google.dev/api/generate-content */
export const geminiFormat: Format = {
  stream: (spoken) => {
    const { text, reasoning, calls, chunkChars } = spoken
    const parts = [
      ...pieces(reasoning, chunkChars).map((piece) => ({ text: piece, thought: true })),
      ...pieces(text, chunkChars).map((piece) => ({ text: piece })),
      ...calls.map(callPart),
    ]
    return [
      ...parts.map((part) => frame(answerOf(spoken, [part], undefined))),
      frame({
        ...answerOf(spoken, [{ text: '' }], REASONS[spoken.finishReason]),
        ...usage(spoken),
      }),
    ]
  },
  whole: (spoken) => {
    const { text, reasoning, calls } = spoken
    const parts = [
      ...(reasoning === '' ? [] : [{ text: reasoning, thought: true }]),
      ...(text === '' && calls.length > 0 ? [] : [{ text }]),
      ...calls.map(callPart),
    ]
    return JSON.stringify({ ...answerOf(spoken, parts, REASONS[spoken.finishReason]), ...usage(spoken) })
  },
  error: (status, { message }) => JSON.stringify(errorOf(status, message)),
  errorFrame: (status, { message }) => frame(errorOf(status, message)),
  brokenFrame: 'data: {"candidates": [{"content": {"par\r\n\r\n',
}

const frame = (value: object): string => `data: ${JSON.stringify(value)}\r\n\r\n`

/** The vendor parses arguments itself: what cannot be parsed comes as no arguments at all. */
const callPart = (call: Spoken['calls'][number]) => ({
  functionCall: { id: call.id, name: call.tool, args: parsed(argumentsOf(call)) },
  thoughtSignature: 'c2NyaXB0ZWQ=',
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const answerOf = ({ id, model }: Spoken, parts: readonly object[], finishReason: string | undefined) => ({
  candidates: [
    { content: { role: 'model', parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) },
  ],
  modelVersion: model,
  responseId: id,
})

/** A call is no reason to end here: the vendor says STOP for it too. */
const REASONS: Record<Spoken['finishReason'], string> = {
  stop: 'STOP',
  'tool-calls': 'STOP',
  length: 'MAX_TOKENS',
  'content-filter': 'SAFETY',
}

const usage = ({ usage: tokens }: Spoken) => (tokens === undefined ? {} : { usageMetadata: usageOf(tokens) })

/** Cached tokens are part of the prompt's here. */
const usageOf = ({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Tokens) => {
  const prompt = inputTokens + cacheReadTokens + cacheWriteTokens
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: outputTokens,
    totalTokenCount: prompt + outputTokens,
    ...(cacheReadTokens === 0 ? {} : { cachedContentTokenCount: cacheReadTokens }),
  }
}

const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
}

const errorOf = (status: number, message: string) => ({
  error: { code: status, message, status: STATUSES[status] ?? 'INTERNAL' },
})
