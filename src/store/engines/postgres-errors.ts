import { AppError, messageOf } from '../../lib/error.ts'

/** What PostgreSQL said, with what a person can do about it. Errors of another kind stay as they are. */
export const explained = (error: unknown): unknown => {
  if (error instanceof AppError) return error
  const state = stateOf(error)
  const reason = REASONS.find(([pattern]) => pattern.test(state)) ?? (hasBrokenOff(error) ? UNREACHABLE : undefined)
  if (reason === undefined) return error
  const [, code, message, hint] = reason
  return new AppError(code, `${message}: ${messageOf(error)}`, { hint, cause: error })
}

/**
 * Whether the server turned a new connection away for now: it starts, stops or recovers, or has no connection free. Nothing of the
 * statement has run, so it can be sent again.
 */
export const isNotReady = (error: unknown): boolean => NOT_READY.test(stateOf(error))

/** The error's code: an SQLSTATE of five characters, or a word of the network such as ECONNREFUSED. */
export const stateOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** The words of the library for a connection that broke off or never came up; these errors have no code. */
const hasBrokenOff = (error: unknown): boolean => /timeout|terminated/i.test(messageOf(error))

const NOT_READY = /^(?:57P03|53300)$/

type Reason = [pattern: RegExp, code: string, message: string, hint: string]

const UNREACHABLE: Reason = [
  /^(?:ECONN|ENOTFOUND|ETIMEDOUT|EAI_|EPIPE|EHOSTUNREACH|ENETUNREACH)/,
  'store-unreachable',
  'PostgreSQL does not answer',
  'check the address in --store or WARMSTART_STORE and that the server runs',
]

/** Reasons by SQLSTATE; the first that fits is used. */
const REASONS: readonly Reason[] = [
  UNREACHABLE,
  [/^57P03$/, 'store-unreachable', 'PostgreSQL is not ready', 'it starts, stops or recovers: try again in a minute'],
  [
    /^(?:08...|57P0.)$/,
    'store-unreachable',
    'PostgreSQL ended the connection',
    'see whether the server runs, then run the command again; nothing of the last step was kept',
  ],
  [
    /^53300$/,
    'store-busy',
    'PostgreSQL has no connection free',
    'try again when other programs are done, or raise max_connections of the server',
  ],
  [
    /^(?:55P03|40P01|40001|57014)$/,
    'store-busy',
    'the store is in use by another process',
    'try again when the other warmstart is done',
  ],
  [
    /^(?:28...|3D000|42501)$/,
    'store-permission',
    'PostgreSQL refused',
    'check user, password and database in the store address',
  ],
  [/^25006$/, 'store-read-only', 'the store cannot be written', 'name the server that takes writes, not a standby'],
  [
    /^53100$/,
    'disk-full',
    'the disk of the PostgreSQL server is full',
    'free some space there and run the command again; nothing was lost',
  ],
  [
    /^(?:53...|58...)$/,
    'store-io',
    'PostgreSQL could not read or write',
    'look into the log of the server; nothing of the last step was kept',
  ],
  [/^XX00[12]$/, 'store-damaged', 'the database is damaged', 'restore it from a backup, or use another with --store'],
]
