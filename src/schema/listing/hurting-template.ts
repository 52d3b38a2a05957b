import { z } from 'zod'

/** Templates in use that an experiment, or everyday use, found to hurt. */
export const HurtingTemplates = z
  .array(
    z.object({
      template: z.string(),
      experiment: z.string().nullable().describe('name of the experiment; null: the ledger of everyday use found it'),
      model: z.string().nullable().describe('null: several, or unknown'),
      effect: z
        .object({
          measure: z.string(),
          estimate: z.number().describe('with it minus without it'),
          low: z.number().nullable(),
          high: z.number().nullable(),
          n: z.number().describe('tasks or sessions'),
        })
        .nullable()
        .describe('null: its trials are not in the store any more'),
      command: z.string().describe('takes the template out of use; nothing does so by itself'),
    }),
  )
  .describe('templates in use that an experiment or everyday use found to hurt')

export type HurtingTemplates = z.infer<typeof HurtingTemplates>
