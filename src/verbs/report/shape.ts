import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'

export const WrittenReport = describedObject('A report that was written.', {
  path: described(v.string(), 'the file that was written'),
  session: described(v.nullable(v.string()), 'the session that is shown call by call; null where none fits'),
  headline: described(v.array(v.string()), 'what it comes to, in a few lines'),
})
