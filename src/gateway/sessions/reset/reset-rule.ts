import type { ChatRow } from '../../../store/chats/chat-session.ts'
import type { ChatDependencies } from '../chat-dependencies.ts'
import { resetDue } from './reset-due.ts'
import { reasonInWords } from './reset-notice.ts'
import { policyFor, type ResetPolicy } from '../../config/reset-policy.ts'
import type { MessageSource } from '../../identity/source.ts'

/** A reset that is due now, with its reason in words. */
interface DueReset {
  reason: string
  words: string
  policy: ResetPolicy
}

interface ResetRule {
  due(row: ChatRow, source: MessageSource, now: number): Promise<DueReset | undefined>
}

/** Calls `resetDue` with the chat's policy and whether a process still works for the chat. */
export const createResetRule = ({ config, hasActiveProcess }: ChatDependencies): ResetRule => {
  /** If it is unknown whether a process runs, one is assumed: a late reset is better than lost work. */
  const activityOf = async (key: string, { processMaxAgeHours }: ResetPolicy): Promise<'active' | 'quiet'> => {
    try {
      return (await hasActiveProcess?.(key, processMaxAgeHours * HOUR_MS)) === true ? 'active' : 'quiet'
    } catch {
      return 'active'
    }
  }
  return {
    due: async (row, source, now) => {
      const policy = policyFor(source, config)
      // Looking for processes costs more than the rule, so it happens only if a reset would otherwise be due.
      if (resetDue(policy, row, now, 'quiet') === undefined) return undefined
      const reason = resetDue(policy, row, now, await activityOf(row.key, policy))
      return reason && { reason, policy, words: reasonInWords(reason, policy, { clocks: row, now }) }
    },
  }
}

const HOUR_MS = 3_600_000
