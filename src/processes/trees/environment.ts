import { findSecrets } from '../../lib/redact/find.ts'
import { claimOf } from '../../lib/redact/names.ts'
import { PROCESS_ID_VARIABLE } from './tree.ts'

type Environment = Readonly<Record<string, string | undefined>>

const SESSION_KEY_VARIABLE = 'WARMSTART_SESSION_KEY'

/** What a child gets of its starter's environment: everything but what is secret by its name or its look. */
export const withoutSecrets = (env: Environment): Record<string, string> => {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !OURS.has(name) && !isSecret(name, value)) kept[name] = value
  }
  return kept
}

/** What is added for the child of one process: what the starter asked for, and by what it and its own children are known. */
export const addedVariables = ({
  id,
  sessionKey,
  env = {},
}: {
  id: string
  sessionKey: string | undefined
  env?: Readonly<Record<string, string>> | undefined
}): Record<string, string> => ({
  // The reader waits for output that the program would otherwise keep to itself until it ends.
  PYTHONUNBUFFERED: '1',
  ...env,
  ...(sessionKey === undefined ? {} : { [SESSION_KEY_VARIABLE]: sessionKey }),
  [PROCESS_ID_VARIABLE]: id,
})

/** A process started from within another one belongs to itself. */
const OURS = new Set([PROCESS_ID_VARIABLE, SESSION_KEY_VARIABLE])

const SECRET_CLAIMS: ReadonlySet<string> = new Set(['secret', 'password', 'authorization', 'cookie', 'signature'])

const isSecret = (name: string, value: string): boolean => {
  if (value === '') return false
  if (SECRET_CLAIMS.has(claimOf(name))) return true
  // The address of the store may hold a password, which a command does not need.
  if (name === 'WARMSTART_STORE') return findSecrets(value).length > 0
  // Whatever the variable is called: a value that is a key from beginning to end.
  return findSecrets(value).some(({ start, end }) => start === 0 && end === value.length)
}
