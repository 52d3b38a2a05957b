import { z } from 'zod'
import { Estimate, Rate, Reason } from '../../schema/listing/rate.ts'
import { Count } from '../../schema/listing/words.ts'

const Share = z.number().min(0).max(1)
const Verdict = z.enum(['helps', 'hurts', 'no-practical-difference', 'not-enough-data'])
const Trap = z.object({
  careless: z.number().describe('difference that the careless way measures; the true one is 0'),
  careful: z.number().describe('difference that the careful way measures'),
})

export const BenchReport = z
  .object({
    effect: z.number().describe('the planted effect in points of success'),
    tasks: Count.describe('pairs of one experiment'),
    repeats: Count.describe('how often each task runs in each arm'),
    seed: z.number(),
    replications: Count,
    truth: z.number().describe("the generator's mean: success warm minus success cold, as a share"),
    meanEstimate: z.number().describe('mean over the replications'),
    coverage: Share.describe('share whose always-valid interval held the truth after every single pair'),
    coverageFixed: Share.nullable().describe(
      'share whose interval for one look at the end held the truth; null with several repeats, where it takes too long',
    ),
    falseHelps: Share.describe('share that said helps after any pair although the truth is not above 0'),
    verdicts: z
      .object({ helps: Count, hurts: Count, 'no-practical-difference': Count, 'not-enough-data': Count })
      .describe('what replications said first, looking after every pair; what they say at the end otherwise'),
    run: z
      .object({
        verdict: Verdict,
        estimate: z.number().nullable(),
        low: z.number().nullable(),
        high: z.number().nullable(),
        alwaysValid: z.object({ low: z.number(), high: z.number(), p: Share }).nullable(),
        pairs: z.object({ pairs: Count, wins: Count, losses: Count, ties: Count }).nullable(),
      })
      .describe('the whole run itself, as `experiment report` would tell it'),
    agent: z
      .object({ skill: Share, luck: Share, uptake: Share, misled: Share })
      .describe('settings of the scripted agent that give this effect'),
    learnt: z
      .object({
        sessions: Count,
        calls: Count,
        patterns: Count,
        workflows: Count,
        recoveries: Count,
        lessons: Count.describe('lines'),
      })
      .describe('the cold history, and what the product made of it'),
    traps: z
      .object({
        drift: Trap.describe('a provider that gets better: all cold trials first, against both arms in turns'),
        leak: Trap.describe('a start state that the cold trial leaves to the warm one, against a fresh one for each'),
      })
      .describe('the same agent in both arms'),
  })
  .describe('What the bench says about the instrument itself.')
export type BenchReport = z.infer<typeof BenchReport>

export const BenchDoses = z
  .object({
    tasks: Count,
    seed: z.number(),
    rows: z.array(
      z.object({
        arm: z.string(),
        dose: Count.describe('examples at the start of a session'),
        mean: Share.describe('share of tasks passed'),
        n: Count,
        fromBest: z
          .object({ estimate: z.number(), low: z.number(), high: z.number() })
          .nullable()
          .describe('difference from the best dose; null for the best one'),
        isLikeBest: z.boolean().describe('cannot be told from the best dose'),
      }),
    ),
    best: Count,
    smallest: Count.describe('the smallest dose that cannot be told from the best one'),
  })
  .describe('Minimum warm-up: how success goes with the number of examples.')
export type BenchDoses = z.infer<typeof BenchDoses>

export const BenchWarmUp = z
  .object({
    tasks: Count.describe('tasks of a session before it is made shorter, and as many after'),
    sessions: Count.describe('a strategy'),
    seed: z.number(),
    strategies: z.array(
      z.object({
        strategy: z.string(),
        tokensBefore: Count,
        tokensAfter: Count,
        errorsBefore: Rate.nullable(),
        errorsAfter: Rate.nullable(),
        change: Estimate.nullable().describe('after minus before'),
        repeatedErrors: Count.describe('errors after it that had been recovered from before it'),
        verdict: z.enum(['preserved', 'lost', 'not-enough-data']),
        reason: Reason,
        template: z
          .union([z.object({ patterns: Count, recoveries: Count }), z.object({ problem: z.string() })])
          .describe('the session saved as a template'),
      }),
    ),
  })
  .describe('A warm-up session, made shorter by each strategy, and what `compress-check` says about it.')
export type BenchWarmUp = z.infer<typeof BenchWarmUp>

export const BenchModel = z
  .object({
    model: z.string(),
    seed: z.number(),
    hash: z.string().describe('of the declaration'),
    arms: z.array(
      z.object({
        arm: z.string(),
        tokens: Count.describe('of what the arm is given, estimated'),
        passed: Count,
        trials: Count,
        invalid: Count,
      }),
    ),
    comparisons: z
      .array(
        z.object({
          arm: z.string(),
          estimate: z.number().nullable(),
          low: z.number().nullable().describe('interval for one look at the end'),
          high: z.number().nullable(),
          p: Share.nullable(),
          alwaysValid: z.object({ low: z.number(), high: z.number(), p: Share }).nullable(),
          alpha: Share.describe('split evenly over the comparisons'),
          verdict: Verdict,
          why: z.string(),
          pairs: z.object({ pairs: Count, wins: Count, losses: Count, ties: Count }).nullable(),
        }),
      )
      .describe('each arm against cold'),
    kinds: z.array(z.object({ kind: z.string(), arm: z.string(), passed: Count, trials: Count })),
  })
  .describe('What a real model did: cold, warm, with a placebo, and with shuffled values.')
export type BenchModel = z.infer<typeof BenchModel>
