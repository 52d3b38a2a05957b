import { Cron } from 'croner'
import { AppError } from '../../lib/error.ts'

/**
 * The next time, strictly after `after`, at which a schedule is due; undefined if there is none. Days and hours are
 * those of the time zone. A time that a clock change skips moves to the moment of the change; a time that occurs twice
 * counts once. Throws if the schedule or the time zone is not valid.
 */
export const nextRun = (schedule: string, timezone: string, after: number): number | undefined => {
  const problem = problemOf(schedule.trim())
  if (problem !== undefined) throw refused(schedule, problem)
  if (!isTimeZone(timezone))
    throw new AppError('usage', `there is no time zone ${JSON.stringify(timezone.slice(0, SHOWN_CHARS))}`, {
      hint: 'as in Europe/Berlin, or UTC',
    })
  return cronOf(schedule.trim(), timezone).nextRun(new Date(after))?.getTime()
}

/** Throws unless the schedule has five fields and is due at some time, and the time zone exists. */
export const checkSchedule = (schedule: string, timezone: string): void => {
  if (nextRun(schedule, timezone, REFERENCE) === undefined)
    throw refused(schedule, 'it is never due, because no month that it names has such a day')
}

/**
 * The first gap between two runs that is shorter than `belowMs`; undefined if the next few hundred runs have none. A
 * schedule is due at the same times on each of its days, so these runs show every gap except those that occur once in
 * many years.
 */
export const shortestGapMs = (
  schedule: string,
  timezone: string,
  { after, belowMs }: { after: number; belowMs: number },
): number | undefined => {
  checkSchedule(schedule, timezone)
  let last: number | undefined
  for (const run of cronOf(schedule.trim(), timezone).nextRuns(MOST_LOOKED_AT, new Date(after))) {
    const at = run.getTime()
    if (last !== undefined && at - last < belowMs) return at - last
    last = at
  }
  return undefined
}

const MOST_LOOKED_AT = 400

/** The time zone of this machine. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

const LONGEST_SCHEDULE_CHARS = 200
const SHOWN_CHARS = 60
/** A schedule must be due at some time after this day. Any day would do. */
const REFERENCE = Date.UTC(2026, 0, 1)

const NICKNAMES = ['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually']

const FIELDS = [
  ['minute', '0 to 59'],
  ['hour', '0 to 23'],
  ['day', '1 to 31'],
  ['month', '1 to 12 or JAN to DEC'],
  ['weekday', '0 to 7 or SUN to SAT'],
] as const

/** What the person has to change in the schedule; undefined if it can be read. */
const problemOf = (schedule: string): string | undefined => {
  if (schedule.length > LONGEST_SCHEDULE_CHARS) return `it has more than ${LONGEST_SCHEDULE_CHARS} characters`
  if (schedule.startsWith('@'))
    return NICKNAMES.includes(schedule) ? undefined : `the names that are known are ${NICKNAMES.join(', ')}`
  const fields = schedule.split(/\s+/).filter(Boolean)
  if (fields.length !== FIELDS.length)
    return `it has ${fields.length} ${fields.length === 1 ? 'field' : 'fields'} and not five`
  for (const [index, [name, values]] of FIELDS.entries()) {
    const field = fields[index] ?? ''
    if (!isReadable(FIELDS.map((_, other) => (other === index ? field : '*')).join(' ')))
      return `its ${name} ${JSON.stringify(field.slice(0, SHOWN_CHARS))} is not understood; that is ${values}, * for every one, a list (1,3), a range (1-5) or steps (*/2)`
  }
  return undefined
}

/** The library would read a text with a colon as a date. */
const isReadable = (schedule: string): boolean => {
  if (schedule.includes(':')) return false
  try {
    cronOf(schedule, 'UTC')
    return true
  } catch {
    return false
  }
}

const cronOf = (schedule: string, timezone: string): Cron =>
  new Cron(schedule, { timezone, mode: schedule.startsWith('@') ? 'auto' : '5-part', paused: true })

const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const refused = (schedule: string, problem: string): AppError =>
  new AppError('usage', `${JSON.stringify(schedule.slice(0, SHOWN_CHARS))} is no schedule: ${problem}`, {
    hint: 'minute hour day month weekday, as in "0 9 * * 1" for Mondays at nine',
  })
