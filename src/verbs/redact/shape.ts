import { z } from 'zod'
import { Count } from '../../schema/listing/words.ts'

export const RedactionReport = z
  .object({
    text: z.string().describe('the text with placeholders such as <SECRET:aws-key#1>'),
    found: z
      .array(
        z.object({
          kind: z.string().describe('as the placeholder names it, or home-path, user-name, host-name'),
          count: Count,
        }),
      )
      .describe('how often each kind was replaced; empty: nothing was found'),
  })
  .describe('A text as it would stand in a template, and what was replaced in it.')

export type RedactionReport = z.infer<typeof RedactionReport>
