import { hashOf } from '../../lib/hash.ts'
import { isRecord } from '../../lib/json.ts'
import type { LiveAssistantMessage, LiveCall, LiveMessage, LiveToolMessage } from '../../schema/live-session.ts'
import { isCallable, type StepRequest } from './model.ts'
import { readProviderParts } from './provider-parts.ts'
import type { SdkAssistantPart, SdkMessage, SdkPrompt } from './sdk.ts'

/** The model that will read the prompt. Thoughts go back only to the model that had them. */
export interface Reader {
  provider: string
  model: string
  /** `all`: thoughts of earlier turns go back too. `turn`: only those since the user spoke. */
  thoughts: 'all' | 'turn'
}

/**
 * Converts a session into a prompt of the AI SDK. Every call is answered right after it and every result has its call,
 * whatever was cut off or left out; nothing is empty; texts are well-formed. Pure: the same messages give the same
 * prompt, so that providers can cache it.
 */
export const toPrompt = ({ system, messages }: Pick<StepRequest, 'system' | 'messages'>, reader: Reader): SdkPrompt => {
  const active = messages.filter(({ isActive }) => isActive)
  const resultOf = pairResults(active)
  const named = nameCalls(active)
  const lastUser = active.findLastIndex(({ role }) => role === 'user')
  const prompt: SdkPrompt = []
  if (system !== undefined && system.trim() !== '') prompt.push({ role: 'system', content: system.toWellFormed() })
  // Providers want a user message first, but after a compaction another may be first.
  if (active.length > 0 && active[0]?.role !== 'user') prompt.push(userMessage(LEFT_OUT))
  for (const [index, message] of active.entries()) {
    if (message.role === 'user') prompt.push(userMessage(message.sentText ?? message.text))
    if (message.role !== 'assistant') continue
    const withThoughts = reader.thoughts === 'all' || index > lastUser
    const calls = named(message)
    const content = assistantParts(message, calls, withThoughts ? reader : undefined)
    if (content.length > 0) prompt.push({ role: 'assistant', content })
    if (calls.length > 0)
      prompt.push({ role: 'tool', content: calls.map((call) => resultPart(call, resultOf(message, call))) })
  }
  return prompt
}

const LEFT_OUT = '(What was said before is left out.)'
const NOTHING = '(nothing)'
const NO_RESULT = 'There is no result: the call was interrupted. It may or may not have had an effect.'
const NO_OUTPUT = '(no output)'

const userMessage = (text: string): SdkMessage => ({
  role: 'user',
  content: [{ type: 'text', text: text.trim() === '' ? NOTHING : text.toWellFormed() }],
})

/**
 * Matches each result with the nearest earlier call that has its id and no result yet. Ids repeat, and some results
 * come twice.
 */
const pairResults = (messages: readonly LiveMessage[]) => {
  const results = new Map<string, LiveToolMessage>()
  const open = new Map<string, string>()
  const keyOf = (position: number, id: string) => `${position} ${id}`
  for (const message of messages) {
    if (message.role === 'assistant') for (const { id } of message.calls) open.set(id, keyOf(message.position, id))
    if (message.role !== 'tool') continue
    const key = open.get(message.callId)
    if (key === undefined || results.has(key)) continue
    results.set(key, message)
  }
  return ({ position }: LiveAssistantMessage, { id }: LiveCall) => results.get(keyOf(position, id))
}

/** A call with the id that is sent to the provider. */
interface NamedCall extends LiveCall {
  wireId: string
}

/** Small models reuse ids, and one message may hold an id twice; providers accept each id once in a conversation. */
const nameCalls = (messages: readonly LiveMessage[]) => {
  const taken = new Set<string>()
  const named = new Map<number, NamedCall[]>()
  for (const message of messages) {
    if (message.role !== 'assistant') continue
    const calls = new Map<string, NamedCall>()
    for (const call of message.calls) {
      if (calls.has(call.id)) continue
      const plain = wireId(call.id)
      const id = taken.has(plain) ? wireId(`${call.id} ${message.position}`) : plain
      taken.add(id)
      calls.set(call.id, { ...call, wireId: id })
    }
    named.set(message.position, [...calls.values()])
  }
  return ({ position }: LiveAssistantMessage): NamedCall[] => named.get(position) ?? []
}

/**
 * The parts in the provider's own order, with the extras that it wants back, if they still fit; else text, then calls.
 */
const assistantParts = (
  message: LiveAssistantMessage,
  calls: readonly NamedCall[],
  reader: Reader | undefined,
): SdkAssistantPart[] => {
  const parts = reader === undefined ? undefined : readProviderParts(message, reader)
  const content: SdkAssistantPart[] = []
  if (parts === undefined) {
    if (message.text.trim() !== '') content.push({ type: 'text', text: message.text.toWellFormed() })
    for (const call of calls) content.push(callPart(call))
    return content
  }
  let from = 0
  for (const part of parts) {
    const extras = part.extras === undefined ? {} : { providerOptions: part.extras }
    if (part.type === 'reasoning') content.push({ type: 'reasoning', text: part.text, ...extras })
    else if (part.type === 'text') {
      const text = message.text.slice(from, from + part.chars)
      from += part.chars
      if (text.trim() !== '') content.push({ type: 'text', text: text.toWellFormed(), ...extras })
    } else {
      const call = calls.find(({ id }) => id === part.id)
      if (call !== undefined) content.push({ ...callPart(call), ...extras })
    }
  }
  return content
}

const callPart = (call: NamedCall): Extract<SdkAssistantPart, { type: 'tool-call' }> => ({
  type: 'tool-call',
  toolCallId: call.wireId,
  toolName: wireName(call.tool),
  // Providers accept only objects. The model should see what it wrote instead.
  input: isCallable(call) ? call.args : { malformed_arguments: call.args ?? null },
})

const resultPart = (call: NamedCall, result: LiveToolMessage | undefined) => {
  const text = result === undefined ? NO_RESULT : result.text.trim() === '' ? NO_OUTPUT : result.text.toWellFormed()
  const isError = result === undefined || result.isError
  return {
    type: 'tool-result' as const,
    toolCallId: call.wireId,
    toolName: wireName(call.tool),
    output: { type: isError ? ('error-text' as const) : ('text' as const), value: text },
  }
}

/** Makes an id that every provider accepts. After a change of the model, ids come from another provider. */
const wireId = (id: string): string => (/^[\w-]{1,40}$/.test(id) ? id : `call_${hashOf(id)}`)

/** A tool name that the model made up may hold any character; providers accept only these. */
const wireName = (name: string): string =>
  /^[\w-]{1,64}$/.test(name) ? name : name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'unnamed'

/** Parses the raw text of arguments if it is an object; an empty text is an object without fields. */
export const parseArguments = (raw: string): unknown => {
  if (raw.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(raw)
    return isRecord(value) ? value : raw
  } catch {
    return raw
  }
}
