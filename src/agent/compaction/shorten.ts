import { isRecord, parseJson } from '../../lib/json.ts'
import type { LiveAssistantMessage, LiveCall, LiveToolMessage } from '../../schema/live-session.ts'
import type { NewMessage } from '../../store/live/live-message.ts'
import { boundText } from '../bound-text.ts'
import { type Group } from './groups.ts'
import type { CompactionInput } from './strategy.ts'
import { placeOf } from '../transcript.ts'

export interface Shortened {
  /** Positions of the replaced messages. */
  replaced: number[]
  insert: NewMessage[]
  savedTokens: number
}

/**
 * Cuts long results and long arguments of the kept messages, the oldest first, until enough tokens are saved. The last
 * exchange with a tool is cut only if all others were not enough, and a running call never. Arguments stay valid JSON.
 */
export const shorten = (
  groups: readonly Group[],
  neededTokens: number,
  { tokensOf }: Pick<CompactionInput, 'tokensOf'>,
): Shortened => {
  const done: Shortened = { replaced: [], insert: [], savedTokens: 0 }
  const closed = groups.filter((group) => group.kind === 'answer' && !group.isOpen)
  const replace = (message: LiveToolMessage | LiveAssistantMessage, fresh: NewMessage): void => {
    const saved = tokensOf(message) - tokensOf(fresh)
    if (saved <= 0) return
    done.replaced.push(message.position)
    done.insert.push(fresh)
    done.savedTokens += saved
  }
  for (const [at, group] of closed.entries()) {
    const isLast = at === closed.length - 1
    for (const message of group.messages) {
      if (done.savedTokens >= neededTokens) return done
      if (message.role === 'tool') {
        const limit = isLast ? LAST_RESULT_CHARS : RESULT_CHARS
        if (message.text.length > limit * 1.5) replace(message, shorterResult(message, limit))
      } else if (message.role === 'assistant' && !isLast && hasLongArguments(message))
        replace(message, shorterCalls(message))
    }
  }
  return done
}

const RESULT_CHARS = 600
const LAST_RESULT_CHARS = 4_000
const ARGUMENT_CHARS = 300

const shorterResult = (message: LiveToolMessage, limit: number): NewMessage => {
  const { position: _position, isActive: _isActive, ...rest } = message
  return { ...rest, text: shorterText(message.text, limit), isSynthetic: true, place: placeOf(message) }
}

/** A result with fields keeps its fields, because they say how the call ended. */
const shorterText = (text: string, limit: number): string => {
  const fields = text.startsWith('{') ? parseJson(text) : undefined
  if (!isRecord(fields)) return boundText(text, limit)
  const shorter = JSON.stringify(shorterValue(fields, limit))
  return shorter.length > limit * 3 ? boundText(text, limit) : shorter
}

const hasLongArguments = ({ calls }: LiveAssistantMessage): boolean =>
  calls.some(({ args }) => (JSON.stringify(args) ?? '').length > ARGUMENT_CHARS * 3)

/** A provider's signature does not fit changed arguments, so it is removed. */
const shorterCalls = (message: LiveAssistantMessage): NewMessage => {
  const { position: _position, isActive: _isActive, providerParts: _parts, ...rest } = message
  return { ...rest, calls: message.calls.map(shorterCall), isSynthetic: true, place: placeOf(message) }
}

const shorterCall = (call: LiveCall): LiveCall => ({ ...call, args: shorterValue(call.args, ARGUMENT_CHARS) })

const shorterValue = (value: unknown, limit: number): unknown => {
  if (typeof value === 'string') return value.length > limit * 1.5 ? boundText(value, limit) : value
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((one) => shorterValue(one, limit))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shorterValue(one, limit)]))
}

const MAX_ITEMS = 50
