import type { ModelSettings, ProviderName } from '../../schema/model-settings.ts'
import type { SdkModel, SdkPrompt } from './sdk.ts'

/**
 * The contract of a provider: one file each, a line in the registry, and a row of facts in schema/model-settings.ts.
 */
export interface Provider {
  name: ProviderName
  /** Which thoughts are sent back to the model. */
  thoughts: 'all' | 'turn'
  /** Makes the SDK's model, which sends its requests through `fetch`. Reads nothing from the environment. */
  connect(settings: ModelSettings, fetch: typeof globalThis.fetch): SdkModel
  /** Adds the provider's own marks to a prompt, such as what to cache. */
  mark?(prompt: SdkPrompt): SdkPrompt
  /** Headers that carry the key. */
  headers(apiKey: string | undefined): Record<string, string>
}
