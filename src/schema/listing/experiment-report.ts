import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Count, Finite, Share, Time } from './words.ts'

const Verdict = v.picklist(['helps', 'hurts', 'no-practical-difference', 'not-enough-data'])
const Design = v.picklist(['paired', 'live', 'reversal', 'observational'])
const Metric = v.picklist([
  'success',
  'agent-errors',
  'repeated-mistakes',
  'steps',
  'tokens',
  'seconds',
  'cost-usd',
  'rating',
])
const Interval = v.object({ low: Finite, high: Finite })

/** One metric of one arm against the first arm. */
const Effect = v.object({
  metric: Metric,
  arm: v.string(),
  against: described(v.string(), 'the first arm'),
  scale: described(
    v.picklist(['difference', 'relative']),
    'relative: ratio of geometric means minus 1, so that -0.1 is a tenth less',
  ),
  better: v.picklist(['more', 'less']),
  estimate: described(v.nullable(Finite), 'arm minus the first arm; null: nothing can be compared yet'),
  low: described(v.nullable(Finite), 'interval for a look at the declared end'),
  high: v.nullable(Finite),
  n: described(Count, 'tasks of a paired design, sessions of a live one, cycles of a reversal'),
  p: described(v.nullable(Share), 'for a look at the declared end'),
  alwaysValid: described(
    v.nullable(v.object({ low: Finite, high: Finite, p: Share })),
    'holds however often you look; null: too few units',
  ),
  alpha: Share,
  method: described(v.string(), 'how interval and p were made'),
})

const Needed = v.object({
  units: described(Count, 'more tasks, sessions or cycles'),
  assumed: described(Finite, 'the effect that they are taken to show: the one seen so far'),
  costUsd: described(v.nullable(Finite), 'at the mean cost so far'),
  detectable: described(v.nullable(Finite), 'the smallest effect that is found in four of five experiments by then'),
})

const PairCounts = described(
  v.object({ pairs: Count, wins: Count, losses: Count, ties: Count }),
  'tasks by the sign of their difference',
)

const ArmReport = v.object({
  name: v.string(),
  trials: Count,
  invalid: Count,
  reasons: described(v.array(v.object({ reason: v.string(), trials: Count })), 'why trials are invalid'),
  success: described(
    v.nullable(v.object({ mean: Share, tasks: Count, trials: Count })),
    'mean outcome, each task counted once',
  ),
  passPower: described(
    v.array(v.object({ k: Count, chance: Share, tasks: Count })),
    'pass^k: chance that k runs of a task all pass',
  ),
  costUsd: v.nullable(v.object({ total: Finite, trials: Count, perSuccess: v.nullable(Finite) })),
  exposed: described(Count, 'trials that were really given what the arm says'),
  notExposed: Count,
  exposureUnknown: Count,
})

const TaskRow = v.object({
  task: v.string(),
  taskType: v.nullable(v.string()),
  difference: described(v.nullable(Finite), 'of the first comparison; null: an arm is missing'),
  arms: v.array(
    v.object({
      arm: v.string(),
      passed: Count,
      trials: Count,
      mean: v.nullable(Finite),
      sessions: described(v.array(v.string()), 'ids or paths of transcripts'),
    }),
  ),
})

const Check = v.object({
  name: v.string(),
  isAlarm: v.boolean(),
  says: v.string(),
})

const Comparison = v.object({
  arm: v.string(),
  effect: Effect,
  verdict: Verdict,
  why: v.string(),
  pairs: v.nullable(PairCounts),
  needed: v.nullable(Needed),
})

/** What an experiment found to hurt, and how a person takes it out of use. */
export const Withdrawals = described(
  v.array(v.object({ arm: v.string(), commands: described(v.array(v.string()), 'one of these does it') })),
  'proposals where an arm hurts; nothing is withdrawn by itself',
)

