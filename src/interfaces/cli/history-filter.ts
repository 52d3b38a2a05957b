import { AppError } from '../../lib/error.ts'
import type { HistoryFilter } from '../../store/derived/tally.ts'
import type { Context, Flag } from './command.ts'

/** Flags that limit a listing to sessions that began within a time span. */
export const TIME_FLAGS: Record<string, Flag> = {
  since: {
    type: 'string',
    value: 'WHEN',
    help: 'on or after this day (2026-03-01, UTC), or within the last 12h, 30d, 12w',
  },
  until: { type: 'string', value: 'WHEN', help: 'up to the end of this day, or more than 12h, 30d, 12w ago' },
}

/** Flags that limit `profile`, `compress-check` and `report` to a part of the history. */
export const FILTER_FLAGS: Record<string, Flag> = {
  source: { type: 'string', value: 'NAME', help: 'only sessions of this agent' },
  platform: { type: 'string', value: 'NAME', help: 'only sessions held there: cli, telegram, ..., or unknown' },
  project: { type: 'string', value: 'PATH', help: 'only this project: its path or the name of its folder, or unknown' },
  model: { type: 'string', value: 'NAME', help: 'only sessions of this model: its exact name, or unknown' },
  owner: { type: 'string', value: 'NAME', help: 'only sessions of this owner' },
  ...TIME_FLAGS,
  'min-messages': { type: 'string', value: 'N', help: 'only sessions of at least N messages' },
}

const NAMES = Object.keys(FILTER_FLAGS)
const KNOWN = `use NAME=VALUE, several with commas between them, of: ${NAMES.join(', ')}`

/** The filter that a command's flags describe. */
export const filterOf = (context: Context): HistoryFilter =>
  filterFrom((name) => context.text(name), { now: context.app.now(), placeOf: (name) => `--${name}` })

/** Parses a filter in one word, as in `source=pi,since=30d`; the error for an unknown name lists the known ones. */
export const filterFromWord = (word: string, flag: string, now: number): HistoryFilter => {
  const values = new Map<string, string>()
  for (const part of word.split(',')) {
    const [name = '', ...rest] = part.split('=')
    const value = rest.join('=').trim()
    const known = NAMES.find((each) => each === name.trim())
    if (rest.length === 0 || value === '')
      throw new AppError('usage', `--${flag} needs NAME=VALUE, not ${part === '' ? 'nothing' : part}`, { hint: KNOWN })
    if (known === undefined) throw new AppError('usage', `--${flag} has no filter called ${name}`, { hint: KNOWN })
    if (values.has(known)) throw new AppError('usage', `--${flag} has ${known} twice`, { hint: 'keep one of the two' })
    values.set(known, value)
  }
  return filterFrom((name) => values.get(name), { now, placeOf: (name) => `${name} of --${flag}` })
}

/** Where a value was given, so that an error can name it. */
interface Asked {
  now: number
  placeOf(name: string): string
}

const filterFrom = (valueOf: (name: string) => string | undefined, { now, placeOf }: Asked): HistoryFilter => {
  const momentOf = (name: 'since' | 'until'): number | undefined => {
    const value = valueOf(name)
    if (value === undefined) return undefined
    const moment = readMoment(value, name === 'since' ? 'start' : 'end', now)
    if (moment !== undefined) return moment
    throw new AppError('usage', `${placeOf(name)} needs a day or a span, not ${value}`, {
      hint: 'a day as in 2026-03-01 (UTC), or how long ago as in 12h, 30d, 12w',
    })
  }
  const [since, until] = [momentOf('since'), momentOf('until')]
  if (since !== undefined && until !== undefined && since >= until)
    throw new AppError('usage', `${placeOf('until')} is before ${placeOf('since')}: nothing can be in between`, {
      hint: 'since is the earlier of the two: as in since 30d, until 7d',
    })
  return {
    source: valueOf('source'),
    platform: valueOf('platform'),
    project: projectOf(valueOf('project')),
    model: valueOf('model'),
    owner: valueOf('owner'),
    since,
    until,
    minMessages: countOf(valueOf('min-messages'), placeOf('min-messages')),
  }
}

const countOf = (value: string | undefined, place: string): number | undefined => {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value) && Number(value) > 0) return Number(value)
  throw new AppError('usage', `${place} needs a number above 0, not ${value}`, {
    hint: 'as in 20: sessions with 20 messages or more',
  })
}

/** The path of a project as the store writes it: shells complete directories with a trailing slash. */
export const projectOf = (given: string | undefined): string | undefined => {
  let end = given?.length ?? 0
  while (end > 1 && given?.[end - 1] === '/') end--
  return given?.slice(0, end)
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SPANS_MS: Record<string, number> = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }

/**
 * Milliseconds of the start of a day, of its end (the start of the next day), of a time with its zone, or of a span
 * before now; undefined for other text.
 */
export const readMoment = (text: string, edge: 'start' | 'end', now: number): number | undefined => {
  const [, amount, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  if (amount !== undefined) return now - Number(amount) * (SPANS_MS[unit] ?? 0)
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return undefined
  const day = Date.parse(text.slice(0, 10))
  // JavaScript reads some days that do not exist as days of the next month.
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== text.slice(0, 10)) return undefined
  if (text.length === 10) return edge === 'start' ? day : day + DAY_MS
  // A time without a zone is UTC, like a day. Digits finer than milliseconds are dropped.
  const fine = text.replace(/(\.\d{3})\d+/, '$1')
  const moment = Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(fine.slice(10)) ? fine : `${fine}Z`)
  return Number.isNaN(moment) ? undefined : moment
}
