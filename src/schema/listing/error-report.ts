import * as v from 'valibot'
import { described, describedObject } from '../described.ts'

/** What a command that fails says on standard error when it was asked for JSON. */
export const ErrorReport = describedObject('What a command that fails prints on standard error with --json.', {
  error: v.object({
    code: described(v.string(), 'stable; docs/exit-codes.md says which exit code belongs to it'),
    message: v.string(),
    hint: described(v.nullable(v.string()), 'what to do about it'),
  }),
})
