import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Withdrawals } from '../../schema/listing/experiment-report.ts'
import { Count, Finite, Share, Time } from '../../schema/listing/words.ts'

const Design = v.picklist(['paired', 'live', 'reversal', 'observational'])
const State = described(
  v.picklist(['declared', 'running', 'stopped', 'done']),
  'stopped: a person or a limit ended it, and `experiment run` goes on with it',
)

const Power = describedObject('what the experiment can find; the assumed figures are not measured', {
  units: described(Count, 'tasks, or sessions in each arm'),
  detectable: described(v.nullable(Finite), 'the smallest difference that 4 of 5 such experiments find; null: none'),
  power: described(Share, 'chance to find the assumed difference'),
  needed: described(Count, 'units that find the assumed difference in 4 of 5 experiments, looked at once'),
  neededAlwaysValid: described(Count, 'the same where figures are looked at all the time'),
  assumed: v.object({
    effect: described(Finite, 'the difference that would be worth finding'),
    discordant: described(Share, 'share of tasks whose arms end differently'),
    baseRate: described(Share, 'share of successes of the first arm'),
  }),
})

export const ExperimentPlan = describedObject('An experiment as it was declared, before any data.', {
  id: described(v.string(), 'the hash of the declaration: another declaration is another experiment'),
  name: v.string(),
  state: described(
    v.picklist(['written', 'known', 'tried']),
    'known: the same was declared before; tried: --dry-run wrote nothing',
  ),
  design: Design,
  runner: v.nullable(v.string()),
  arms: v.array(v.object({ name: v.string(), tokens: described(Count, 'estimated, of what the arm gives') })),
  tasks: v.array(
    v.object({
      id: v.string(),
      nothingFails: described(v.nullable(v.boolean()), 'null: a person checks, or the check was not tried'),
      solutionPasses: described(v.nullable(v.boolean()), 'null: it has no solution'),
      doubt: described(v.nullable(v.string()), 'why its check may never pass; null: nothing speaks for that'),
    }),
  ),
  unusable: described(v.array(v.object({ id: v.string(), reason: v.string() })), 'tasks that are left out'),
  repeats: Count,
  look: described(
    v.nullable(Count),
    'the tasks, sessions or cycles after which it is looked at once; null: at any time',
  ),
  trials: Count,
  power: v.nullable(Power),
  cost: described(
    v.nullable(v.object({ trialUsd: Finite, totalUsd: Finite, from: v.picklist(['person', 'earlier-trials']) })),
    'null: the cost of a trial is unknown',
  ),
})

const ArmCount = v.object({
  name: v.string(),
  passed: Count,
  failed: Count,
  invalid: Count,
})

const Interval = described(
  v.nullable(v.object({ estimate: Finite, low: v.nullable(Finite), high: v.nullable(Finite) })),
  'difference to the first arm with the interval that may be looked at any time; null: too little is known',
)

export const ExperimentStatus = describedObject('How far an experiment is.', {
  id: v.string(),
  name: v.string(),
  design: Design,
  state: State,
  reason: described(v.nullable(v.string()), 'why it stopped'),
  declaredAt: Time,
  primary: v.string(),
  trials: v.object({
    waiting: Count,
    running: Count,
    unrated: described(Count, 'a person has yet to say'),
    done: Count,
  }),
  arms: v.array(ArmCount),
  running: v.array(v.object({ arm: v.string(), against: v.string(), difference: Interval })),
  verdict: v.picklist(['helps', 'hurts', 'no-practical-difference', 'not-enough-data']),
  withdraw: Withdrawals,
  spentUsd: Finite,
  budgetUsd: v.nullable(Finite),
  invalidReasons: v.array(v.object({ reason: v.string(), trials: Count })),
})

export const ExperimentRun = describedObject('What a run came to.', {
  end: described(
    v.picklist(['done', 'verdict', 'budget', 'over', 'closed', 'broken', 'stopped']),
    'why the run ended; verdict: the declared rule needs no further trial; over: the time; closed: a person stopped the experiment; broken: only invalid trials came; stopped: this run was interrupted',
  ),
  status: ExperimentStatus,
})

export const ExperimentList = described(
  v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      design: Design,
      state: State,
      verdict: described(v.nullable(v.string()), 'the verdict that was last found; null: none yet'),
      declaredAt: Time,
      arms: v.array(v.string()),
      tasks: Count,
    }),
  ),
  'Experiments of one owner, the newest first.',
)

export const ExperimentAssigned = describedObject('The arm of a live session.', {
  experiment: v.string(),
  session: v.string(),
  arm: v.string(),
  propensity: described(v.nullable(Finite), 'probability of this arm; null: it was not drawn'),
  balancedBy: described(
    v.array(v.picklist(['task-type', 'model'])),
    'the session was drawn among sessions that are alike in this; empty: neither was told, and the hash alone decided',
  ),
  recorded: described(v.boolean(), 'false: the experiment has ended, and the session does not count'),
  text: described(v.string(), 'what the arm gives; empty: nothing'),
})

export const ExperimentRecorded = describedObject('What was recorded about a trial.', {
  experiment: v.string(),
  task: v.string(),
  repeat: Count,
  arm: v.string(),
  end: v.nullable(v.picklist(['pass', 'fail', 'invalid'])),
  score: v.nullable(Finite),
  rating: v.nullable(Finite),
  changed: described(v.boolean(), 'false: the same was recorded before'),
})

export const ExperimentAa = describedObject('The analysis on data in which there is no difference.', {
  id: v.string(),
  splits: Count,
  units: described(Count, 'tasks or sessions of one arm that were split in two'),
  arm: v.string(),
  falseFinds: described(Count, 'splits in which a difference was found although there is none'),
  allowed: described(Share, 'share of false finds that the declaration allows'),
  note: v.nullable(v.string()),
})

export type ExperimentPlan = v.InferOutput<typeof ExperimentPlan>
export type ExperimentStatus = v.InferOutput<typeof ExperimentStatus>
export type ExperimentList = v.InferOutput<typeof ExperimentList>
export type ExperimentAssigned = v.InferOutput<typeof ExperimentAssigned>
export type ExperimentRecorded = v.InferOutput<typeof ExperimentRecorded>
export type ExperimentAa = v.InferOutput<typeof ExperimentAa>
