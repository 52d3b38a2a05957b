import type { LiveMessage } from '../../schema/live-session.ts'
import type { NewMessage } from '../../store/live/live-message.ts'

/**
 * The contract of a way to make a conversation shorter: one file each beside this one, one line in a registry. Pure: it looks at
 * messages and says what should become of them. The loop writes it down, in one transaction, and only where the conversation is
 * valid and shorter afterwards.
 */
export interface CompactionStrategy {
  /** As `/compress NAME` and the configuration know it: keep-recent, structured-summary, proficiency-preserving. */
  name: string
  description: string
  /**
   * Undefined where nothing can be left out. What it throws (a summary that failed) keeps the conversation as it is.
   *
   * To hold: a call and its results stay or go together; the newest message of a person stays, with everything after it where the
   * budget allows; what is retired is never lost (it stays in the store, inactive, and can be searched).
   */
  compact(input: CompactionInput): Promise<Compaction | undefined>
}

export interface CompactionInput {
  /** What is sent to the model now, in the order in which it is sent (see `inSendingOrder` of agent/transcript.ts). */
  messages: readonly LiveMessage[]
  /** What all messages together should fit into afterwards, the system prompt and the tools left aside. */
  budgetTokens: number
  /** The model's whole window. */
  windowTokens: number
  /** An estimate, the same by which the loop judges the result. */
  tokensOf(message: LiveMessage | NewMessage): number
  /** The text of the last summary, where there was a compaction before: to be brought up to date, not written anew. */
  previousSummary: string | undefined
  /** Asks the model, without tools; instructions and material in one text. Rejects where it fails. Strategies without a summary never call it. */
  summarise(prompt: string): Promise<string>
  now: number
}

export interface Compaction {
  /** Positions of messages of the input that are no longer sent. */
  retire: readonly number[]
  /**
   * What is sent instead. Each has a `place`: the position of a retired message in whose place it stands (a summary: that of the
   * first retired one; a tool result that was cut: its own). Several with one place stand in the order given here. All are marked
   * `isSynthetic`; a summary is a user message with `kind: 'summary'`.
   */
  insert: readonly NewMessage[]
}
