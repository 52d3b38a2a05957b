import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Count, Time } from '../../schema/listing/words.ts'

export const TemplateHistory = describedObject('Every version that a template ever had, newest first.', {
  id: v.string(),
  name: v.string(),
  versions: v.array(
    v.object({
      version: Count,
      isCurrent: v.boolean(),
      hash: v.string(),
      how: described(v.string(), 'build, extract, propose, edit, rollback or import'),
      madeBy: v.string(),
      at: Time,
      note: v.string(),
      description: v.string(),
      patternCount: described(v.nullable(Count), 'null: it cannot be read'),
      recoveryCount: v.nullable(Count),
      problem: described(v.nullable(v.string()), 'why it cannot be read'),
    }),
  ),
})

export type TemplateHistory = v.InferOutput<typeof TemplateHistory>
