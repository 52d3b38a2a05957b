import { z } from 'zod'

/** What is configured and where each value comes from. Keys are never part of it. */
export const ConfigReport = z
  .object({
    settings: z
      .array(
        z.object({
          name: z.string().describe('as in the configuration file, with its section'),
          value: z.union([z.string(), z.number(), z.array(z.string())]),
          from: z.string().describe('a flag, a variable, a file, or default'),
        }),
      )
      .describe('those that are set, or have a default'),
    key: z.object({ isPresent: z.boolean(), from: z.string().nullable() }).describe('of the provider; never its value'),
    files: z
      .array(
        z.object({
          path: z.string(),
          kind: z.enum(['project', 'home', 'env']),
          isTrusted: z.boolean().describe('false: what could send a key elsewhere is not used'),
        }),
      )
      .describe('that were read'),
    warnings: z.array(z.string()),
    problem: z.string().nullable().describe('why nothing can be said: a file or a value that makes no sense'),
    endpoint: z
      .object({
        isReachable: z.boolean(),
        status: z.int().nullable().describe('of the answer to the question for models'),
        listsModel: z.boolean().nullable().describe('null: there is no list, or no model is configured'),
        message: z.string().nullable(),
      })
      .nullable()
      .describe('null: it was not asked; --check-model asks'),
  })
  .describe('What is configured for the agent, and where each value comes from.')

export type ConfigReport = z.infer<typeof ConfigReport>
