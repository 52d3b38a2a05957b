import { AppError } from '../../lib/error.ts'
import type { Connection } from '../../store/connection.ts'
import { type Job, listJobs } from '../../store/chats/job.ts'
import { type ChatJobRules, minIntervalMs, targetsForChat } from '../config/chat-rules.ts'
import { writeTarget } from '../config/delivery-target.ts'
import { shortestGapMs } from './schedule.ts'

interface Asked {
  owner: string
  schedule: string
  timezone: string
  deliver: string
}

/**
 * Refuses a chat's job if it runs too often, delivers to a target that the operator did not allow, or is one job too
 * many.
 */
export const checkChatJob = async (
  store: Connection,
  { owner, schedule, timezone, deliver }: Asked,
  { rules, now }: { rules: ChatJobRules; now: number },
): Promise<void> => {
  const [refused] = targetsForChat(deliver, rules).refused
  if (refused !== undefined)
    throw new AppError('not-allowed', `a job of a chat cannot deliver to ${writeTarget(refused)}`, { hint: WHERE })
  const gapMs = shortestGapMs(schedule, timezone, { after: now, belowMs: minIntervalMs(rules) })
  if (gapMs !== undefined)
    throw new AppError('not-allowed', `this schedule runs again after ${minutes(gapMs)}`, {
      hint: `a job of a chat runs at most every ${minutes(minIntervalMs(rules))}`,
    })
  const own = (await listJobs(store, owner)).filter(isOfChat)
  if (own.length >= rules.jobsPerPerson)
    throw new AppError('too-many', `there are ${own.length} jobs already, and a chat may have ${rules.jobsPerPerson}`, {
      hint: 'remove one first',
    })
}

const WHERE =
  'use origin (this chat) or local; the operator can allow other targets with `warmstart cron add` or gateway.cron.targets'

/** Whether the job was made in a chat: such a job has an origin, a job made at the command line has none. */
export const isOfChat = ({ origin }: Job): boolean => origin !== undefined

/** Refuses an extra run if the last run of the chat's job is too recent. */
export const checkRunNow = (job: Job, { rules, now }: { rules: ChatJobRules; now: number }): void => {
  const sinceMs = now - (job.lastAt ?? Number.NEGATIVE_INFINITY)
  // If the clock was set back, the last run lies in the future. The job must not wait until then.
  if (sinceMs < 0 || sinceMs >= minIntervalMs(rules)) return
  throw new AppError('not-allowed', `it ran ${minutes(sinceMs)} ago`, {
    hint: `a job of a chat runs at most every ${minutes(minIntervalMs(rules))}`,
  })
}

const minutes = (ms: number): string => {
  const count = Math.round(ms / 60_000)
  return count === 1 ? '1 minute' : `${count} minutes`
}
