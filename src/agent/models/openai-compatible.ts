import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Provider } from './provider.ts'

/** Every endpoint that speaks chat completions: OpenAI, and nearly all others by its example. */
export const openaiCompatible: Provider = {
  name: 'openai-compatible',
  // Endpoints that show thoughts want those of the turn back and ignore or refuse older ones.
  thoughts: 'turn',
  connect: ({ model, baseUrl, apiKey }, fetch) =>
    createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: baseUrl,
      ...(apiKey === undefined ? {} : { apiKey }),
      includeUsage: true,
      fetch,
      convertUsage,
    })(model),
  headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
}

type ConvertUsage = NonNullable<Parameters<typeof createOpenAICompatible>[0]['convertUsage']>

/** The SDK's own reading takes a count that is missing for zero. */
const convertUsage: ConvertUsage = (usage) => {
  const prompt = usage?.prompt_tokens ?? undefined
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? undefined
  return {
    inputTokens: {
      total: prompt,
      noCache: prompt === undefined ? undefined : prompt - (cached ?? 0),
      cacheRead: cached,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: usage?.completion_tokens ?? undefined,
      text: undefined,
      reasoning: usage?.completion_tokens_details?.reasoning_tokens ?? undefined,
    },
  }
}
