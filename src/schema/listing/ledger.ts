import { z } from 'zod'
import { HurtingTemplates } from './hurting-template.ts'
import { HookFigures } from './hook-figures.ts'
import { Rate, Reason } from './rate.ts'
import { Count, Time } from './words.ts'

export const LedgerEntry = z.object({
  id: z.string(),
  at: Time,
  template: z.string().nullable().describe('its name; null: it was deleted since'),
  templateId: z.string(),
  version: Count,
  hash: z.string(),
  how: z.string().describe('load, select, hook, mcp, ...'),
  event: z.string().nullable().describe('of the agent, such as session-start, prompt, compaction, failed-call'),
  exposure: z
    .enum(['given', 'withheld', 'unknown'])
    .describe(
      'given: it reached the session; withheld: the cold arm; unknown: it was handed out, and nobody saw what became of it',
    ),
  format: z.string(),
  dose: Count,
  source: z.string().nullable(),
  project: z.string().nullable(),
  sessionKey: z.string().nullable(),
  experiment: z.string().nullable(),
  arm: z.enum(['warm', 'cold']).nullable(),
  propensity: z.number().nullable(),
  seen: z.array(z.string()).describe('ids of the pieces that were shown'),
  outcome: z.enum(['ok', 'failed']).nullable().describe('as somebody reported it; null: nobody did'),
  outcomeBy: z.string().nullable(),
  outcomeAt: Time.nullable(),
  session: z
    .object({
      id: z.string().describe("the agent's own id"),
      calls: Count.describe('with a known outcome'),
      errors: Count,
      agentErrors: Count.describe('of those the ones by the fault of the agent'),
      settledAt: Time,
    })
    .nullable()
    .describe('how the session went, once `sync` has read it'),
})

/** One arm of a template: sessions are the unit. */
const ArmFigures = z.object({
  sessions: Count,
  returned: Count.describe('of those, read by `sync` since'),
  success: Rate.nullable().describe('share of reported outcomes that are ok'),
  agentErrors: Rate.nullable().describe("errors by the agent's fault, a call"),
  reason: Reason,
})

export const Ledger = z
  .object({
    entries: z.array(LedgerEntry).describe('newest first'),
    total: Count.describe('entries that fit, of which at most the asked number is listed'),
    templates: z
      .array(
        z.object({
          template: z.string().nullable(),
          templateId: z.string(),
          unknown: Count.describe('handed out, exposure unknown'),
          warm: ArmFigures,
          cold: ArmFigures,
          verdict: z.enum(['helps', 'hurts', 'no-practical-difference', 'not-enough-data']),
          verdictBy: z.enum(['reported-success', 'agent-errors-per-call']).nullable(),
          difference: z
            .object({ estimate: z.number(), low: z.number(), high: z.number() })
            .nullable()
            .describe('warm minus cold'),
          why: z.string(),
        }),
      )
      .describe('summed up by template over all that fits'),
    hurting: HurtingTemplates,
    hooks: HookFigures,
  })
  .describe('Who was given which template, and how that went.')

export type LedgerEntry = z.infer<typeof LedgerEntry>
export type Ledger = z.infer<typeof Ledger>
