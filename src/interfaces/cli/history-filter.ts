import { AppError } from '../../lib/error.ts'
import type { HistoryFilter } from '../../store/derived/tally.ts'
import type { Context, Flag } from './command.ts'

/** The flags by which listings are narrowed to sessions that began in a time. */
export const TIME_FLAGS: Record<string, Flag> = {
  since: {
    type: 'string',
    value: 'WHEN',
    help: 'on or after this day (2026-03-01, UTC), or within the last 12h, 30d, 12w',
  },
  until: { type: 'string', value: 'WHEN', help: 'up to the end of this day, or more than 12h, 30d, 12w ago' },
}

/** The flags by which `profile`, `compress-check` and `report` are narrowed to a part of the history. */
export const FILTER_FLAGS: Record<string, Flag> = {
  source: { type: 'string', value: 'NAME', help: 'only sessions of this agent' },
  platform: { type: 'string', value: 'NAME', help: 'only sessions held there: cli, telegram, ..., or unknown' },
  project: { type: 'string', value: 'PATH', help: 'only this project: its path or the name of its folder, or unknown' },
  model: { type: 'string', value: 'NAME', help: 'only sessions of this model: its exact name, or unknown' },
  owner: { type: 'string', value: 'NAME', help: 'only sessions of this owner' },
  ...TIME_FLAGS,
  'min-messages': { type: 'string', value: 'N', help: 'only sessions of at least so many messages' },
}

const NAMES = Object.keys(FILTER_FLAGS)
const KNOWN = `use NAME=VALUE, several with commas between them, of: ${NAMES.join(', ')}`

/** What the flags of a command narrow the history to. */
export const filterOf = (context: Context): HistoryFilter =>
  filterFrom((name) => context.text(name), { now: context.app.now(), placeOf: (name) => `--${name}` })

/** A filter in one word, as in `source=pi,since=30d`; unknown names are refused with the list. */
export const filterFromWord = (word: string, flag: string, now: number): HistoryFilter => {
  const values = new Map<string, string>()
  for (const part of word.split(',')) {
    const [name = '', ...rest] = part.split('=')
    const value = rest.join('=').trim()
    const known = NAMES.find((each) => each === name.trim())
    if (rest.length === 0 || value === '')
      throw new AppError('usage', `--${flag} needs NAME=VALUE, not ${part === '' ? 'nothing' : part}`, { hint: KNOWN })
    if (known === undefined) throw new AppError('usage', `--${flag} does not know ${name}`, { hint: KNOWN })
    if (values.has(known)) throw new AppError('usage', `--${flag} has ${known} twice`, { hint: 'keep one of the two' })
    values.set(known, value)
  }
  return filterFrom((name) => values.get(name), { now, placeOf: (name) => `${name} of --${flag}` })
}

/** How a value was asked for, so that a complaint can name it. */
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

/** A project as the store has it: shells complete directories with a slash at the end. */
export const projectOf = (given: string | undefined): string | undefined => {
  let end = given?.length ?? 0
  while (end > 1 && given?.[end - 1] === '/') end--
  return given?.slice(0, end)
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SPANS_MS: Record<string, number> = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }

/** Milliseconds of where a day starts or ends (which is where the next starts), of a time with its zone, or of a span before
 * now; else undefined. */
export const readMoment = (text: string, edge: 'start' | 'end', now: number): number | undefined => {
  const [, amount, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  if (amount !== undefined) return now - Number(amount) * (SPANS_MS[unit] ?? 0)
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return undefined
  const day = Date.parse(text.slice(0, 10))
  // Some days that do not exist are read as the next month's.
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== text.slice(0, 10)) return undefined
  if (text.length === 10) return edge === 'start' ? day : day + DAY_MS
  // Without a zone it is UTC, like a day; finer than milliseconds nothing is.
  const fine = text.replace(/(\.\d{3})\d+/, '$1')
  const moment = Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(fine.slice(10)) ? fine : `${fine}Z`)
  return Number.isNaN(moment) ? undefined : moment
}
