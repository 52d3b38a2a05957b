import { clip } from '../../lib/excerpt.ts'
import type { OpenCall } from './open-call.ts'

/** Calls refused together; more of them were left behind by a user who said nothing. */
const WAITING = 16
const WORDS_CHARS = 400

/**
 * A person who refuses a call often says why in the next message. Refused calls wait here for it, per conversation; what the
 * model does next without a word of the user ends the wait.
 */
export const createRefusedCalls = (saved: readonly [string, OpenCall][] = []) => {
  const waiting = new Map<string, OpenCall[]>()
  for (const [conversation, call] of saved) waiting.set(conversation, [...(waiting.get(conversation) ?? []), call])

  return {
    add(conversation: string, call: OpenCall): void {
      waiting.set(conversation, [...(waiting.get(conversation) ?? []), call].slice(-WAITING))
    },
    /** The user has spoken. Returns the calls that know now why they were refused. */
    tell(conversation: string, words: string): OpenCall[] {
      const calls = words.trim() === '' ? undefined : waiting.get(conversation)
      waiting.delete(conversation)
      // Nearly always no call waits, and cutting words costs a search for secrets.
      if (calls === undefined) return []
      const userWords = clip(words.trim(), WORDS_CHARS, { singleLine: true })
      for (const call of calls) call.input.fields = { ...call.input.fields, userWords }
      return calls
    },
    drop: (conversation: string): boolean => waiting.delete(conversation),
    entries: (): [string, OpenCall][] =>
      [...waiting].flatMap(([conversation, calls]) => calls.map((call): [string, OpenCall] => [conversation, call])),
    clear: (): void => waiting.clear(),
  }
}
