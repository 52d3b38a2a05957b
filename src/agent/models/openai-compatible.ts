import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Provider } from './provider.ts'

/** Every endpoint that speaks chat completions: OpenAI, and nearly all others. */
export const openaiCompatible: Provider = {
  name: 'openai-compatible',
  // Endpoints that show thoughts want those of the current turn back, and ignore or refuse older ones.
  thoughts: 'turn',
  connect: ({ model, baseUrl, apiKey }, fetch) =>
    createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: baseUrl,
      ...(apiKey === undefined ? {} : { apiKey }),
      includeUsage: true,
      fetch,
      convertUsage,
      ...(isOpenAI(baseUrl) ? { transformRequestBody: renameLimit } : {}),
    })(model),
  headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
}

const isOpenAI = (baseUrl: string): boolean => new URL(baseUrl).hostname === 'api.openai.com'

/** OpenAI's newer models refuse the old name of the limit; all other endpoints still want it. */
const renameLimit = ({ max_tokens: limit, ...body }: Record<string, unknown>): Record<string, unknown> =>
  limit === undefined ? body : { ...body, max_completion_tokens: limit }

type ConvertUsage = NonNullable<Parameters<typeof createOpenAICompatible>[0]['convertUsage']>

/** The SDK's own conversion reads a missing count as zero. */
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
