import { Cron } from 'croner'
import { AppError, messageOf } from '../lib/error.ts'

/**
 * When a schedule is due next, strictly after `after`; undefined where that never happens. Days and hours are those of the time zone:
 * a time that a change of the clocks leaves out is moved to when the clocks go on, one that comes twice counts once.
 */
export const nextRun = (schedule: string, timezone: string, after: number): number | undefined =>
  cronOf(schedule, timezone).nextRun(new Date(after))?.getTime()

/** Five fields and a time zone that exists; anything else is refused in words. */
export const checkSchedule = (schedule: string, timezone: string): void => {
  const fields = schedule.trim().split(/\s+/).length
  if (schedule.length > LONGEST_SCHEDULE_CHARS || (fields !== 5 && !/^@[a-z]{4,8}$/.test(schedule.trim())))
    throw refused(schedule, 'it has five fields')
  if (!isTimeZone(timezone))
    throw new AppError('usage', `there is no time zone ${timezone.slice(0, 60)}`, {
      hint: 'as in --timezone Europe/Berlin',
    })
  let next: number | undefined
  try {
    next = nextRun(schedule, timezone, REFERENCE)
  } catch (error) {
    throw refused(schedule, messageOf(error))
  }
  if (next === undefined) throw refused(schedule, 'it is never due')
}

/** The time zone of this machine. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

const LONGEST_SCHEDULE_CHARS = 200
/** From here on a schedule must be due at some time; which day that is makes no difference. */
const REFERENCE = Date.UTC(2026, 0, 1)

const cronOf = (schedule: string, timezone: string): Cron =>
  new Cron(schedule.trim(), { timezone, mode: schedule.trim().startsWith('@') ? 'auto' : '5-part', paused: true })

const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const refused = (schedule: string, reason: string): AppError =>
  new AppError('usage', `${JSON.stringify(schedule.slice(0, 60))} is no schedule: ${reason.slice(0, 200)}`, {
    hint: 'minute hour day month weekday, as in "0 9 * * 1" for Mondays at nine',
  })
