import { z } from 'zod'

export const GateInput = z
  .object({
    command: z.string().describe('the command line'),
    cwd: z
      .string()
      .optional()
      .describe('root of the project; without it relative paths are inside the project and absolute ones outside'),
  })
  .describe('One command line that `gate` is to judge.')
export type GateInput = z.infer<typeof GateInput>

export const GateVerdict = z
  .object({
    show: z.boolean().describe('whether the command may be shown to another session'),
    run: z
      .enum(['allow', 'ask', 'refuse'])
      .describe(
        'allow: our agent runs it unasked; ask: a person is asked first; refuse: nobody can be asked (--unattended)',
      ),
    why: z.string().describe('what speaks against it; empty where nothing does'),
  })
  .describe('What `gate` says about one command line.')
export type GateVerdict = z.infer<typeof GateVerdict>
