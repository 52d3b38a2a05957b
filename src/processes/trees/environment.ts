import { findSecrets } from '../../lib/redact/find.ts'
import { claimOf } from '../../lib/redact/names.ts'
import { PROCESS_ID_VARIABLE } from './tree.ts'

type Environment = Readonly<Record<string, string | undefined>>

const SESSION_KEY_VARIABLE = 'WARMSTART_SESSION_KEY'

/**
 * The part of the starter's environment that a child gets: everything except variables whose name or value looks
 * secret.
 */
export const withoutSecrets = (env: Environment): Record<string, string> => {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !OURS.has(name) && !isSecret(name, value)) kept[name] = value
  }
  return kept
}

/** Variables added for a child: those that the starter asked for, and those that mark the child and its descendants. */
export const addedVariables = ({
  id,
  sessionKey,
  env = {},
}: {
  id: string
  sessionKey: string | undefined
  env?: Readonly<Record<string, string>> | undefined
}): Record<string, string> => ({
  // Without this, Python keeps output to itself until it ends, while the reader waits.
  PYTHONUNBUFFERED: '1',
  ...env,
  ...(sessionKey === undefined ? {} : { [SESSION_KEY_VARIABLE]: sessionKey }),
  [PROCESS_ID_VARIABLE]: id,
})

/** A process that is started from within another does not inherit its marks. */
const OURS = new Set([PROCESS_ID_VARIABLE, SESSION_KEY_VARIABLE])

const SECRET_CLAIMS: ReadonlySet<string> = new Set(['secret', 'password', 'authorization', 'cookie', 'signature'])

const isSecret = (name: string, value: string): boolean => {
  if (value === '') return false
  if (SECRET_CLAIMS.has(claimOf(name))) return true
  // The store's address may hold a password, which a command does not need.
  if (name === 'WARMSTART_STORE') return findSecrets(value).length > 0
  // A value that is a key from beginning to end is secret, whatever the variable's name.
  return findSecrets(value).some(({ start, end }) => start === 0 && end === value.length)
}
