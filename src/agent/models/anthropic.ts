import { createAnthropic } from '@ai-sdk/anthropic'
import type { Provider } from './provider.ts'
import type { SdkMessage } from './sdk.ts'

/** Anthropic's Messages API, at its own address or at a compatible one. */
export const anthropic: Provider = {
  name: 'anthropic',
  // The provider verifies all signatures and itself leaves out thoughts that it does not want.
  thoughts: 'all',
  connect: ({ model, baseUrl, apiKey }, fetch) =>
    // If key and address were left out, the SDK would take them from the environment, whatever the configuration says.
    createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch })(model),
  // Without these marks the provider caches nothing, and an agent sends its whole session with every step.
  mark: (prompt) =>
    prompt.map((message, index) =>
      message.role === 'system' || index === prompt.length - 1 ? ({ ...message, ...CACHED } as SdkMessage) : message,
    ),
  headers: (apiKey) => ({
    'anthropic-version': '2023-06-01',
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
  }),
}

const CACHED = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