export const Certificate = describedObject('What may be quoted of an effect, with the hashes of what it rests on.', {
  design: Design,
  metric: Metric,
  arm: v.string(),
  against: v.string(),
  n: Count,
  estimate: v.nullable(Finite),
  low: described(v.nullable(Finite), 'of the interval that the verdict rests on'),
  high: v.nullable(Finite),
  verdict: Verdict,
  model: v.nullable(v.string()),
  date: described(v.nullable(Time), 'start of the last trial'),
  declaration: described(v.string(), 'hash of the declaration'),
  data: described(v.string(), 'hash of the trials'),
  hash: described(v.string(), 'of all of the above'),
})

export const ExperimentReport = describedObject(
  'What an experiment found: `difference` is always an arm minus the first arm.',
  {
    name: v.string(),
    design: Design,
    isCausal: described(v.boolean(), 'false: history was compared, and no draw decided who was given what'),
    arms: v.array(ArmReport),
    n: described(Count, 'units that the primary effect rests on'),
    repeats: Count,
    model: v.nullable(v.string()),
    invalid: v.object({
      trials: Count,
      of: Count,
      share: Share,
      p: described(v.nullable(Share), 'Fisher, between the arms'),
      isBlocking: v.boolean(),
    }),
    primary: Effect,
    verdict: Verdict,
    why: v.string(),
    needed: described(v.nullable(Needed), 'what it takes to settle it; null: it is settled, or that cannot be told'),
    pairs: v.nullable(PairCounts),
    comparisons: described(v.array(Comparison), 'every other arm against the first; alpha is split'),
    secondary: v.array(v.object({ ...Effect.entries, pHolm: v.nullable(Share) })),
    sampleRatio: described(
      v.nullable(
        v.object({
          p: v.nullable(Share),
          isAlarm: v.boolean(),
          strata: v.array(v.object({ stratum: v.string(), p: Share, isAlarm: v.boolean() })),
        }),
      ),
      'null: arms were not drawn',
    ),
    exposure: v.object({
      given: described(v.nullable(Share), 'share of the arm that was really given it, where known'),
      contaminated: described(v.nullable(Share), 'share of the first arm that was given it all the same'),
      isAlarm: v.boolean(),
      adjusted: described(
        v.nullable(v.object({ ...Interval.entries, estimate: Finite })),
        'effect on those that were really given it; comes second to the effect of assigning it',
      ),
    }),
    strata: v.array(
      v.object({
        ...Interval.entries,
        by: v.picklist(['model', 'task-type']),
        value: v.string(),
        estimate: Finite,
        n: Count,
      }),
    ),
    dose: v.nullable(
      v.object({
        rows: v.array(
          v.object({
            arm: v.string(),
            dose: Count,
            mean: Finite,
            n: Count,
            fromBest: v.nullable(v.object({ ...Interval.entries, estimate: Finite })),
            isLikeBest: v.boolean(),
          }),
        ),
        best: Count,
        smallest: described(Count, 'the smallest dose that cannot be told from the best'),
      }),
    ),
    money: v.nullable(
      v.object({
        extraCostUsd: described(Finite, 'a trial of the arm minus a trial of the first'),
        perExtraSuccess: described(v.nullable(Finite), 'null: there is no extra success'),
      }),
    ),
    tasks: described(v.array(TaskRow), 'of a paired design, largest gain first'),
    decidedBy: described(
      v.picklist(['fixed', 'always-valid']),
      'the interval that the verdict rests on: that of one look at the declared end, or the one for any look',
    ),
    sequence: described(
      v.array(v.object({ ...Interval.entries, n: Count, estimate: Finite })),
      'always-valid interval over time',
    ),
    checks: described(v.array(Check), 'what could be wrong'),
    warnings: v.array(v.string()),
    withdraw: Withdrawals,
    declaration: v.object({
      hash: v.string(),
      declaredAt: v.nullable(Time),
      primary: Metric,
      margin: Finite,
      alpha: Share,
      stopping: v.string(),
    }),
    method: v.string(),
    certificate: Certificate,
  },
)

export type ExperimentReport = v.InferOutput<typeof ExperimentReport>
export type EffectReport = v.InferOutput<typeof Effect>
export type NeededReport = v.InferOutput<typeof Needed>
export type EffectCertificate = v.InferOutput<typeof Certificate>
