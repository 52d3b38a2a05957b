import { z } from 'zod'
import { Count } from '../../schema/listing/words.ts'

export const TemplateDeleted = z
  .object({
    id: z.string(),
    name: z.string(),
    hash: z.string().describe('of its last version'),
    versions: Count,
    uses: Count.describe('entries of the ledger, which stay'),
  })
  .describe('What was deleted.')

export type TemplateDeleted = z.infer<typeof TemplateDeleted>
