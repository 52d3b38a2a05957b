import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Certificate } from '../../schema/listing/experiment-report.ts'
import { Count } from '../../schema/listing/words.ts'
import { LessonEffect } from '../../schema/pack.ts'
import { PackExported } from './shape.ts'

const { path, bytes, sha256, key } = PackExported.entries

export const LessonsExported = describedObject('Lessons of a project that were put into a pack.', {
  path,
  bytes,
  sha256,
  key,
  project: described(v.string(), 'the name of its folder: no more of its path leaves'),
  lessons: v.array(
    v.object({
      text: v.string(),
      effect: described(v.nullable(LessonEffect), 'by the ledger; null: it was never drawn'),
    }),
  ),
  stayed: v.object({
    inUse: described(Count, 'lessons in use that stay: rules, lessons of the machine, lessons of others'),
    notInUse: described(Count, 'lessons that were never accepted, or that are out of date'),
  }),
  effect: described(v.nullable(LessonEffect), 'of all these lessons together; null: none was ever drawn'),
  certificate: described(
    v.nullable(Certificate),
    'of the newest experiment about these very words; null: there is none',
  ),
})
export type LessonsExported = v.InferOutput<typeof LessonsExported>
