import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Estimate, Rate, Reason } from '../../schema/listing/rate.ts'
import { Count, Finite, Share } from '../../schema/listing/words.ts'

const Verdict = v.picklist(['helps', 'hurts', 'no-practical-difference', 'not-enough-data'])
const Trap = v.object({
  careless: described(Finite, 'difference that the careless way measures; the true one is 0'),
  careful: described(Finite, 'difference that the careful way measures'),
})

export const BenchReport = describedObject('What the bench says about the instrument itself.', {
  effect: described(Finite, 'the planted effect in points of success'),
  tasks: described(Count, 'pairs of one experiment'),
  repeats: described(Count, 'how often each task runs in each arm'),
  seed: Finite,
  replications: Count,
  truth: described(Finite, "the generator's mean: success warm minus success cold, as a share"),
  meanEstimate: described(Finite, 'mean over the replications'),
  coverage: described(Share, 'share whose always-valid interval held the truth after every single pair'),
  coverageFixed: described(
    v.nullable(Share),
    'share whose interval for one look at the end held the truth; null with several repeats, where it takes too long',
  ),
  falseHelps: described(Share, 'share that said helps after any pair although the truth is not above 0'),
  verdicts: described(
    v.object({ helps: Count, hurts: Count, 'no-practical-difference': Count, 'not-enough-data': Count }),
    'what replications said first, looking after every pair; what they say at the end otherwise',
  ),
  run: describedObject('the whole run itself, as `experiment report` would tell it', {
    verdict: Verdict,
    estimate: v.nullable(Finite),
    low: v.nullable(Finite),
    high: v.nullable(Finite),
    alwaysValid: v.nullable(v.object({ low: Finite, high: Finite, p: Share })),
    pairs: v.nullable(v.object({ pairs: Count, wins: Count, losses: Count, ties: Count })),
  }),
  agent: described(
    v.object({ skill: Share, luck: Share, uptake: Share, misled: Share }),
    'settings of the scripted agent that give this effect',
  ),
  learnt: describedObject('the cold history, and what the product made of it', {
    sessions: Count,
    calls: Count,
    patterns: Count,
    workflows: Count,
    recoveries: Count,
    lessons: described(Count, 'lines'),
  }),
  traps: describedObject('the same agent in both arms', {
    drift: described(Trap, 'a provider that gets better: all cold trials first, against both arms in turns'),
    leak: described(Trap, 'a start state that the cold trial leaves to the warm one, against a fresh one for each'),
  }),
})
export type BenchReport = v.InferOutput<typeof BenchReport>

export const BenchDoses = describedObject('Minimum warm-up: how success goes with the number of examples.', {
  tasks: Count,
  seed: Finite,
  rows: v.array(
    v.object({
      arm: v.string(),
      dose: described(Count, 'examples at the start of a session'),
      mean: described(Share, 'share of tasks passed'),
      n: Count,
      fromBest: described(
        v.nullable(v.object({ estimate: Finite, low: Finite, high: Finite })),
        'difference from the best dose; null for the best one',
      ),
      isLikeBest: described(v.boolean(), 'cannot be told from the best dose'),
    }),
  ),
  best: Count,
  smallest: described(Count, 'the smallest dose that cannot be told from the best one'),
})
export type BenchDoses = v.InferOutput<typeof BenchDoses>

export const BenchWarmUp = describedObject(
  'A warm-up session, made shorter by each strategy, and what `compress-check` says about it.',
  {
    tasks: described(Count, 'tasks of a session before it is made shorter, and as many after'),
    sessions: described(Count, 'a strategy'),
    seed: Finite,
    strategies: v.array(
      v.object({
        strategy: v.string(),
        tokensBefore: Count,
        tokensAfter: Count,
        errorsBefore: v.nullable(Rate),
        errorsAfter: v.nullable(Rate),
        change: described(v.nullable(Estimate), 'after minus before'),
        repeatedErrors: described(Count, 'errors after it that had been recovered from before it'),
        verdict: v.picklist(['preserved', 'lost', 'not-enough-data']),
        reason: Reason,
        template: described(
          v.union([v.object({ patterns: Count, recoveries: Count }), v.object({ problem: v.string() })]),
          'the session saved as a template',
        ),
      }),
    ),
  },
)
export type BenchWarmUp = v.InferOutput<typeof BenchWarmUp>

export const BenchModel = describedObject(
  'What a real model did: cold, warm, with a placebo, and with shuffled values.',
  {
    model: v.string(),
    seed: Finite,
    hash: described(v.string(), 'of the declaration'),
    arms: v.array(
      v.object({
        arm: v.string(),
        tokens: described(Count, 'of what the arm is given, estimated'),
        passed: Count,
        trials: Count,
        invalid: Count,
      }),
    ),
    comparisons: described(
      v.array(
        v.object({
          arm: v.string(),
          estimate: v.nullable(Finite),
          low: described(v.nullable(Finite), 'interval for one look at the end'),
          high: v.nullable(Finite),
          p: v.nullable(Share),
          alwaysValid: v.nullable(v.object({ low: Finite, high: Finite, p: Share })),
          alpha: described(Share, 'split evenly over the comparisons'),
          verdict: Verdict,
          why: v.string(),
          pairs: v.nullable(v.object({ pairs: Count, wins: Count, losses: Count, ties: Count })),
        }),
      ),
      'each arm against cold',
    ),
    kinds: v.array(v.object({ kind: v.string(), arm: v.string(), passed: Count, trials: Count })),
  },
)
export type BenchModel = v.InferOutput<typeof BenchModel>
