import { z } from 'zod'
import { Certificate } from '../../schema/listing/experiment-report.ts'
import { Count } from '../../schema/listing/words.ts'
import { LessonEffect } from '../../schema/pack.ts'
import { PackExported } from './shape.ts'

const { path, bytes, sha256, key } = PackExported.shape

export const LessonsExported = z
  .object({
    path,
    bytes,
    sha256,
    key,
    project: z.string().describe('the name of its folder: no more of its path leaves'),
    lessons: z.array(
      z.object({
        text: z.string(),
        effect: LessonEffect.nullable().describe('by the ledger; null: it was never drawn'),
      }),
    ),
    stayed: z.object({
      inUse: Count.describe('lessons in use that stay: rules, lessons of the machine, lessons of others'),
      notInUse: Count.describe('lessons that nobody accepted, or that are out of date'),
    }),
    effect: LessonEffect.nullable().describe('of all these lessons together; null: none was ever drawn'),
    certificate: Certificate.nullable().describe(
      'of the newest experiment about these very words; null: there is none',
    ),
  })
  .describe('Lessons of a project that were put into a pack.')
export type LessonsExported = z.infer<typeof LessonsExported>
