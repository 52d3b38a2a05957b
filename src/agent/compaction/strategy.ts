import type { LiveMessage } from '../../schema/live-session.ts'
import type { NewMessage } from '../../store/live/live-message.ts'

/**
 * The contract of a compaction strategy: one file each in this folder, and a line in the registry. A strategy is pure:
 * it reads messages and returns what should become of them. The loop commits that in one transaction, and only if the
 * conversation is valid and shorter afterwards.
 */
export interface CompactionStrategy {
  /** The name for `/compress NAME` and the configuration: keep-recent, structured-summary, proficiency-preserving. */
  name: string
  description: string
  /**
   * Returns undefined if nothing can be left out. If it throws (a summary failed), the conversation stays unchanged.
   *
   * Every strategy must keep these rules: a call and its results stay or go together; the newest message of a person
   * stays, with everything after it if the budget allows; a retired message is never lost (it stays in the store,
   * inactive, and can be searched).
   */
  compact(input: CompactionInput): Promise<Compaction | undefined>
}

export interface CompactionInput {
  /**
   * The messages that would be sent to the model now, in sending order (see `inSendingOrder` of agent/transcript.ts).
   */
  messages: readonly LiveMessage[]
  /** The size that all messages together should have afterwards, without the system prompt and the tools. */
  budgetTokens: number
  /** The size of the model's whole window. */
  windowTokens: number
  /** Estimates the tokens of a message. The loop judges the result by the same estimate. */
  tokensOf(message: LiveMessage | NewMessage): number
  /**
   * The text of the last summary, if there was a compaction before. A strategy updates it and does not write it anew.
   */
  previousSummary: string | undefined
  /**
   * Asks the model, without tools; the text holds instructions and material. Rejects on failure. Strategies without a
   * summary never call it.
   */
  summarise(prompt: string): Promise<string>
  now: number
}

export interface Compaction {
  /** Positions of input messages that are no longer sent. */
  retire: readonly number[]
  /**
   * Messages that are sent instead. Each has a `place`: the position of the retired message that it stands for (a
   * summary: the first retired message; a cut tool result: its own). Several messages with one place keep the order
   * given here. All are marked `isSynthetic`; a summary is a user message with `kind: 'summary'`.
   */
  insert: readonly NewMessage[]
}
