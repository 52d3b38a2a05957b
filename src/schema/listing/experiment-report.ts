import { z } from 'zod'
import { Count, Time } from './words.ts'

const Verdict = z.enum(['helps', 'hurts', 'no-practical-difference', 'not-enough-data'])
const Design = z.enum(['paired', 'live', 'reversal', 'observational'])
const Metric = z.enum([
  'success',
  'agent-errors',
  'repeated-mistakes',
  'steps',
  'tokens',
  'seconds',
  'cost-usd',
  'rating',
])
const Share = z.number().min(0).max(1)
const Interval = z.object({ low: z.number(), high: z.number() })

/** One metric of one arm against the first arm. */
const Effect = z.object({
  metric: Metric,
  arm: z.string(),
  against: z.string().describe('the first arm'),
  scale: z
    .enum(['difference', 'relative'])
    .describe('relative: ratio of geometric means minus 1, so that -0.1 is a tenth less'),
  better: z.enum(['more', 'less']),
  estimate: z.number().nullable().describe('arm minus the first arm; null: nothing can be compared yet'),
  low: z.number().nullable().describe('interval for a look at the declared end'),
  high: z.number().nullable(),
  n: Count.describe('tasks of a paired design, sessions of a live one, cycles of a reversal'),
  p: Share.nullable().describe('for a look at the declared end'),
  alwaysValid: z
    .object({ low: z.number(), high: z.number(), p: Share })
    .nullable()
    .describe('holds however often you look; null: too few units'),
  alpha: Share,
  method: z.string().describe('how interval and p were made'),
})

const Needed = z.object({
  units: Count.describe('more tasks, sessions or cycles'),
  assumed: z.number().describe('the effect that they are taken to show: the one seen so far'),
  costUsd: z.number().nullable().describe('at the mean cost so far'),
  detectable: z.number().nullable().describe('the smallest effect that is found in four of five experiments by then'),
})

const PairCounts = z
  .object({ pairs: Count, wins: Count, losses: Count, ties: Count })
  .describe('tasks by the sign of their difference')

const ArmReport = z.object({
  name: z.string(),
  trials: Count,
  invalid: Count,
  reasons: z.array(z.object({ reason: z.string(), trials: Count })).describe('why trials are invalid'),
  success: z
    .object({ mean: Share, tasks: Count, trials: Count })
    .nullable()
    .describe('mean outcome, each task counted once'),
  passPower: z
    .array(z.object({ k: Count, chance: Share, tasks: Count }))
    .describe('pass^k: chance that k runs of a task all pass'),
  costUsd: z.object({ total: z.number(), trials: Count, perSuccess: z.number().nullable() }).nullable(),
  exposed: Count.describe('trials that were really given what the arm says'),
  notExposed: Count,
  exposureUnknown: Count,
})

const TaskRow = z.object({
  task: z.string(),
  taskType: z.string().nullable(),
  difference: z.number().nullable().describe('of the first comparison; null: an arm is missing'),
  arms: z.array(
    z.object({
      arm: z.string(),
      passed: Count,
      trials: Count,
      mean: z.number().nullable(),
      sessions: z.array(z.string()).describe('ids or paths of transcripts'),
    }),
  ),
})

const Check = z.object({
  name: z.string(),
  isAlarm: z.boolean(),
  says: z.string(),
})

const Comparison = z.object({
  arm: z.string(),
  effect: Effect,
  verdict: Verdict,
  why: z.string(),
  pairs: PairCounts.nullable(),
  needed: Needed.nullable(),
})

/** What an experiment found to hurt, and how a person takes it out of use. */
export const Withdrawals = z
  .array(z.object({ arm: z.string(), commands: z.array(z.string()).describe('one of these does it') }))
  .describe('proposals where an arm hurts; nothing is withdrawn by itself')

