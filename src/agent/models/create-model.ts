import { setTimeout as sleepFor } from 'node:timers/promises'
import { AppError } from '../../lib/error.ts'
import type { ModelSettings } from '../../schema/model-settings.ts'
import { withoutSecrets } from './address.ts'
import { contextWindowOf } from './context.ts'
import { type Failure, readFailure } from './failure.ts'
import { failureError } from './failure-error.ts'
import { type Model, MODEL_ERRORS, type StepEvent, type StepRequest } from './model.ts'
import { toPrompt } from './prompt.ts'
import type { Provider } from './provider.ts'
import { MODEL_PROVIDERS } from './registry.ts'
import { retryWait } from './retry-wait.ts'
import type { SdkModel, SdkOptions } from './sdk.ts'
import { streamAnswer } from './stream-answer.ts'
import { type WatchedFetch, watchFetch } from './watched-fetch.ts'

/** What the caller provides. */
export interface ModelWorld {
  now(): number
  random(): number
  sleep?(ms: number, signal: AbortSignal | undefined): Promise<void>
}

const IDLE_TIMEOUT_MS = 180_000
const RETRIES = 4

/** Makes the model that the settings name. It sends no request and reads nothing from the environment. */
export const createModel = async (settings: ModelSettings, world: ModelWorld): Promise<Model> => {
  const provider = await MODEL_PROVIDERS[settings.provider]()
  const connected = connectOnce(provider, settings)
  return {
    provider: settings.provider,
    name: settings.model,
    address: withoutSecrets(settings.baseUrl),
    contextWindowTokens: settings.contextWindowTokens ?? contextWindowOf(settings.model),
    streamStep: (request) => streamStep(connected, { provider, settings, world }, request),
  }
}

interface Connected {
  sdk: SdkModel
  /** Watches requests with this signal until it is stopped. */
  watch(idleTimeoutMs: number, signal: AbortSignal | undefined): WatchedFetch
}

/**
 * Making the SDK's model costs more than asking it, so it is made once. The signal tells which request it is sending.
 */
const connectOnce = (provider: Provider, settings: ModelSettings): Connected => {
  const watched = new WeakMap<AbortSignal, WatchedFetch>()
  const fetch: typeof globalThis.fetch = (input, init) => {
    const watch = init?.signal === undefined || init.signal === null ? undefined : watched.get(init.signal)
    if (watch === undefined) throw new Error('a request that nobody watches')
    return watch.fetch(input, init)
  }
  return {
    sdk: provider.connect(settings, fetch),
    watch: (idleTimeoutMs, signal) => {
      const watch = watchFetch(idleTimeoutMs, signal)
      watched.set(watch.signal, watch)
      return watch
    },
  }
}

async function* streamStep(
  connected: Connected,
  { provider, settings, world }: { provider: Provider; settings: ModelSettings; world: ModelWorld },
  request: StepRequest,
): AsyncGenerator<StepEvent, void> {
  const { idleTimeoutMs = IDLE_TIMEOUT_MS, retries = RETRIES, apiKey } = settings
  const { signal } = request
  const options = stepOptions(provider, settings, request)
  const usedIds = new Set(
    request.messages.flatMap((message) => (message.role === 'assistant' ? message.calls.map(({ id }) => id) : [])),
  )
  const answering = { provider: settings.provider, model: settings.model, usedIds, random: world.random }
  for (let attempt = 1; ; attempt++) {
    if (signal?.aborted === true) throw aborted()
    const watch = connected.watch(idleTimeoutMs, signal)
    let failure: Failure
    try {
      yield* streamAnswer(connected.sdk, { ...options, abortSignal: watch.signal }, answering)
      return
    } catch (thrown) {
      if (isAborted(signal)) throw aborted()
      failure = watch.isIdle() ? hang(idleTimeoutMs) : readFailure(thrown, { hasBegun: watch.hasBegun(), apiKey })
    } finally {
      watch.stop()
    }
    const isLast = attempt > Math.min(retries, failure.mostRetries)
    const wait = isLast ? undefined : retryWait(failure, attempt, world)
    if (wait === undefined) throw failureError(failure, settings, { attempts: attempt })
    if ('tooLongMs' in wait) throw failureError(failure, settings, { attempts: attempt, tooLongMs: wait.tooLongMs })
    yield { type: 'retry', code: failure.code, reason: failure.words, waitMs: wait.waitMs, attempt }
    await (world.sleep ?? sleep)(wait.waitMs, signal).catch((error: unknown) => {
      throw isAborted(signal) ? aborted() : error
    })
  }
}

const stepOptions = (provider: Provider, settings: ModelSettings, request: StepRequest): SdkOptions => {
  const { name, thoughts } = provider
  const prompt = toPrompt(request, { provider: name, model: settings.model, thoughts })
  const maxOutputTokens = request.maxOutputTokens ?? settings.maxOutputTokens
  return {
    prompt: provider.mark?.(prompt) ?? prompt,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(settings.reasoning === undefined ? {} : { reasoning: settings.reasoning }),
    ...(request.tools === undefined || request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map(({ name: tool, description, parameters }) => ({
            type: 'function' as const,
            name: tool,
            description,
            inputSchema: parameters,
          })),
        }),
  }
}

const hang = (idleTimeoutMs: number): Failure => ({
  code: MODEL_ERRORS.hang,
  words: `no byte came for ${idleTimeoutMs / 1000} s`,
  // Each retry takes as long as the first wait did.
  mostRetries: 1,
})

const aborted = (): AppError => new AppError(MODEL_ERRORS.aborted, 'the model was stopped')

/** Reads the signal anew each time, because it may fire during an await. */
const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

const sleep = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
  await sleepFor(ms, undefined, signal === undefined ? {} : { signal })
}
