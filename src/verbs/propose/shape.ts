import { z } from 'zod'
import { TemplateSummary } from '../../schema/listing/template.ts'
import { Count } from '../../schema/listing/words.ts'

/** What `propose` made and what it did not. */
export const Proposals = z
  .object({
    proposed: z.array(
      z.object({
        template: TemplateSummary,
        isNew: z.boolean().describe('false: the same candidate was there already'),
        sessions: Count.describe('sessions that went well and that it is made from'),
      }),
    ),
    passedOver: z.array(z.object({ project: z.string().nullable(), reason: z.string() })),
  })
  .describe('Candidates made from sessions that went best; a person has to promote them.')

export type Proposals = z.infer<typeof Proposals>
