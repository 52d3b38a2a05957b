import { asString } from '../../lib/json.ts'
import type { LiveCall, TokenUsage } from '../../schema/live-session.ts'
import { CutStream } from './failure.ts'
import type { FinishReason, StepEvent } from './model.ts'
import { parseArguments } from './prompt.ts'
import { type ProviderPart, writeProviderParts } from './provider-parts.ts'
import type { SdkExtras, SdkModel, SdkOptions, SdkPart, SdkUsage } from './sdk.ts'

/** The model that answers, and the ids that its calls must not have. */
export interface Answering {
  provider: string
  model: string
  /** Ids of calls in the session. A repeated id would be taken for the same call. */
  usedIds: ReadonlySet<string>
  random: () => number
}

/**
 * Asks once, streams the answer and ends with `finish`. Throws the SDK's errors, errors inside the stream, and
 * `CutStream`.
 */
export async function* streamAnswer(
  sdk: SdkModel,
  options: SdkOptions,
  answering: Answering,
): AsyncGenerator<StepEvent, void> {
  const { stream } = await sdk.doStream(options)
  const collection = emptyCollection(answering)
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'finish') {
      const reason = part.finishReason.unified as string
      // The SDK reports `interrupted` if the stream ended before the answer did.
      if (reason === 'interrupted') throw new CutStream('the stream ended before the answer did')
      yield {
        type: 'finish',
        answer: { ...answerOf(collection), ...usageOf(part.usage), finishReason: reasonOf(reason) },
      }
      return
    }
    const event = addPart(collection, part)
    if (event !== undefined) yield event
  }
  throw new CutStream('the stream ended before the answer did')
}

/** The answer received so far. */
interface Collection {
  readonly answering: Answering
  readonly parts: ProviderPart[]
  readonly calls: LiveCall[]
  text: string
  /** Unfinished parts, by a letter for their kind and their id in the stream. */
  readonly open: Map<string, ProviderPart>
  readonly taken: Set<string>
}

const emptyCollection = (answering: Answering): Collection => ({
  answering,
  parts: [],
  calls: [],
  text: '',
  open: new Map(),
  taken: new Set(answering.usedIds),
})

const answerOf = ({ answering: { provider, model }, text, calls, parts }: Collection) => ({
  text,
  calls,
  model,
  providerParts: writeProviderParts({ provider, model, parts }),
})

/** Adds a part to the answer. Returns the event for the listener. */
const addPart = (collection: Collection, part: SdkPart): StepEvent | undefined => {
  switch (part.type) {
    case 'reasoning-start':
      beginPart(collection, `r${part.id}`, { type: 'reasoning', text: '' }, part.providerMetadata)
      return undefined
    case 'reasoning-delta':
      return addReasoning(collection, part)
    case 'reasoning-end':
    case 'text-end': {
      const found = collection.open.get(`${part.type === 'text-end' ? 't' : 'r'}${part.id}`)
      if (found !== undefined) keepExtras(found, part.providerMetadata)
      return undefined
    }
    case 'text-start':
      beginPart(collection, `t${part.id}`, { type: 'text', chars: 0 }, part.providerMetadata)
      return undefined
    case 'text-delta':
      return addText(collection, part)
    case 'tool-call':
      return addCall(collection, part)
    default:
      return undefined
  }
}

const beginPart = ({ parts, open }: Collection, key: string, part: ProviderPart, extras: SdkExtras): ProviderPart => {
  parts.push(part)
  open.set(key, part)
  return keepExtras(part, extras)
}

const keepExtras = (part: ProviderPart, extras: SdkExtras): ProviderPart => {
  if (extras !== undefined) part.extras = merged(part.extras, extras)
  return part
}

type PartOf<Type extends SdkPart['type']> = Extract<SdkPart, { type: Type }>

const addReasoning = (collection: Collection, part: PartOf<'reasoning-delta'>): StepEvent | undefined => {
  const key = `r${part.id}`
  const block = collection.open.get(key) ?? beginPart(collection, key, { type: 'reasoning', text: '' }, undefined)
  keepExtras(block, part.providerMetadata)
  if (block.type === 'reasoning') block.text += part.delta
  return part.delta === '' ? undefined : { type: 'reasoning', text: part.delta }
}

const addText = (collection: Collection, part: PartOf<'text-delta'>): StepEvent | undefined => {
  const key = `t${part.id}`
  const last = collection.parts.at(-1)
  // Only the last block may grow: with interleaved blocks it would be unclear which characters belong to which.
  const found = collection.open.get(key) === last ? last : undefined
  const block = found ?? beginPart(collection, key, { type: 'text', chars: 0 }, undefined)
  if (block.type === 'text') block.chars += part.delta.length
  collection.text += part.delta
  return part.delta === '' ? undefined : { type: 'text', text: part.delta }
}

const addCall = (collection: Collection, part: PartOf<'tool-call'>): StepEvent | undefined => {
  // The loop ignores tools that the provider runs itself; we request none.
  if (part.providerExecuted === true) return undefined
  const call = {
    id: freshId(part.toolCallId, collection.taken, collection.answering.random),
    tool: part.toolName,
    args: parseArguments(part.input),
  }
  collection.calls.push(call)
  beginPart(collection, `c${call.id}`, { type: 'call', id: call.id }, part.providerMetadata)
  return { type: 'call', call }
}

const merged = (before: SdkExtras, after: NonNullable<SdkExtras>): SdkExtras => {
  const all = { ...before }
  for (const [name, values] of Object.entries(after)) all[name] = { ...all[name], ...values }
  return all
}

/** Shorter ids are not unique: small models count them up from one again and again. */
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
  // No answer takes 0 tokens, so 0 means that the provider did not count.
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
