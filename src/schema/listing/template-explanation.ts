import { z } from 'zod'
import { Count } from './words.ts'

/** The walk back from a seed, or a template, to the lines of the files it rests on. */
export const TemplateExplanation = z
  .object({
    template: z.object({
      name: z.string(),
      version: Count,
      hash: z.string(),
      state: z.string(),
      how: z.string(),
      madeBy: z.string(),
    }),
    alsoIn: z.array(z.string()).describe('other templates that hold the piece asked for, as NAME@VERSION'),
    pieces: z.array(
      z.object({
        id: z.string(),
        seedId: z.string().nullable().describe('id of its call in a seed; null: it is only ever told in words'),
        what: z.enum(['pattern', 'workflow', 'recovery', 'convention']),
        says: z.string().describe('what it shows, on one line'),
        support: Count,
        evidence: z.array(
          z.object({
            call: z.string().nullable().describe('id of the call, as `explain` takes it; null: words of the user'),
            session: z.string(),
            file: z.string().nullable(),
            line: Count.nullable(),
            outcome: z.string().nullable(),
            rule: z.string().nullable(),
          }),
        ),
      }),
    ),
  })
  .describe('What a template, or one piece of it, rests on.')

export type TemplateExplanation = z.infer<typeof TemplateExplanation>
