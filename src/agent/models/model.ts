import type { LiveAssistantMessage, LiveCall, LiveMessage } from '../../schema/live-session.ts'

/** A model of any provider. It runs no tools and keeps nothing between steps. */
export interface Model {
  /** The provider's name in the registry: openai-compatible, anthropic. */
  provider: string
  /** The model's name at the provider. */
  name: string
  /** The endpoint's address, without secrets. */
  address: string
  /** The size of its context window; undefined if neither the table nor the configuration tells. */
  contextWindowTokens: number | undefined
  /**
   * Asks once and streams the answer. If a retry can help (429, 5xx, network, a stream that is cut or hangs), it emits
   * `retry`, waits and asks again. Ends with exactly one `finish`, or throws an `AppError` with one of `MODEL_ERRORS`
   * as its code.
   */
  streamStep(request: StepRequest): AsyncIterable<StepEvent>
}

export interface StepRequest {
  system?: string | undefined
  /**
   * The messages in order; inactive ones are not sent. A call without a result, or a result without its call, is
   * completed in the request (providers refuse them), never in the session.
   */
  messages: readonly LiveMessage[]
  /** The tools that the model may call; a `Tool` fits. */
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
  /** The next piece of the answer's text. */
  | { type: 'text'; text: string }
  /** The next piece of the model's thoughts, if the provider shows them. */
  | { type: 'reasoning'; text: string }
  /**
   * A call with complete arguments. If the model wrote no JSON object, they are its raw text: check with `isCallable`.
   */
  | { type: 'call'; call: LiveCall }
  /** Everything received in this step is void: the answer begins anew after the wait. */
  | { type: 'retry'; code: ModelErrorCode; reason: string; waitMs: number; attempt: number }
  /** The whole answer, ready to be stored. */
  | { type: 'finish'; answer: StepAnswer }

/** The part of an assistant message that a model gives. `calls` holds calls that have not run yet, in order. */
export type StepAnswer = Pick<
  LiveAssistantMessage,
  'text' | 'calls' | 'providerParts' | 'model' | 'usage' | 'contextTokens'
> & { finishReason: FinishReason }

export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'error' | 'other'

/** Why a step failed. Failures that time may heal are thrown only after retries. */
export const MODEL_ERRORS = {
  /** The request exceeds the model's context window: shorten it and ask again. */
  contextTooLong: 'model-context-too-long',
  /** The key is missing, wrong, or not permitted to do this. */
  auth: 'model-auth',
  /** The account has no credit left; waiting does not help. */
  quota: 'model-quota',
  /** The endpoint knows no such model, or there is no such endpoint at this address. */
  unknownModel: 'model-unknown',
  /** The provider refused the request itself. */
  refused: 'model-refused',
  /** 429 for longer than we are willing to wait. */
  rateLimited: 'model-rate-limited',
  /** 5xx or 529 for longer than we are willing to wait. */
  overloaded: 'model-overloaded',
  /** No connection to the address. */
  unreachable: 'model-unreachable',
  /** No byte arrived within the time limit. */
  hang: 'model-hang',
  /** The stream ended before the answer did. */
  cut: 'model-cut',
  /** The answer does not follow the provider's protocol. */
  garbled: 'model-garbled',
  /** The caller's signal fired. */
  aborted: 'model-aborted',
} as const

export type ModelErrorCode = (typeof MODEL_ERRORS)[keyof typeof MODEL_ERRORS]

/** Whether the arguments are an object that a tool can be run with; if not, `args` is what the model wrote instead. */
export const isCallable = (call: LiveCall): call is LiveCall & { args: Record<string, unknown> } =>
  typeof call.args === 'object' && call.args !== null && !Array.isArray(call.args)
