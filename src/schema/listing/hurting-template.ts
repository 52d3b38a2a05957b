import { z } from 'zod'

/** Templates in use that an experiment found to hurt. */
export const HurtingTemplates = z
  .array(
    z.object({
      template: z.string(),
      experiment: z.string().describe('name of the experiment'),
      model: z.string().nullable().describe('null: several, or unknown'),
      command: z.string().describe('takes the template out of use; nothing does so by itself'),
    }),
  )
  .describe('templates in use that an experiment found to hurt')

export type HurtingTemplates = z.infer<typeof HurtingTemplates>
