import { z } from 'zod'
import { HurtingTemplates } from '../../schema/listing/hurting-template.ts'
import { Template, TemplateSummary } from '../../schema/listing/template.ts'
import { TemplateDiff } from '../../schema/listing/template-diff.ts'
import { TemplateExplanation } from '../../schema/listing/template-explanation.ts'
import { Time } from '../../schema/listing/words.ts'
import { LessonProof } from '../lessons/ledger-shape.ts'

/** A template that waits for a person, with what there is to judge it by. */
export const Review = z
  .object({
    template: Template,
    provenance: z
      .object({ how: z.string(), madeBy: z.string(), at: Time, note: z.string() })
      .describe('how this version came about, and from whom'),
    against: z
      .string()
      .nullable()
      .describe('what it is compared with, as NAME@VERSION; null: nothing in use is about the same'),
    diff: TemplateDiff.omit({ from: true }),
    evidence: TemplateExplanation.shape.pieces,
    next: z.array(z.object({ command: z.string(), meaning: z.string() })),
  })
  .describe('A template before it is put to use: what it would change, what it rests on, what to do.')

export const ReviewList = z
  .object({
    waiting: z.array(TemplateSummary),
    hurting: HurtingTemplates,
    hurtingLessons: z.array(LessonProof).describe('lessons in use after which the mistake is made more often'),
  })
  .describe('Templates that wait for a person: proposed, or come from somebody else.')

export type Review = z.infer<typeof Review>
export type ReviewList = z.infer<typeof ReviewList>
