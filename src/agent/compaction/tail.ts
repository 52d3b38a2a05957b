import type { LiveMessage } from '../../schema/live-session.ts'
import { type Group, groupMessages, isPersons, isSummary } from './groups.ts'
import type { CompactionInput } from './strategy.ts'

/** The messages that stay and those that go, in sending order. */
export interface Plan {
  kept: Group[]
  retired: LiveMessage[]
}

/**
 * Keeps the end of a conversation: as much as fits, at least the last few messages, and always the newest message of a
 * person. Calls stay with their results. Older exchanges stay or go as a whole; only the current one may be cut
 * inside. Old summaries go, and so do results without a call and calls whose results were lost. A running call stays.
 */
export const planTail = (
  { messages, tokensOf }: Pick<CompactionInput, 'messages' | 'tokensOf'>,
  tailTokens: number,
): Plan => {
  const groups = groupMessages(messages)
  const sizeOf = (group: Group): number => group.messages.reduce((sum, message) => sum + tokensOf(message), 0)
  const asked = askedAt(groups)
  const first = boundaryOf(groups, { asked, sizeOf, tailTokens })
  const kept = groups.filter(
    (group, at) =>
      (at >= first || at === asked) && !isSummary(group.messages[0]) && isSound(group, at === groups.length - 1),
  )
  const staying = new Set(kept.flatMap((group) => group.messages))
  return { kept, retired: messages.filter((message) => !staying.has(message)) }
}

/** Fewer messages do not show what the session is working on. */
const MIN_TAIL_MESSAGES = 3

const isSound = ({ kind, isOpen }: Group, isLast: boolean): boolean => kind !== 'orphan' && (!isOpen || isLast)

/** The newest message of a person. If no person ever spoke: the newest message of a program in their place. */
const askedAt = (groups: readonly Group[]): number => {
  const persons = groups.findLastIndex(({ messages: [message] }) => isPersons(message))
  if (persons >= 0) return persons
  return groups.findLastIndex(({ kind, messages: [message] }) => kind === 'user' && !isSummary(message))
}

interface Measure {
  asked: number
  sizeOf(group: Group): number
  tailTokens: number
}

const boundaryOf = (groups: readonly Group[], { asked, sizeOf, tailTokens }: Measure): number => {
  const question = groups[asked]
  let left = tailTokens - (question === undefined ? 0 : sizeOf(question))
  let messages = 0
  let first = groups.length
  for (let at = groups.length - 1; at >= 0; at--) {
    const group = groups[at]
    if (group === undefined) break
    if (at !== asked) left -= sizeOf(group)
    if (left < 0 && messages >= MIN_TAIL_MESSAGES) break
    first = at
    messages += group.messages.length
  }
  // The cut lies inside the current exchange. Its question stays in any case.
  if (first > asked) return first
  // An answer without its question is hard to understand, so the whole exchange goes.
  const start = groups.findIndex(
    ({ kind, messages: [message] }, at) => at >= first && kind === 'user' && !isSummary(message),
  )
  return start < 0 ? first : start
}
