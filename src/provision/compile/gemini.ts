import { isRecord } from '../../lib/json.ts'
import { type Into, readConversation } from '../conversation.ts'
import { prefaceText } from '../preface.ts'
import { EXAMPLE_LABEL } from '../../schema/seed.ts'
import { CLOSING, type Seed } from '../seed.ts'
import { textBlock } from '../text-block.ts'

/** The value that Gemini accepts instead of a signature for a call that none of its models made. */
export const SKIP_SIGNATURE = 'skip_thought_signature_validator'

interface Part {
  text?: string
  functionCall?: { id: string; name: string; args: Record<string, unknown> }
  functionResponse?: { id: string; name: string; response: { output: string } }
  thoughtSignature?: string
}

export interface GeminiContent {
  role: 'user' | 'model'
  parts: Part[]
}

/**
 * Calls and responses have an id and a name, each turn is one content, and the history ends in plain text of the
 * model.
 */
export const geminiHistory = (seed: Seed, into: Into): unknown => {
  const contents: GeminiContent[] = []
  const add = (role: GeminiContent['role'], part: Part): void => {
    const last = contents.at(-1)
    if (last?.role === role) last.parts.push(part)
    else contents.push({ role, parts: [part] })
  }
  for (const { intent, calls } of seed.exchanges) {
    add('user', { text: `${EXAMPLE_LABEL} ${intent}` })
    for (const { id, tool, arguments: args, result } of calls) {
      add('model', { functionCall: { id, name: tool, args } })
      add('user', { functionResponse: { id, name: tool, response: { output: result } } })
    }
  }
  if (contents.length > 0) add('model', { text: CLOSING })
  return join(contents, prefaceText(seed), into)
}

/** The block as the system instruction, or at the end of an existing one. */
export const geminiText = (seed: Seed, into: Into): unknown => join([], textBlock(seed), into)

const join = (seed: GeminiContent[], preface: string, { conversation, message }: Into): unknown => {
  const { messages, envelope = {} } = readConversation(conversation, 'contents')
  const { systemInstruction, ...rest } = envelope
  const joinedSystem = joinSystem(systemInstruction, preface)
  const isFollowed = message !== undefined || messages.some(hasUserText)
  const joined = [...(isFollowed ? seed : signed(seed)), ...messages]
  return {
    ...(joinedSystem === undefined ? {} : { systemInstruction: joinedSystem }),
    ...rest,
    contents: message === undefined ? joined : withLast(joined, message),
  }
}

const partsOf = (content: unknown): unknown[] =>
  isRecord(content) && Array.isArray(content['parts']) ? (content['parts'] as unknown[]) : []

const hasUserText = (content: unknown): boolean =>
  isRecord(content) &&
  content['role'] !== 'model' &&
  partsOf(content).some((part) => isRecord(part) && typeof part['text'] === 'string')

/** Calls after the user's last words belong to the current turn, for which newer models require signatures. */
const signed = (seed: readonly GeminiContent[]): GeminiContent[] => {
  const last = seed.findLastIndex(hasUserText)
  return seed.map((content, at) =>
    at > last && content.parts[0]?.functionCall !== undefined
      ? { ...content, parts: content.parts.with(0, { ...content.parts[0], thoughtSignature: SKIP_SIGNATURE }) }
      : content,
  )
}

const joinSystem = (system: unknown, preface: string): unknown => {
  if (preface === '') return system
  if (typeof system === 'string') return `${system}\n\n${preface}`
  return isRecord(system)
    ? { ...system, parts: [...partsOf(system), { text: preface }] }
    : { parts: [{ text: preface }] }
}

const withLast = (contents: readonly unknown[], message: string): unknown[] => {
  const last = contents.at(-1)
  if (!isRecord(last) || last['role'] === 'model') return [...contents, { role: 'user', parts: [{ text: message }] }]
  return [...contents.slice(0, -1), { ...last, parts: [...partsOf(last), { text: message }] }]
}
