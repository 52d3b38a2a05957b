import { z } from 'zod'
import { Withdrawals } from '../../schema/listing/experiment-report.ts'
import { Count, Time } from '../../schema/listing/words.ts'

const Design = z.enum(['paired', 'live', 'reversal', 'observational'])
const State = z
  .enum(['declared', 'running', 'stopped', 'done'])
  .describe('stopped: a person or a limit ended it, and `experiment run` goes on with it')
const Share = z.number().min(0).max(1)

const Power = z
  .object({
    units: Count.describe('tasks, or sessions in each arm'),
    detectable: z.number().nullable().describe('the smallest difference that 4 of 5 such experiments find; null: none'),
    power: Share.describe('chance to find the assumed difference'),
    needed: Count.describe('units that find the assumed difference in 4 of 5 experiments, looked at once'),
    neededAlwaysValid: Count.describe('the same where figures are looked at all the time'),
    assumed: z.object({
      effect: z.number().describe('the difference that would be worth finding'),
      discordant: Share.describe('share of tasks whose arms end differently'),
      baseRate: Share.describe('share of successes of the first arm'),
    }),
  })
  .describe('what the experiment can find; the assumed figures are not measured')

export const ExperimentPlan = z
  .object({
    id: z.string().describe('the hash of the declaration: another declaration is another experiment'),
    name: z.string(),
    state: z
      .enum(['written', 'known', 'tried'])
      .describe('known: the same was declared before; tried: --dry-run wrote nothing'),
    design: Design,
    runner: z.string().nullable(),
    arms: z.array(z.object({ name: z.string(), tokens: Count.describe('estimated, of what the arm gives') })),
    tasks: z.array(
      z.object({
        id: z.string(),
        nothingFails: z.boolean().nullable().describe('null: a person checks, or the check was not tried'),
        solutionPasses: z.boolean().nullable().describe('null: it has no solution'),
      }),
    ),
    unusable: z.array(z.object({ id: z.string(), reason: z.string() })).describe('tasks that are left out'),
    repeats: Count,
    trials: Count,
    power: Power.nullable(),
    cost: z
      .object({ trialUsd: z.number(), totalUsd: z.number(), from: z.enum(['person', 'earlier-trials']) })
      .nullable()
      .describe('null: the cost of a trial is unknown'),
  })
  .describe('An experiment as it was declared, before any data.')

const ArmCount = z.object({
  name: z.string(),
  passed: Count,
  failed: Count,
  invalid: Count,
})

const Interval = z
  .object({ estimate: z.number(), low: z.number().nullable(), high: z.number().nullable() })
  .nullable()
  .describe('difference to the first arm with the interval that may be looked at any time; null: too little is known')

export const ExperimentStatus = z
  .object({
    id: z.string(),
    name: z.string(),
    design: Design,
    state: State,
    reason: z.string().nullable().describe('why it stopped'),
    declaredAt: Time,
    primary: z.string(),
    trials: z.object({
      waiting: Count,
      running: Count,
      unrated: Count.describe('a person has yet to say'),
      done: Count,
    }),
    arms: z.array(ArmCount),
    running: z.array(z.object({ arm: z.string(), against: z.string(), difference: Interval })),
    verdict: z.enum(['helps', 'hurts', 'no-practical-difference', 'not-enough-data']),
    withdraw: Withdrawals,
    spentUsd: z.number(),
    budgetUsd: z.number().nullable(),
    invalidReasons: z.array(z.object({ reason: z.string(), trials: Count })),
  })
  .describe('How far an experiment is.')

export const ExperimentRun = z
  .object({
    end: z
      .enum(['done', 'verdict', 'budget', 'over', 'closed', 'broken', 'stopped'])
      .describe(
        'why the run ended; verdict: the declared rule needs no further trial; over: the time; closed: a person stopped the experiment; broken: only invalid trials came; stopped: this run was interrupted',
      ),
    status: ExperimentStatus,
  })
  .describe('What a run came to.')

export const ExperimentList = z
  .array(
    z.object({
      id: z.string(),
      name: z.string(),
      design: Design,
      state: State,
      verdict: z.string().nullable().describe('the verdict that was last found; null: none yet'),
      declaredAt: Time,
      arms: z.array(z.string()),
      tasks: Count,
    }),
  )
  .describe('Experiments of one owner, the newest first.')

export const ExperimentAssigned = z
  .object({
    experiment: z.string(),
    session: z.string(),
    arm: z.string(),
    propensity: z.number().nullable().describe('probability of this arm; null: it was not drawn'),
    balancedBy: z
      .array(z.enum(['task-type', 'model']))
      .describe(
        'the session was drawn among sessions that are alike in this; empty: neither was told, and the hash alone decided',
      ),
    recorded: z.boolean().describe('false: the experiment has ended, and the session does not count'),
    text: z.string().describe('what the arm gives; empty: nothing'),
  })
  .describe('The arm of a live session.')

export const ExperimentRecorded = z
  .object({
    experiment: z.string(),
    task: z.string(),
    repeat: Count,
    arm: z.string(),
    end: z.enum(['pass', 'fail', 'invalid']).nullable(),
    score: z.number().nullable(),
    rating: z.number().nullable(),
    changed: z.boolean().describe('false: the same was recorded before'),
  })
  .describe('What was recorded about a trial.')

export const ExperimentAa = z
  .object({
    id: z.string(),
    splits: Count,
    units: Count.describe('tasks or sessions of one arm that were split in two'),
    arm: z.string(),
    falseFinds: Count.describe('splits in which a difference was found although there is none'),
    allowed: Share.describe('share of false finds that the declaration allows'),
    note: z.string().nullable(),
  })
  .describe('The analysis on data in which there is no difference.')

export type ExperimentPlan = z.infer<typeof ExperimentPlan>
export type ExperimentStatus = z.infer<typeof ExperimentStatus>
export type ExperimentList = z.infer<typeof ExperimentList>
export type ExperimentAssigned = z.infer<typeof ExperimentAssigned>
export type ExperimentRecorded = z.infer<typeof ExperimentRecorded>
export type ExperimentAa = z.infer<typeof ExperimentAa>
