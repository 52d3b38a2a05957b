import { type DeliveryTarget, parseTargets, writeTarget } from './delivery-target.ts'

/** Limits of jobs that people make in chats. Jobs that the operator makes at the command line have none of them. */
export interface ChatJobRules {
  /** A chat's job runs at most once in this many minutes. */
  minIntervalMinutes: number
  /** One person, or one shared chat, may have at most this many jobs. */
  jobsPerPerson: number
  /** Targets besides `origin` and `local` to which the operator lets chats' jobs deliver. */
  targets: readonly string[]
}

export const DEFAULT_CHAT_JOB_RULES: ChatJobRules = { minIntervalMinutes: 15, jobsPerPerson: 10, targets: [] }

export const minIntervalMs = ({ minIntervalMinutes }: ChatJobRules): number => minIntervalMinutes * MINUTE_MS

const MINUTE_MS = 60_000

/** Splits targets into those that a chat's job may use and those that it may not. */
export const targetsForChat = (
  deliver: string,
  { targets }: Pick<ChatJobRules, 'targets'>,
): { allowed: DeliveryTarget[]; refused: DeliveryTarget[] } => {
  const [allowed, refused]: [DeliveryTarget[], DeliveryTarget[]] = [[], []]
  for (const target of parseTargets(deliver)) {
    const isAllowed = target.kind === 'origin' || target.kind === 'local' || targets.includes(writeTarget(target))
    if (isAllowed) allowed.push(target)
    else refused.push(target)
  }
  return { allowed, refused }
}
