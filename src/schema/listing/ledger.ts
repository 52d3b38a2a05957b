import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { HurtingTemplates } from './hurting-template.ts'
import { HookFigures } from './hook-figures.ts'
import { Rate, Reason } from './rate.ts'
import { Count, Finite, Time } from './words.ts'

export const LedgerEntry = v.object({
  id: v.string(),
  at: Time,
  template: described(v.nullable(v.string()), 'its name; null: it was deleted since'),
  templateId: v.string(),
  version: Count,
  hash: v.string(),
  how: described(v.string(), 'load, select, hook, mcp, ...'),
  event: described(v.nullable(v.string()), 'of the agent, such as session-start, prompt, compaction, failed-call'),
  exposure: described(
    v.picklist(['given', 'withheld', 'unknown']),
    'given: it reached the session; withheld: the cold arm; unknown: it was handed out, and nobody saw what became of it',
  ),
  format: v.string(),
  dose: Count,
  source: v.nullable(v.string()),
  project: v.nullable(v.string()),
  sessionKey: v.nullable(v.string()),
  experiment: v.nullable(v.string()),
  arm: v.nullable(v.picklist(['warm', 'cold'])),
  propensity: v.nullable(Finite),
  seen: described(v.array(v.string()), 'ids of the pieces that were shown'),
  outcome: described(v.nullable(v.picklist(['ok', 'failed'])), 'as somebody reported it; null: nobody did'),
  outcomeBy: v.nullable(v.string()),
  outcomeAt: v.nullable(Time),
  session: described(
    v.nullable(
      v.object({
        id: described(v.string(), "the agent's own id"),
        calls: described(Count, 'with a known outcome'),
        errors: Count,
        agentErrors: described(Count, 'of those the ones by the fault of the agent'),
        settledAt: Time,
      }),
    ),
    'how the session went, once `sync` has read it',
  ),
})

/** One arm of a template: sessions are the unit. */
const ArmFigures = v.object({
  sessions: Count,
  returned: described(Count, 'of those, read by `sync` since'),
  success: described(v.nullable(Rate), 'share of reported outcomes that are ok'),
  agentErrors: described(v.nullable(Rate), "errors by the agent's fault, a call"),
  reason: Reason,
})

export const Ledger = describedObject('Who was given which template, and how that went.', {
  entries: described(v.array(LedgerEntry), 'newest first'),
  total: described(Count, 'entries that fit, of which at most the asked number is listed'),
  templates: described(
    v.array(
      v.object({
        template: v.nullable(v.string()),
        templateId: v.string(),
        unknown: described(Count, 'handed out, exposure unknown'),
        warm: ArmFigures,
        cold: ArmFigures,
        verdict: v.picklist(['helps', 'hurts', 'no-practical-difference', 'not-enough-data']),
        verdictBy: v.nullable(v.picklist(['reported-success', 'agent-errors-per-call'])),
        difference: described(v.nullable(v.object({ estimate: Finite, low: Finite, high: Finite })), 'warm minus cold'),
        why: v.string(),
      }),
    ),
    'summed up by template over all that fits',
  ),
  hurting: HurtingTemplates,
  hooks: HookFigures,
})

export type LedgerEntry = v.InferOutput<typeof LedgerEntry>
export type Ledger = v.InferOutput<typeof Ledger>
