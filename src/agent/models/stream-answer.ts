import { asString } from '../../lib/json.ts'
import type { LiveCall, TokenUsage } from '../../schema/live-session.ts'
import { CutStream } from './failure.ts'
import type { FinishReason, StepEvent } from './model.ts'
import { parseArguments } from './prompt.ts'
import { type ProviderPart, writeProviderParts } from './provider-parts.ts'
import type { SdkExtras, SdkModel, SdkOptions, SdkPart, SdkUsage } from './sdk.ts'

/** Who answers, and what ids it may not give to calls. */
export interface Answering {
  provider: string
  model: string
  /** Of calls in the session; an id that comes again would be taken for the same call. */
  usedIds: ReadonlySet<string>
  random: () => number
}

/** Asks once. Hands on what comes and ends with `finish`; throws what the SDK throws, what the stream holds as an error, or that it was cut. */
export async function* streamAnswer(
  sdk: SdkModel,
  options: SdkOptions,
  answering: Answering,
): AsyncGenerator<StepEvent, void> {
  const { stream } = await sdk.doStream(options)
  const collected = createCollection(answering)
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'finish') {
      const reason = part.finishReason.unified as string
      // The SDK's word for a stream that ended before the answer did.
      if (reason === 'interrupted') throw new CutStream('the stream ended before the answer did')
      yield {
        type: 'finish',
        answer: { ...collected.answer(), ...usageOf(part.usage), finishReason: reasonOf(reason) },
      }
      return
    }
    const event = collected.add(part)
    if (event !== undefined) yield event
  }
  throw new CutStream('the stream ended before the answer did')
}

/** Puts parts together as they come. */
const createCollection = (answering: Answering) => {
  const parts: ProviderPart[] = []
  const calls: LiveCall[] = []
  let text = ''
  const open = new Map<string, ProviderPart>()
  const taken = new Set(answering.usedIds)

  const begin = (key: string, part: ProviderPart, extras: SdkExtras): ProviderPart => {
    parts.push(part)
    open.set(key, part)
    return keep(part, extras)
  }
  const keep = (part: ProviderPart, extras: SdkExtras): ProviderPart => {
    if (extras !== undefined) part.extras = merged(part.extras, extras)
    return part
  }

  const add = (part: SdkPart): StepEvent | undefined => {
    switch (part.type) {
      case 'reasoning-start':
        begin(`r${part.id}`, { type: 'reasoning', text: '' }, part.providerMetadata)
        return undefined
      case 'reasoning-delta': {
        const key = `r${part.id}`
        const found = keep(
          open.get(key) ?? begin(key, { type: 'reasoning', text: '' }, undefined),
          part.providerMetadata,
        )
        if (found.type === 'reasoning') found.text += part.delta
        return part.delta === '' ? undefined : { type: 'reasoning', text: part.delta }
      }
      case 'reasoning-end':
      case 'text-end': {
        const found = open.get(`${part.type === 'text-end' ? 't' : 'r'}${part.id}`)
        if (found !== undefined) keep(found, part.providerMetadata)
        return undefined
      }
      case 'text-start':
        begin(`t${part.id}`, { type: 'text', chars: 0 }, part.providerMetadata)
        return undefined
      case 'text-delta': {
        const key = `t${part.id}`
        const last = parts.at(-1)
        // Blocks that take turns would mix up whose characters are whose.
        const found = open.get(key) === last ? last : undefined
        const block = found ?? begin(key, { type: 'text', chars: 0 }, undefined)
        if (block.type === 'text') block.chars += part.delta.length
        text += part.delta
        return part.delta === '' ? undefined : { type: 'text', text: part.delta }
      }
      case 'tool-call': {
        // What the provider runs itself is none of the loop's business; we ask for no such tools.
        if (part.providerExecuted === true) return undefined
        const call = {
          id: freshId(part.toolCallId, taken, answering.random),
          tool: part.toolName,
          args: parseArguments(part.input),
        }
        calls.push(call)
        keep(begin(`c${call.id}`, { type: 'call', id: call.id }, undefined), part.providerMetadata)
        return { type: 'call', call }
      }
      default:
        return undefined
    }
  }
  const { provider, model } = answering
  return {
    add,
    answer: () => ({ text, calls, model, providerParts: writeProviderParts({ provider, model, parts }) }),
  }
}

const merged = (before: SdkExtras, after: NonNullable<SdkExtras>): SdkExtras => {
  const all = { ...before }
  for (const [name, values] of Object.entries(after)) all[name] = { ...all[name], ...values }
  return all
}

/** Ids shorter than this are counted up by small models from one again and again. */
const SHORTEST_UNIQUE_ID_CHARS = 16

const freshId = (given: string, taken: Set<string>, random: () => number): string => {
  const isUnique = given.length >= SHORTEST_UNIQUE_ID_CHARS && !taken.has(given)
  const digits = () =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0')
  let id = given
  for (let tries = 0; !isUnique && tries < 100; tries++) {
    id = `${given.slice(0, 20) || 'call'}_${digits()}${digits()}`
    if (!taken.has(id)) break
  }
  taken.add(id)
  return id
}

const usageOf = ({ inputTokens, outputTokens }: SdkUsage): { usage: TokenUsage; contextTokens: number | undefined } => {
  // No answer takes 0 tokens: a provider that says 0 has not counted.
  if (inputTokens.total === undefined || inputTokens.total === 0)
    return {
      usage: {
        inputTokens: undefined,
        outputTokens: outputTokens.total === 0 ? undefined : outputTokens.total,
        cacheReadTokens: undefined,
        cacheWriteTokens: undefined,
      },
      contextTokens: undefined,
    }
  return {
    usage: {
      inputTokens: inputTokens.noCache ?? inputTokens.total,
      outputTokens: outputTokens.total,
      cacheReadTokens: inputTokens.cacheRead,
      cacheWriteTokens: inputTokens.cacheWrite,
    },
    contextTokens: inputTokens.total,
  }
}

const REASONS: readonly FinishReason[] = ['stop', 'tool-calls', 'length', 'content-filter', 'error']

const reasonOf = (reason: string | undefined): FinishReason =>
  REASONS.find((known) => known === asString(reason)) ?? 'other'
