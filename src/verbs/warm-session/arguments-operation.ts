import { grouped } from '../../lib/number-text.ts'
import { AppError } from '../../lib/error.ts'
import { isRecord } from '../../lib/json.ts'

export const ACTIONS = ['build', 'list', 'load', 'delete', 'profile', 'compress-check', 'compare'] as const

export type Action = (typeof ACTIONS)[number]

/** What an agent may reach. */
export interface ToolLimits {
  /** Hides sessions of other owners even from a caller that knows their ids. */
  isOwnOnly?: boolean
}

/** The agent's request, with checked names and types. */
export interface WarmSessionArguments {
  action: Action
  name?: string
  description?: string
  minMessages?: number
  maxSessions?: number
  sourceFilter?: string
  tags?: string[]
  sessionId?: string
  compareWith?: string
  withProfile?: boolean
}

/** A JSON Schema, for callers that show tools to a model. It is written by hand, because Zod takes time to load. */
export const PARAMETERS = {
  type: 'object',
  properties: {
    action: {
      type: 'string',
      enum: ACTIONS,
      description:
        'build: make a template of what worked in many sessions. list: the templates there are. load: the start of a session from a template. delete: remove a template. profile: how one session went. compress-check: whether compaction cost anything. compare: two sessions.',
    },
    name: { type: 'string', description: 'Name of the template, for build, load and delete.' },
    description: { type: 'string', description: 'What the template is for, for build.' },
    min_messages: {
      type: 'integer',
      minimum: 0,
      description: 'For build: sessions with fewer messages are left out. 30 if not given.',
    },
    max_sessions: {
      type: 'integer',
      minimum: 1,
      description: 'For build: the number of newest sessions to look at; 30 if not given.',
    },
    source_filter: {
      type: 'string',
      description:
        'For build and list: only this agent (as `warmstart sources` names it) or this platform (cli, telegram, ...).',
    },
    tags: {
      type: 'array',
      items: { type: 'string' },
      description: 'For build: tags of the template. For list: only templates that have all of them.',
    },
    session_id: {
      type: 'string',
      description: 'Id of a session, or its beginning, for profile, compress-check and compare (the warm one).',
    },
    compare_with: { type: 'string', description: 'For compare: the session that it is held against, the cold one.' },
    with_profile: {
      type: 'boolean',
      description: 'For load: also how the user writes, preferred tools and how often tools worked. Not if not given.',
    },
  },
  required: ['action'],
  additionalProperties: false,
} as const

const NAMES = Object.keys(PARAMETERS.properties)

/** Reads the arguments, or throws an error that says what would be right. Null and empty texts count as missing. */
export const readWarmSession = (given: unknown): WarmSessionArguments => {
  if (!isRecord(given)) throw wrong(`the arguments must be an object with an action; ${actionsAre()}`)
  const stray = Object.keys(given).find((key) => !NAMES.includes(key))
  if (stray !== undefined) throw wrong(`there is no parameter ${shown(stray)}; the parameters are ${NAMES.join(', ')}`)
  const at = (key: string): unknown => (Object.hasOwn(given, key) ? given[key] : undefined)
  return withoutUndefined({
    action: actionOf(at('action')),
    name: textOf('name', at('name')),
    description: textOf('description', at('description')),
    minMessages: countOf('min_messages', at('min_messages'), 0),
    maxSessions: countOf('max_sessions', at('max_sessions'), 1),
    sourceFilter: textOf('source_filter', at('source_filter')),
    tags: tagsOf(at('tags')),
    sessionId: textOf('session_id', at('session_id')),
    compareWith: textOf('compare_with', at('compare_with')),
    withProfile: flagOf('with_profile', at('with_profile')),
  })
}

const wrong = (sentence: string): AppError => new AppError('usage', sentence)

const actionsAre = (): string => `the actions are ${ACTIONS.join(', ')}`

const actionOf = (given: unknown): Action => {
  if (given === undefined || given === null || given === '') throw wrong(`say what to do with action; ${actionsAre()}`)
  // Some agents write names with underscores only.
  const action = typeof given === 'string' ? ACTIONS.find((each) => each === given.replaceAll('_', '-')) : undefined
  if (action !== undefined) return action
  throw wrong(`there is no action ${shown(given)}; ${actionsAre()}`)
}

const textOf = (key: string, given: unknown): string | undefined => {
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'string') throw wrong(`${key} must be a text, not ${shown(given)}`)
  if (given.length > LONGEST_TEXT_CHARS)
    throw wrong(`${key} is longer than ${grouped(LONGEST_TEXT_CHARS)} characters: give less of it`)
  return given.trim() === '' ? undefined : given.trim()
}

const LONGEST_TEXT_CHARS = 10_000

const countOf = (key: string, given: unknown, least: number): number | undefined => {
  if (given === undefined || given === null || given === '') return undefined
  const number = typeof given === 'string' && /^\d{1,9}$/.test(given.slice(0, 10)) ? Number(given) : given
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= LARGEST_COUNT)
    return number
  throw wrong(`${key} must be a whole number from ${least} on, not ${shown(given)}`)
}

const flagOf = (key: string, given: unknown): boolean | undefined => {
  if (given === undefined || given === null || given === '') return undefined
  const word = typeof given === 'string' ? given.toLowerCase() : given
  if (word === true || word === 'true') return true
  if (word === false || word === 'false') return false
  throw wrong(`${key} must be true or false, not ${shown(given)}`)
}

const LARGEST_COUNT = 999_999_999

const tagsOf = (given: unknown): string[] | undefined => {
  if (given === undefined || given === null || given === '') return undefined
  const list: unknown[] | undefined =
    typeof given === 'string' ? splitTags(given) : Array.isArray(given) ? given : undefined
  if (list === undefined || list.some((each) => typeof each !== 'string') || list.length > MOST_TAGS)
    throw wrong(`tags must be a list of at most ${MOST_TAGS} words, or one text with commas, not ${shown(given)}`)
  const words = (list as string[]).map((each) => each.trim()).filter((each) => each !== '')
  return words.length === 0 ? undefined : words
}

const MOST_TAGS = 100

const splitTags = (given: string): string[] => given.slice(0, LONGEST_TEXT_CHARS).split(',')

/** The given value, short enough for a sentence. */
const shown = (given: unknown): string => {
  const text = JSON.stringify(given) ?? typeof given
  return text.length > LONGEST_SHOWN_CHARS ? `${text.slice(0, LONGEST_SHOWN_CHARS).toWellFormed()}…` : text
}

const LONGEST_SHOWN_CHARS = 60

type Given<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

const withoutUndefined = <T extends Record<string, unknown>>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
