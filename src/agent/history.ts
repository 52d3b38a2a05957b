import { asArray, isRecord, type JsonRecord } from '../lib/json.ts'
import { AppError } from '../lib/error.ts'
import { createSeedIds } from '../provision/seed-ids.ts'
import { SEED_ID_PREFIX } from '../schema/seed.ts'
import type { NewMessage } from '../store/live/live-message.ts'
import { readChatCalls } from '../wire/openai-chat-calls.ts'
import { readChatText } from '../wire/openai-chat-text.ts'

export interface HistoryOptions {
  /** `seed`: examples of a template; `history`: a conversation held elsewhere. */
  kind: 'seed' | 'history'
  now: number
  /** Call ids that the session already uses. */
  taken?: ReadonlySet<string>
}

/**
 * Reads a conversation that was held elsewhere as the first messages of a session: chat-completion messages, or an
 * object that holds them. No participant of this session said any of it, so all messages are marked, and the calls get
 * ids that no figure counts. Calls without a result and results without a call are left out, because every provider
 * refuses them.
 */
export const readHistory = (value: unknown, { kind, now, taken }: HistoryOptions): NewMessage[] => {
  const given = isRecord(value) ? value['messages'] : value
  if (!Array.isArray(given))
    throw new AppError('invalid-conversation', 'the history is no list of messages', {
      hint: 'a JSON list of chat-completion messages, or an object with such a list called messages',
    })
  const records = asArray(given).filter(isRecord)
  if (records.length < given.length)
    throw new AppError('invalid-conversation', 'the history holds something that is no message')
  const seedId = createSeedIds(taken)
  const answerOf = (record: JsonRecord, text: string, results: ReadonlyMap<string, JsonRecord>): NewMessage[] => {
    const seen = new Set<string>()
    const pairs = readChatCalls(record, () => undefined).flatMap(({ callId = '', tool, args }) => {
      const result = results.get(callId)
      if (result === undefined || seen.has(callId)) return []
      seen.add(callId)
      const own = callId.startsWith(SEED_ID_PREFIX) ? callId.slice(SEED_ID_PREFIX.length) : callId
      return [{ call: { id: seedId(own), tool, args }, result }]
    })
    if (text.trim() === '' && pairs.length === 0) return []
    return [
      { role: 'assistant', at: now, text, calls: pairs.map(({ call }) => call), isSynthetic: true, kind },
      ...pairs.map(
        ({ call: { id, tool }, result }): NewMessage => ({
          role: 'tool',
          at: now,
          callId: id,
          tool,
          text: readChatText(result['content']),
          isError: result['is_error'] === true,
          isSynthetic: true,
        }),
      ),
    ]
  }

  return records.flatMap((record, index): NewMessage[] => {
    const text = readChatText(record['content'])
    const { role } = record
    if (role === 'assistant') return answerOf(record, text, resultsAfter(records, index))
    return role === 'tool' || text.trim() === '' ? [] : [{ role: 'user', at: now, text, isSynthetic: true, kind }]
  })
}

/** Results by call id. Only results before the next answer can belong to this one. */
const resultsAfter = (records: readonly JsonRecord[], index: number): Map<string, JsonRecord> => {
  const results = new Map<string, JsonRecord>()
  for (const record of records.slice(index + 1)) {
    if (record['role'] === 'assistant') break
    const id = record['tool_call_id']
    if (record['role'] === 'tool' && (typeof id === 'string' || typeof id === 'number')) results.set(String(id), record)
  }
  return results
}
