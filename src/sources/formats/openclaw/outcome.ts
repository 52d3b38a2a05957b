import { asNumber, asString, isRecord } from '../../../lib/json.ts'
import type { JsonRecord } from '../../../lib/json.ts'
import type { PiOutcome, PiResult } from '../../../wire/pi-dialect.ts'

/**
 * The outcome that OpenClaw leaves in `details`: `isError` is false on most failures. Exit code and the small structured
 * fields are handed on as they are; a state that is no outcome yet becomes a status.
 */
export const openclawOutcome = ({ tool, details }: PiResult): PiOutcome => {
  const outcome: PiOutcome = {}
  const exitCode = asNumber(details.exitCode)
  if (exitCode !== undefined && Number.isInteger(exitCode)) outcome.exitCode = exitCode
  const status = statusOf(tool, details)
  if (status !== undefined) outcome.status = status
  const fields = fieldsOf(details)
  if (Object.keys(fields).length > 0) outcome.fields = fields
  return outcome
}

/** Tools whose result speaks about the command itself. `process` and `sessions_*` report on something else. */
const COMMAND_TOOLS: ReadonlySet<string> = new Set(['exec', 'bash', 'shell'])

const statusOf = (tool: string, details: JsonRecord): PiOutcome['status'] => {
  switch (details.status) {
    case 'running':
      return COMMAND_TOOLS.has(tool) ? 'running' : undefined
    case 'approval-pending':
      // A person was asked; whether the call will run is not known here.
      return 'running'
    case 'approval-unavailable':
      return 'not-run'
    case 'blocked':
      return details.deniedReason === 'plugin-approval' ? 'rejected' : 'not-run'
    default:
      return undefined
  }
}

const FIELD_NAMES = ['status', 'success', 'ok', 'timedOut', 'exitSignal', 'failureKind', 'reason'] as const
/** Enough to see what went wrong; the whole message is in the result's text. */
const FIELD_CHARS = 200

const fieldsOf = (details: JsonRecord): NonNullable<PiOutcome['fields']> => {
  const fields: NonNullable<PiOutcome['fields']> = {}
  for (const name of FIELD_NAMES) addField(fields, name, details[name])
  const error = details.error
  addField(fields, 'error', isRecord(error) ? (asString(error.message) ?? asString(error.code) ?? true) : error)
  return fields
}

const addField = (fields: NonNullable<PiOutcome['fields']>, name: string, value: unknown): void => {
  if (typeof value === 'string') fields[name] = value.slice(0, FIELD_CHARS)
  else if (typeof value === 'boolean' || value === null || asNumber(value) !== undefined) {
    fields[name] = value as number | boolean | null
  }
}
