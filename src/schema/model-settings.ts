/** Who offers models, as configuration knows them; how they are spoken to stands in agent/models. */
export type ProviderName = 'openai-compatible' | 'anthropic'

export interface ProviderFacts {
  /** The address of its models when the user names no other. */
  baseUrl: string
  /** Variables of the environment that hold its key by its vendor's custom. */
  keyVariables: readonly string[]
  baseUrlVariables: readonly string[]
}

export const PROVIDERS: Readonly<Record<ProviderName, ProviderFacts>> = {
  'openai-compatible': {
    baseUrl: 'https://api.openai.com/v1',
    keyVariables: ['OPENAI_API_KEY'],
    baseUrlVariables: ['OPENAI_BASE_URL'],
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    keyVariables: ['ANTHROPIC_API_KEY'],
    baseUrlVariables: ['ANTHROPIC_BASE_URL'],
  },
}

export const REASONING_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number]

/** Everything that is needed to ask a model. */
export interface ModelSettings {
  provider: ProviderName
  model: string
  baseUrl: string
  /** Never shown and never written anywhere. */
  apiKey: string | undefined
  /** What the model can have in front of it, where the user knows better than our table. */
  contextWindowTokens?: number | undefined
  maxOutputTokens?: number | undefined
  reasoning?: ReasoningEffort | undefined
  /** No byte for so long is a hang. */
  idleTimeoutMs?: number | undefined
  /** How often a failed request is made again. */
  retries?: number | undefined
}
