import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { HurtingTemplates } from '../../schema/listing/hurting-template.ts'
import { Template, TemplateSummary } from '../../schema/listing/template.ts'
import { TemplateDiff } from '../../schema/listing/template-diff.ts'
import { TemplateExplanation } from '../../schema/listing/template-explanation.ts'
import { Time } from '../../schema/listing/words.ts'
import { LessonProof } from '../lessons/ledger-shape.ts'

export const Review = describedObject(
  'A template before it is put to use: what it would change, what it rests on, what to do.',
  {
    template: Template,
    provenance: described(
      v.object({ how: v.string(), madeBy: v.string(), at: Time, note: v.string() }),
      'how this version came about, and from whom',
    ),
    against: described(
      v.nullable(v.string()),
      'what it is compared with, as NAME@VERSION; null: nothing in use is about the same',
    ),
    diff: v.omit(v.object(TemplateDiff.entries), ['from']),
    evidence: TemplateExplanation.entries.pieces,
    next: v.array(v.object({ command: v.string(), meaning: v.string() })),
  },
)

export const ReviewList = described(
  v.object({
    waiting: v.array(TemplateSummary),
    hurting: HurtingTemplates,
    hurtingLessons: described(v.array(LessonProof), 'lessons in use after which the mistake is made more often'),
  }),
  'Templates that wait for a person: proposed, or come from somebody else.',
)

export type Review = v.InferOutput<typeof Review>
export type ReviewList = v.InferOutput<typeof ReviewList>
