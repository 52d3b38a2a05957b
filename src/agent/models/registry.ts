import type { ProviderName } from '../../schema/model-settings.ts'
import type { Provider } from './provider.ts'

/** Every provider, loaded when it is used: its package takes longer to load than all of our code. */
export const MODEL_PROVIDERS: Readonly<Record<ProviderName, () => Promise<Provider>>> = {
  'openai-compatible': async () => (await import('./openai-compatible.ts')).openaiCompatible,
  anthropic: async () => (await import('./anthropic.ts')).anthropic,
}
