import type { NewMessage } from '../../store/live/live-message.ts'
import { shorten } from './shorten.ts'
import type { Compaction, CompactionInput } from './strategy.ts'
import type { Plan } from './tail.ts'
import { placeOf } from '../transcript.ts'

/**
 * Turns a plan into a compaction, with a summary in place of the retired messages. If the kept messages are still too
 * long, their long results are cut. Undefined if the conversation would not get shorter.
 */
export const makeCompaction = (
  input: CompactionInput,
  plan: Plan,
  summary: string | undefined,
): Compaction | undefined => {
  const { messages, tokensOf, budgetTokens } = input
  const sum = (list: readonly (NewMessage | (typeof messages)[number])[]): number =>
    list.reduce((total, message) => total + tokensOf(message), 0)
  const [first] = plan.retired
  const told: NewMessage[] =
    summary === undefined || first === undefined
      ? []
      : [{ role: 'user', at: input.now, text: summary, isSynthetic: true, kind: 'summary', place: placeOf(first) }]
  const kept = plan.kept.flatMap((group) => group.messages)
  const size = sum(kept) + sum(told)
  const shortened = shorten(plan.kept, size - budgetTokens, input)
  const retire = [...plan.retired.map(({ position }) => position), ...shortened.replaced]
  if (retire.length === 0 || size - shortened.savedTokens >= sum(messages)) return undefined
  return { retire, insert: [...told, ...shortened.insert] }
}

/** Whether the conversation is over its budget. */
export const isDue = ({ messages, tokensOf, budgetTokens }: CompactionInput): boolean =>
  messages.reduce((sum, message) => sum + tokensOf(message), 0) > budgetTokens
