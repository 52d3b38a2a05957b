import type { LiveAssistantMessage, LiveCall, LiveMessage } from '../../schema/live-session.ts'

/** A model that can be asked, of any provider. It runs no tools and keeps nothing between steps. */
export interface Model {
  /** As the registry calls it: openai-compatible, anthropic. */
  provider: string
  /** As the provider calls the model. */
  name: string
  /** Where it is asked, without anything secret. */
  address: string
  /** How many tokens it can have in front of it; undefined where neither the table nor the configuration says. */
  contextWindowTokens: number | undefined
  /**
   * Asks once and hands on what comes, as it comes. Waits and asks again where that can help (429, 5xx, network, a stream that is cut or
   * hangs), and says so with `retry`. Ends with exactly one `finish`, or throws an `AppError` with one of `MODEL_ERRORS` as its code.
   */
  streamStep(request: StepRequest): AsyncIterable<StepEvent>
}

export interface StepRequest {
  system?: string | undefined
  /**
   * What was said, in order; those that are not active are left out. A call without a result, or a result without its call, is
   * mended on the way out (providers refuse them), never in the session.
   */
  messages: readonly LiveMessage[]
  /** What the model may call; a `Tool` fits. */
  tools?: readonly ModelTool[] | undefined
  maxOutputTokens?: number | undefined
  signal?: AbortSignal | undefined
}

export interface ModelTool {
  name: string
  description: string
  /** JSON Schema of an object. */
  parameters: Readonly<Record<string, unknown>>
}

export type StepEvent =
  /** The next piece of what the model says. */
  | { type: 'text'; text: string }
  /** The next piece of what it thinks, where the provider shows it. */
  | { type: 'reasoning'; text: string }
  /** A call whose arguments are complete. They are the raw text where the model wrote no JSON object: `isCallable` tells. */
  | { type: 'call'; call: LiveCall }
  /** What came before in this step is void: the answer begins anew after the wait. */
  | { type: 'retry'; code: ModelErrorCode; reason: string; waitMs: number; attempt: number }
  /** The whole answer, ready to be stored. */
  | { type: 'finish'; answer: StepAnswer }

/** The part of an assistant's message that a model gives. Calls that have not been run yet are in `calls`, in order. */
export type StepAnswer = Pick<
  LiveAssistantMessage,
  'text' | 'calls' | 'providerParts' | 'model' | 'usage' | 'contextTokens'
> & { finishReason: FinishReason }

export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'error' | 'other'

/** Why a step failed. Those that time may heal were tried again before they are thrown. */
export const MODEL_ERRORS = {
  /** More than the model can have in front of it: make the context shorter and ask again. */
  contextTooLong: 'model-context-too-long',
  /** No key, a wrong key, a key that may not do this. */
  auth: 'model-auth',
  /** Nothing left to pay with; waiting does not help. */
  quota: 'model-quota',
  /** The endpoint knows no such model, or there is no such endpoint at this address. */
  unknownModel: 'model-unknown',
  /** The request itself was refused. */
  refused: 'model-refused',
  /** 429, for longer than we wait. */
  rateLimited: 'model-rate-limited',
  /** 5xx or 529, for longer than we wait. */
  overloaded: 'model-overloaded',
  /** No connection to the address. */
  unreachable: 'model-unreachable',
  /** No byte came for as long as we wait for one. */
  hang: 'model-hang',
  /** The stream ended before the answer did. */
  cut: 'model-cut',
  /** What came is not what the provider's protocol says. */
  garbled: 'model-garbled',
  /** The signal that was handed in fired. */
  aborted: 'model-aborted',
} as const

export type ModelErrorCode = (typeof MODEL_ERRORS)[keyof typeof MODEL_ERRORS]

/** Whether the model wrote arguments that a tool can be run with; if not, `args` is what it wrote instead. */
export const isCallable = (call: LiveCall): call is LiveCall & { args: Record<string, unknown> } =>
  typeof call.args === 'object' && call.args !== null && !Array.isArray(call.args)
