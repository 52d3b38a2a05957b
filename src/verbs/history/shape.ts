import { z } from 'zod'
import { Count, Time } from '../../schema/listing/words.ts'

/** Every version that a template ever had. */
export const TemplateHistory = z
  .object({
    id: z.string(),
    name: z.string(),
    versions: z.array(
      z.object({
        version: Count,
        isCurrent: z.boolean(),
        hash: z.string(),
        how: z.string().describe('build, extract, propose, edit, rollback or import'),
        madeBy: z.string(),
        at: Time,
        note: z.string(),
        description: z.string(),
        patternCount: Count.nullable().describe('null: it cannot be read'),
        recoveryCount: Count.nullable(),
        problem: z.string().nullable().describe('why it cannot be read'),
      }),
    ),
  })
  .describe('Every version that a template ever had, newest first.')

export type TemplateHistory = z.infer<typeof TemplateHistory>
