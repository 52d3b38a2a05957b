import { AppError } from '../../src/lib/error.ts'
import type { LiveCall } from '../../src/schema/live-session.ts'
import {
  MODEL_ERRORS,
  type Model,
  type ModelErrorCode,
  type StepEvent,
  type StepRequest,
} from '../../src/agent/models/model.ts'

/** What a scripted model does when it is asked. */
export interface ScriptedStep {
  text?: string
  calls?: LiveCall[]
  fails?: ModelErrorCode
  /** Said first, then the connection breaks off and the answer is begun again. */
  brokenOff?: string
  /** Tokens that it reports to have had in front of it. */
  contextTokens?: number
  /** Called before anything is said. */
  before?(request: StepRequest): void | Promise<void>
  /** Says its text and then nothing more, until it is stopped. */
  hangs?: boolean
}

/** A model in this process that says what it was told to, one step after another, and remembers what it was asked. */
export const scriptedModel = (
  script: readonly ScriptedStep[] | ((request: StepRequest, step: number) => ScriptedStep),
  { contextWindowTokens }: { contextWindowTokens?: number } = {},
): Model & { asked: StepRequest[] } => {
  const asked: StepRequest[] = []
  return {
    provider: 'scripted',
    name: 'scripted-1',
    address: 'in this process',
    contextWindowTokens,
    asked,
    async *streamStep(request: StepRequest): AsyncGenerator<StepEvent> {
      const step = asked.length
      asked.push({ ...request, messages: structuredClone([...request.messages]) })
      const said = typeof script === 'function' ? script(request, step) : script[step]
      if (said === undefined) throw new AppError(MODEL_ERRORS.refused, `the script has no step ${step + 1}`)
      await said.before?.(request)
      if (request.signal?.aborted === true) throw new AppError(MODEL_ERRORS.aborted, 'stopped')
      const { text = '', calls = [], fails } = said
      if (fails !== undefined) throw new AppError(fails, `scripted: ${fails}`)
      if (said.brokenOff !== undefined) {
        yield { type: 'text', text: said.brokenOff }
        yield { type: 'retry', code: MODEL_ERRORS.cut, reason: 'it broke off', waitMs: 0, attempt: 1 }
      }
      for (const piece of text.match(/.{1,7}/gs) ?? []) yield { type: 'text', text: piece }
      if (said.hangs === true) {
        const { signal } = request
        if (signal?.aborted === false)
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        throw new AppError(MODEL_ERRORS.aborted, 'stopped')
      }
      for (const call of calls) yield { type: 'call', call }
      const usage = { inputTokens: 100, outputTokens: 10, cacheReadTokens: undefined, cacheWriteTokens: undefined }
      yield {
        type: 'finish',
        answer: {
          text,
          calls,
          model: 'scripted-1',
          usage,
          finishReason: calls.length > 0 ? 'tool-calls' : 'stop',
          ...(said.contextTokens === undefined ? {} : { contextTokens: said.contextTokens }),
        },
      }
    },
  }
}

export const call = (id: string, tool: string, args: unknown = {}): LiveCall => ({ id, tool, args })
