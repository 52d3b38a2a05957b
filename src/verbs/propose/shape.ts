import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { TemplateSummary } from '../../schema/listing/template.ts'
import { Count } from '../../schema/listing/words.ts'

export const Proposals = describedObject(
  'Candidates made from sessions that went best; a person has to promote them.',
  {
    proposed: v.array(
      v.object({
        template: TemplateSummary,
        isNew: described(v.boolean(), 'false: the same candidate was there already'),
        sessions: described(Count, 'sessions that went well and that it is made from'),
      }),
    ),
    passedOver: v.array(v.object({ project: v.nullable(v.string()), reason: v.string() })),
  },
)

export type Proposals = v.InferOutput<typeof Proposals>
