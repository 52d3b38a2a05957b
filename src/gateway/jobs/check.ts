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

/** Refuses a chat's job that runs too often, delivers to a target the operator did not allow, or exceeds the number of jobs. */
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

/** A job made in a chat has an origin; a job made at the command line has none. */
export const isOfChat = ({ origin }: Job): boolean => origin !== undefined

/** Refuses to run a job besides its schedule sooner than a chat's jobs may. */
export const checkRunNow = (job: Job, { rules, now }: { rules: ChatJobRules; now: number }): void => {
  const sinceMs = now - (job.lastAt ?? Number.NEGATIVE_INFINITY)
  // A clock that was set back must not hold a job for as long as that.
  if (sinceMs < 0 || sinceMs >= minIntervalMs(rules)) return
  throw new AppError('not-allowed', `it ran ${minutes(sinceMs)} ago`, {
    hint: `a job of a chat runs at most every ${minutes(minIntervalMs(rules))}`,
  })
}

const minutes = (ms: number): string => {
  const count = Math.round(ms / 60_000)
  return count === 1 ? '1 minute' : `${count} minutes`
}
