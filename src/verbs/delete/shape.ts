import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Count } from '../../schema/listing/words.ts'

export const TemplateDeleted = describedObject('What was deleted.', {
  id: v.string(),
  name: v.string(),
  hash: described(v.string(), 'of its last version'),
  versions: Count,
  uses: described(Count, 'entries of the ledger, which stay'),
})

export type TemplateDeleted = v.InferOutput<typeof TemplateDeleted>
