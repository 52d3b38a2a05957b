/**
 * The latest moment, at or before `now`, at which a day begun in that place: when its clocks first read the hour, or, where they
 * skip it, the first moment after. An hour that comes twice begins the day once, the first time; a date that a place left out has none.
 */
export const dayBoundary = (now: number, { atHour, timeZone }: { atHour: number; timeZone: string }): number => {
  const [year, month, day] = wallClock(now, timeZone)
  // A date can be missing, and the hour may not have come yet: three dates back there is always one.
  for (let back = 0; back <= 3; back++) {
    const boundary = firstMomentOf(Date.UTC(year, month - 1, day - back, atHour), timeZone)
    if (boundary !== undefined && boundary <= now) return boundary
  }
  return now - 4 * DAY_MS
}

/** Whether a name stands for a place whose clocks are known. */
export const isTimeZone = (name: string): boolean => {
  try {
    return formatterOf(name) !== undefined
  } catch {
    return false
  }
}

const DAY_MS = 86_400_000

/** When clocks of that place first read `wall` (written as if it were UTC) or, in a gap, something later of the same date. */
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

/** Clocks are put forward somewhere between the two: halves the stretch until it is a millisecond. */
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

/** How far the clocks of a place are ahead of UTC. */
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

/** Making one costs a hundred times as much as using it. A configuration names few. */
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
