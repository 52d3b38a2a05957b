import type { Compaction, CompactionInput } from '../../src/agent/compaction/strategy.ts'
import { estimateTokens } from '../../src/lib/estimate-tokens.ts'
import type { LiveCall, LiveMessage } from '../../src/schema/live-session.ts'
import type { NewMessage } from '../../src/store/live/live-message.ts'

/** One piece of a conversation: what a person said, what the model said, or calls with what came back. */
export type Piece =
  | { user: string; kind?: string }
  | { answer: string }
  | { calls: { tool: string; args: unknown; result?: string; isError?: boolean }[]; said?: string }
  | { orphan: string }

/** Messages of pieces, with positions and ids as the store would give them. */
export const conversation = (pieces: readonly Piece[]): LiveMessage[] => {
  const messages: LiveMessage[] = []
  let ids = 0
  const base = () => ({ position: messages.length, at: messages.length * 1_000, isActive: true })
  for (const piece of pieces) {
    if ('user' in piece) {
      const { user: text, kind } = piece
      messages.push({ ...base(), role: 'user', text, isSynthetic: kind !== undefined, kind })
    } else if ('answer' in piece)
      messages.push({ ...base(), role: 'assistant', text: piece.answer, calls: [], isSynthetic: false })
    else if ('orphan' in piece)
      messages.push({
        ...base(),
        role: 'tool',
        callId: `lost${ids++}`,
        tool: 'terminal',
        text: piece.orphan,
        isError: false,
        isSynthetic: false,
      })
    else {
      const calls: LiveCall[] = piece.calls.map(({ tool, args }) => ({ id: `c${ids++}`, tool, args }))
      messages.push({ ...base(), role: 'assistant', text: piece.said ?? '', calls, isSynthetic: false })
      for (const [nth, { result, isError = false }] of piece.calls.entries()) {
        const call = calls[nth]
        if (result === undefined || call === undefined) continue
        messages.push({
          ...base(),
          role: 'tool',
          callId: call.id,
          tool: call.tool,
          text: result,
          isError,
          isSynthetic: false,
        })
      }
    }
  }
  return messages
}

const tokensOf = (message: LiveMessage | NewMessage): number => {
  const calls = message.role === 'assistant' ? JSON.stringify(message.calls) : ''
  return 6 + estimateTokens(message.text) + (calls === '' ? 0 : estimateTokens(calls))
}

export const sumOf = (messages: readonly LiveMessage[]): number => messages.reduce((sum, one) => sum + tokensOf(one), 0)

export const inputOf = (messages: readonly LiveMessage[], more: Partial<CompactionInput> = {}): CompactionInput => ({
  messages,
  budgetTokens: Math.floor(sumOf(messages) / 2),
  windowTokens: 128_000,
  tokensOf,
  previousSummary: messages.findLast((message) => message.role === 'user' && message.kind === 'summary')?.text,
  summarise: async () => '## Goal\nThe user wants the shop to be built.\n\n## Next steps\n- run the tests again',
  now: 1_000_000,
  ...more,
})

/** What is sent after a compaction, in the order in which it is sent. */
export const applied = (messages: readonly LiveMessage[], { retire, insert }: Compaction): LiveMessage[] => {
  const gone = new Set(retire)
  const next = Math.max(...messages.map(({ position }) => position)) + 1
  const added = insert.map((message, nth) => ({ ...message, position: next + nth, isActive: true }) as LiveMessage)
  const place = (message: LiveMessage): number => message.place ?? message.position
  return [...messages.filter(({ position }) => !gone.has(position)), ...added].toSorted(
    (one, other) => place(one) - place(other) || one.position - other.position,
  )
}

/** Why a provider would refuse it; the calls of the last answer may still run. */
export const faultsOf = (messages: readonly LiveMessage[]): string[] => {
  const faults: string[] = []
  let waiting = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!waiting.delete(message.callId)) faults.push(`result ${message.callId} without its call`)
      continue
    }
    for (const id of waiting) faults.push(`call ${id} without a result`)
    waiting = new Set(message.role === 'assistant' ? message.calls.map(({ id }) => id) : [])
  }
  const [first] = messages
  if (first !== undefined && first.role !== 'user') faults.push(`begins with ${first.role}`)
  return faults
}