export const Certificate = z
  .object({
    design: Design,
    metric: Metric,
    arm: z.string(),
    against: z.string(),
    n: Count,
    estimate: z.number().nullable(),
    low: z.number().nullable().describe('of the interval that the verdict rests on'),
    high: z.number().nullable(),
    verdict: Verdict,
    model: z.string().nullable(),
    date: Time.nullable().describe('start of the last trial'),
    declaration: z.string().describe('hash of the declaration'),
    data: z.string().describe('hash of the trials'),
    hash: z.string().describe('of all of the above'),
  })
  .describe('What may be quoted of an effect, with the hashes of what it rests on.')

export const ExperimentReport = z
  .object({
    name: z.string(),
    design: Design,
    isCausal: z.boolean().describe('false: history was compared, and no draw decided who was given what'),
    arms: z.array(ArmReport),
    n: Count.describe('units that the primary effect rests on'),
    repeats: Count,
    model: z.string().nullable(),
    invalid: z.object({
      trials: Count,
      of: Count,
      share: Share,
      p: Share.nullable().describe('Fisher, between the arms'),
      isBlocking: z.boolean(),
    }),
    primary: Effect,
    verdict: Verdict,
    why: z.string(),
    needed: Needed.nullable().describe('what it takes to settle it; null: it is settled, or that cannot be told'),
    pairs: PairCounts.nullable(),
    comparisons: z.array(Comparison).describe('every other arm against the first; alpha is split'),
    secondary: z.array(Effect.extend({ pHolm: Share.nullable() })),
    sampleRatio: z
      .object({
        p: Share.nullable(),
        isAlarm: z.boolean(),
        strata: z.array(z.object({ stratum: z.string(), p: Share, isAlarm: z.boolean() })),
      })
      .nullable()
      .describe('null: arms were not drawn'),
    exposure: z.object({
      given: Share.nullable().describe('share of the arm that was really given it, where known'),
      contaminated: Share.nullable().describe('share of the first arm that was given it all the same'),
      isAlarm: z.boolean(),
      adjusted: Interval.extend({ estimate: z.number() })
        .nullable()
        .describe('effect on those that were really given it; comes second to the effect of assigning it'),
    }),
    strata: z.array(
      Interval.extend({
        by: z.enum(['model', 'task-type']),
        value: z.string(),
        estimate: z.number(),
        n: Count,
      }),
    ),
    dose: z
      .object({
        rows: z.array(
          z.object({
            arm: z.string(),
            dose: Count,
            mean: z.number(),
            n: Count,
            fromBest: Interval.extend({ estimate: z.number() }).nullable(),
            isLikeBest: z.boolean(),
          }),
        ),
        best: Count,
        smallest: Count.describe('the smallest dose that cannot be told from the best'),
      })
      .nullable(),
    money: z
      .object({
        extraCostUsd: z.number().describe('a trial of the arm minus a trial of the first'),
        perExtraSuccess: z.number().nullable().describe('null: there is no extra success'),
      })
      .nullable(),
    tasks: z.array(TaskRow).describe('of a paired design, largest gain first'),
    decidedBy: z
      .enum(['fixed', 'always-valid'])
      .describe(
        'the interval that the verdict rests on: that of one look at the declared end, or the one for any look',
      ),
    sequence: z.array(Interval.extend({ n: Count, estimate: z.number() })).describe('always-valid interval over time'),
    checks: z.array(Check).describe('what could be wrong'),
    warnings: z.array(z.string()),
    withdraw: Withdrawals,
    declaration: z.object({
      hash: z.string(),
      declaredAt: Time.nullable(),
      primary: Metric,
      margin: z.number(),
      alpha: Share,
      stopping: z.string(),
    }),
    method: z.string(),
    certificate: Certificate,
  })
  .describe('What an experiment found: `difference` is always an arm minus the first arm.')

export type ExperimentReport = z.infer<typeof ExperimentReport>
export type EffectReport = z.infer<typeof Effect>
export type NeededReport = z.infer<typeof Needed>
export type EffectCertificate = z.infer<typeof Certificate>
