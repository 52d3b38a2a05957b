import { z } from 'zod'

/** One call and its result, as others hand them in. */
export const ClassifyInput = z
  .object({
    tool: z.string().describe('name of the tool, as the agent calls it'),
    arguments: z.unknown().optional().describe('parsed arguments, or the raw text where they are not JSON'),
    result: z
      .string()
      .optional()
      .describe('what the model got to see; absent: no result. A value that is not a text is judged as its JSON'),
    isError: z.boolean().optional().describe("the format's own flag; one that says no error is only a last resort"),
    exitCode: z.number().optional(),
  })
  .describe('One line of the standard input of `classify`.')

export type ClassifyInput = z.infer<typeof ClassifyInput>
