import { createAnthropic } from '@ai-sdk/anthropic'
import type { Provider } from './provider.ts'
import type { SdkMessage } from './sdk.ts'

/** Anthropic's messages, at its own address or at one that speaks like it. */
export const anthropic: Provider = {
  name: 'anthropic',
  // It verifies the signatures of all and leaves out by itself what it does not want.
  thoughts: 'all',
  connect: ({ model, baseUrl, apiKey }, fetch) =>
    // Left out, key and address would be taken from the environment, whatever the configuration says.
    createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch })(model),
  // Without marks nothing is cached, and an agent sends its whole session with every step.
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
