import { KEY_NAMES } from '../../processes/keys.ts'
import { readArguments } from '../read-arguments.ts'

export const ACTIONS = [
  'list',
  'poll',
  'log',
  'wait',
  'kill',
  'write',
  'submit',
  'close',
  'send-keys',
  'paste',
] as const

export type Action = (typeof ACTIONS)[number]

/** The model's arguments with checked names and types. */
export type ProcessArguments = {
  [Each in Action]: { action: Each; id: Each extends 'list' ? undefined : string } & Rest
}[Action]

interface Rest {
  data: string
  keys: readonly string[]
  isBracketed: boolean | undefined
  offset: number | undefined
  limit: number
  /** Capped at the longest wait; `clampNote` says so if the model asked for more. */
  waitS: number
  clampNote: string | undefined
}

/** The default and the longest duration of a wait. */
const MAX_WAIT_S = 180
const LOG_LINES = 200
const MAX_LOG_LINES = 10_000

/** Returns the arguments, or a sentence that says what is wrong with them. */
export const readProcess = (args: Readonly<Record<string, unknown>>): ProcessArguments | { problem: string } => {
  const named = actionIn(args)
  if (named === undefined) return { problem: `action is missing. ${USE}` }
  const action = ACTIONS.find((each) => each === named)
  if (action === undefined) return { problem: unknownAction(named) }
  const read = readArguments(PARAMETERS, { ...args, action })
  if (!read.isOk) return { problem: `${read.problem}. ${USE}` }
  const { session_id, data, keys, bracketed, timeout, offset, limit } = read.values
  const rest: Rest = { data, keys: keys ?? [], isBracketed: bracketed, offset, limit, ...readWait(timeout) }
  const id = session_id?.trim() ?? ''
  if (action !== 'list' && id === '') return { problem: `${action} needs session_id. ${USE}` }
  const problem = valueProblem(action, rest)
  if (problem !== undefined) return { problem }
  return { action, id: action === 'list' ? undefined : id, ...rest } as ProcessArguments
}

const actionIn = ({ action }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof action === 'string' || typeof action === 'number'
    ? String(action).trim().toLowerCase().replaceAll('_', '-')
    : undefined

const USE = `Actions: ${ACTIONS.join(', ')}; all but list need session_id (list shows the ids)`

const unknownAction = (named: string): string => `there is no action ${named.slice(0, 40).toWellFormed()}. ${USE}`

const readWait = (asked = MAX_WAIT_S): Pick<Rest, 'waitS' | 'clampNote'> =>
  asked <= MAX_WAIT_S
    ? { waitS: asked, clampNote: undefined }
    : { waitS: MAX_WAIT_S, clampNote: `A wait of ${asked} s was asked for; ${MAX_WAIT_S} s is the most.` }

const valueProblem = (action: Action, { data, keys, offset, limit, waitS }: Rest): string | undefined => {
  if (action === 'wait' && waitS <= 0) return 'timeout must be more than 0 seconds; poll does not wait'
  if (action === 'log' && offset !== undefined && offset < 0)
    return 'offset must be 0 or more; leave it out for the end'
  if (action === 'log' && (limit < 1 || limit > MAX_LOG_LINES))
    return `limit must be between 1 and ${MAX_LOG_LINES} lines`
  if ((action === 'write' || action === 'paste') && data === '') return `${action} needs data`
  if (action === 'send-keys' && keys.length === 0) return `send-keys needs keys: ${KEY_NAMES}`
  return undefined
}

/** The JSON Schema for the model. */
export const PARAMETERS = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ACTIONS, description: 'What to do' },
    session_id: {
      type: 'string',
      description:
        'Id of the background process (from terminal, or list), or a unique beginning of it. Needed by all but list',
    },
    data: {
      type: 'string',
      description: 'For write (as it is), submit (with Enter behind it) and paste',
      default: '',
    },
    keys: {
      type: 'array',
      items: { type: 'string' },
      description: `For send-keys, processes with a terminal (pty) only: ${KEY_NAMES}`,
    },
    bracketed: {
      type: 'boolean',
      description: 'For paste: mark it as pasted. Left out, it is marked where the program asked for that',
    },
    // The limit stands only in the description: a model that asks for more is told what happened.
    timeout: { type: 'number', description: `For wait: seconds, at most ${MAX_WAIT_S}` },
    offset: {
      type: 'integer',
      description: 'For log: first line, 0 is the head. Left out: the last lines',
    },
    limit: { type: 'integer', description: 'For log: how many lines', default: LOG_LINES },
  },
  required: ['action'],
} as const
