import type { ModelSettings, ProviderName } from '../../schema/model-settings.ts'
import type { SdkModel, SdkPrompt } from './sdk.ts'

/** The contract of a provider: one file each, one line in the registry, one row of facts in schema/model-settings.ts. */
export interface Provider {
  name: ProviderName
  /** Which thoughts go back to a model with what it said. */
  thoughts: 'all' | 'turn'
  /** The SDK's model, asked through the `fetch` that is handed in. Takes nothing from the environment. */
  connect(settings: ModelSettings, fetch: typeof globalThis.fetch): SdkModel
  /** Marks of the provider's own on a prompt, such as what it should cache. */
  mark?(prompt: SdkPrompt): SdkPrompt
  /** Headers that show the key. */
  headers(apiKey: string | undefined): Record<string, string>
}
