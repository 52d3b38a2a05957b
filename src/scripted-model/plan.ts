import { estimateTokens } from '../lib/estimate-tokens.ts'
import type { Asked } from './asked.ts'
import { anthropicFormat } from './anthropic-format.ts'
import { geminiFormat } from './gemini-format.ts'
import { openaiFormat } from './openai-format.ts'
import { responsesFormat } from './responses-format.ts'
import type { Fault, Reply } from './script.ts'
import { argumentsOf, type Format, type Spoken } from './spoken.ts'

/** Everything that goes over the wire for one request, before any of it does. */
export interface Plan {
  status: number
  headers: Record<string, string>
  /** Written one after the other, with the pause between them. */
  frames: string[]
  delayMs: number
  chunkDelayMs: number
  /** How it ends: as it should, by closing the connection, or never. */
  ending: 'end' | 'cut' | 'hang'
}

const FORMATS: Record<Asked['api'], Format> = {
  openai: openaiFormat,
  responses: responsesFormat,
  anthropic: anthropicFormat,
  gemini: geminiFormat,
}
const CHUNK_CHARS = 20

/** Pure: a reply of the script as bytes of the provider that was asked. */
export const planAnswer = (asked: Asked, reply: Reply, id: string): Plan => {
  const format = FORMATS[asked.api]
  const { fault, delayMs = 0, chunkDelayMs = 0 } = reply
  const paced = { delayMs, chunkDelayMs }
  const status = fault === undefined ? 200 : statusOf(fault, asked.api)
  const isLate = asked.isStream && (fault?.afterChunks ?? 0) > 0
  if (fault !== undefined && status !== 200 && !isLate) return { ...planError(asked.api, fault), ...paced }
  const spoken = spokenOf(asked, reply, id)
  const frames = asked.isStream ? format.stream(spoken) : [format.whole(spoken)]
  const contentType = asked.isStream ? 'text/event-stream; charset=utf-8' : 'application/json'
  const headers = { 'content-type': contentType, ...(asked.isStream ? { 'cache-control': 'no-cache' } : {}) }
  const plan: Plan = { status: 200, headers, frames, ...paced, ending: 'end' }
  return fault === undefined ? plan : { ...plan, ...broken(plan, fault, { asked, format, status }) }
}

/** An error as the provider words it. */
export const planError = (api: Asked['api'], fault: Fault): Plan => {
  const status = statusOf(fault, api)
  return {
    status,
    headers: {
      'content-type': 'application/json',
      ...(fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }),
    },
    frames: [FORMATS[api].error(status, { kind: fault.kind, message: fault.message ?? messageOf(fault) })],
    delayMs: 0,
    chunkDelayMs: 0,
    ending: 'end',
  }
}

const broken = (
  { frames }: Plan,
  fault: Fault,
  { asked, format, status }: { asked: Asked; format: Format; status: number },
): Partial<Plan> => {
  const after = fault.afterChunks ?? (fault.kind === 'hang' ? 0 : 1)
  const first = asked.isStream ? frames.slice(0, after) : halfOf(frames)
  switch (fault.kind) {
    case 'hang':
      return { frames: fault.afterChunks === undefined ? [] : first, ending: 'hang' }
    case 'cut':
      return { frames: first, ending: 'cut' }
    case 'invalid-json':
      return { frames: asked.isStream ? [...first, format.brokenFrame, ...frames.slice(after)] : first }
    default: {
      const error = { kind: fault.kind, message: fault.message ?? messageOf(fault) }
      return { frames: [...first, format.errorFrame(status, error)] }
    }
  }
}

const halfOf = ([whole = '']: string[]): string[] => [whole.slice(0, whole.length >> 1)]

const STATUS: Partial<Record<Fault['kind'], number>> = {
  status: 500,
  'rate-limit': 429,
  quota: 429,
  'context-length': 400,
}

const statusOf = ({ kind, status }: Fault, api: Asked['api']): number => {
  if (kind === 'overloaded') return status ?? (api === 'anthropic' ? 529 : 503)
  const usual = STATUS[kind]
  return usual === undefined ? 200 : (status ?? usual)
}

const MESSAGES: Partial<Record<Fault['kind'], string>> = {
  'rate-limit': 'Rate limit reached. Please try again later.',
  quota: 'You exceeded your current quota, please check your plan and billing details.',
  overloaded: 'Overloaded',
  'context-length': 'prompt is too long: it has more tokens than the maximum context length of this model',
}

const messageOf = ({ kind }: Fault): string =>
  MESSAGES[kind] ?? 'The server had an error while processing your request.'

const spokenOf = (asked: Asked, reply: Reply, id: string): Spoken => {
  const calls = (reply.calls ?? []).map((call, index) => ({ ...call, id: call.id ?? `call_${index}` }))
  const written = [reply.text ?? '', reply.reasoning ?? '', ...calls.map(argumentsOf)].join('')
  const { usage } = reply
  return {
    id,
    model: asked.model,
    text: reply.text ?? '',
    reasoning: reply.reasoning ?? '',
    calls,
    usage:
      usage === null || (asked.isStream && !asked.wantsUsage)
        ? undefined
        : {
            inputTokens: usage?.inputTokens ?? estimateTokens(asked.context),
            outputTokens: usage?.outputTokens ?? estimateTokens(written),
            cacheReadTokens: usage?.cacheReadTokens ?? 0,
            cacheWriteTokens: usage?.cacheWriteTokens ?? 0,
          },
    finishReason: reply.finishReason ?? (calls.length > 0 ? 'tool-calls' : 'stop'),
    chunkChars: reply.chunkChars ?? CHUNK_CHARS,
  }
}
