/**
 * The latest moment, at or before `now`, at which a day began in a time zone: when its clocks first show the hour or,
 * if they skip it, the first moment after. If an hour comes twice, the day begins at the first. A date that a zone
 * skipped has no beginning.
 */
export const dayBoundary = (now: number, { atHour, timeZone }: { atHour: number; timeZone: string }): number => {
  const [year, month, day] = wallClock(now, timeZone)
  // A date can be missing, and today's hour may not have come yet, but within three dates back there is always a
  // boundary.
  for (let back = 0; back <= 3; back++) {
    const boundary = firstMomentOf(Date.UTC(year, month - 1, day - back, atHour), timeZone)
    if (boundary !== undefined && boundary <= now) return boundary
  }
  return now - 4 * DAY_MS
}

/** Whether a name is a known time zone. */
export const isTimeZone = (name: string): boolean => {
  try {
    return formatterOf(name) !== undefined
  } catch {
    return false
  }
}

const DAY_MS = 86_400_000

/**
 * When the clocks of a zone first show `wall` (written as if it were UTC) or, in a gap, a later time of the same date.
 */
const firstMomentOf = (wall: number, timeZone: string): number | undefined => {
  const before = offsetAt(wall - DAY_MS, timeZone)
  const after = offsetAt(wall + DAY_MS, timeZone)
  const candidates = [wall - before, wall - after].toSorted((a, b) => a - b)
  const exact = candidates.find((moment) => moment + offsetAt(moment, timeZone) === wall)
  if (exact !== undefined) return exact
  const skipped = endOfGap(candidates, timeZone)
  const isSameDate = Math.floor((skipped + offsetAt(skipped, timeZone)) / DAY_MS) === Math.floor(wall / DAY_MS)
  return isSameDate ? skipped : undefined
}

/** The clocks jump forward between the two moments. Halves the range until it is a millisecond. */
const endOfGap = ([low = 0, high = 0]: number[], timeZone: string): number => {
  const old = offsetAt(low, timeZone)
  let [from, to] = [low, high]
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    if (offsetAt(middle, timeZone) === old) from = middle
    else to = middle
  }
  return to
}

/** How far the clocks of a zone are ahead of UTC. */
const offsetAt = (moment: number, timeZone: string): number => {
  const [year, month, day, hour, minute, second] = wallClock(moment, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1_000) * 1_000
}

type WallClock = [year: number, month: number, day: number, hour: number, minute: number, second: number]

const wallClock = (moment: number, timeZone: string): WallClock => {
  const read: Record<string, number> = {}
  for (const { type, value } of formatterOf(timeZone).formatToParts(moment)) read[type] = Number(value)
  const of = (name: string): number => read[name] ?? 0
  return [of('year'), of('month'), of('day'), of('hour'), of('minute'), of('second')]
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached: making a formatter costs a hundred times as much as using it, and a configuration names few zones. */
const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timeZone, made)
  return made
}
