import { z } from 'zod'

/** What was written into, or taken out of, an agent's settings. */
export const InstallReport = z
  .object({
    agent: z.string().describe('the agent, named as its source'),
    isDryRun: z.boolean().describe('nothing was written; the rest says what would be'),
    isUndo: z.boolean().describe('our entries were taken out'),
    files: z
      .array(
        z.object({
          path: z.string(),
          action: z
            .enum(['created', 'changed', 'unchanged', 'removed', 'restored'])
            .describe('`restored`: the very bytes from before; `changed` by an undo: only our entries went'),
          diff: z.string().describe('unified diff, secrets replaced; empty where nothing changes'),
          backup: z.string().nullable().describe('where the file as it was before is kept; null: there was none'),
        }),
      )
      .describe('every file that is looked at'),
    next: z.array(z.string()).describe('what a person has to do or to know now'),
    undo: z.string().describe('the command that takes it back'),
  })
  .describe("What was written into, or taken out of, an agent's settings.")

/** What was written into the settings of all agents that were used here. */
export const InstallAllReport = z
  .object({
    isDryRun: z.boolean().describe('nothing was written; the rest says what would be'),
    isUndo: z.boolean().describe('our entries were taken out'),
    reports: z.array(InstallReport).describe('one for each agent that was used here'),
    refused: z
      .array(
        z.object({
          agent: z.string(),
          code: z.string().describe('as for the command with this agent alone'),
          message: z.string(),
          hint: z.string().nullable(),
        }),
      )
      .describe('agents whose files were left as they are, and why'),
    notUsed: z.array(z.string()).describe('agents that have no directory here'),
  })
  .describe('What was written into, or taken out of, the settings of all agents that were used here.')
