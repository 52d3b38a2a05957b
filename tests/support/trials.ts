import { createRandom } from '../../src/lib/stats/random.ts'
import type { ArmOfExperiment, Declaration, Trial } from '../../src/schema/experiment.ts'

export const COLD: ArmOfExperiment = { name: 'cold', treatment: { kind: 'cold' }, share: null }
export const WARM: ArmOfExperiment = { name: 'warm', treatment: { kind: 'warm' }, share: null }

/** A declaration of a paired experiment that may be looked at any time. */
export const declare = (changes: Partial<Declaration> = {}): Declaration => ({
  name: 'shop',
  design: 'paired',
  arms: [COLD, WARM],
  primary: 'success',
  margin: 0.05,
  alpha: 0.05,
  stopping: { rule: 'always-valid', most: null },
  repeats: 1,
  tasks: [],
  runner: null,
  model: null,
  project: null,
  seed: 7,
  declaredAt: Date.UTC(2026, 2, 1),
  ...changes,
})

export const trialOf = (changes: Partial<Trial> = {}): Trial => ({
  task: 'task-1',
  repeat: 1,
  arm: 'cold',
  end: 'pass',
  reason: null,
  score: null,
  metrics: {},
  model: 'model-1',
  taskType: null,
  propensity: null,
  exposed: null,
  startedAt: null,
  session: null,
  ...changes,
})

/** Pairs of trials with so many wins, losses, and ties of both kinds. */
export const pairsOf = ({ wins = 0, losses = 0, both = 0, neither = 0 }): Trial[] => {
  const outcomes = [
    ...Array<[boolean, boolean]>(wins).fill([false, true]),
    ...Array<[boolean, boolean]>(losses).fill([true, false]),
    ...Array<[boolean, boolean]>(both).fill([true, true]),
    ...Array<[boolean, boolean]>(neither).fill([false, false]),
  ]
  return outcomes.flatMap(([cold, warm], index) => [
    trialOf({ task: `task-${index}`, arm: 'cold', end: cold ? 'pass' : 'fail' }),
    trialOf({ task: `task-${index}`, arm: 'warm', end: warm ? 'pass' : 'fail' }),
  ])
}

export interface PlantedWorld {
  seed: string
  tasks: number
  repeats?: number
  /** Success rate of the cold arm, over tasks of different difficulty. */
  cold: number
  /** Warm minus cold. */
  effect: number
}

const START = Date.UTC(2026, 2, 2)

/** Trials of tasks of different difficulty, cold and warm in alternating order, with a planted effect. */
export const plantedTrials = ({ seed, tasks, repeats = 1, cold, effect }: PlantedWorld): Trial[] => {
  const random = createRandom(seed)
  const trials: Trial[] = []
  for (let task = 0; task < tasks; task++) {
    const ease = (random() - 0.5) * 0.3
    for (let repeat = 1; repeat <= repeats; repeat++)
      for (const arm of (task + repeat) % 2 === 0 ? ['cold', 'warm'] : ['warm', 'cold']) {
        const rate = cold + ease + (arm === 'warm' ? effect : 0)
        const tokens = Math.exp(9 + random() + (arm === 'warm' ? -0.2 : 0))
        trials.push(
          trialOf({
            task: `task-${task}`,
            repeat,
            arm,
            end: random() < rate ? 'pass' : 'fail',
            metrics: {
              tokens: Math.round(tokens),
              seconds: 20 + 60 * random(),
              'cost-usd': tokens / 1e6,
              steps: 5 + Math.floor(10 * random()),
            },
            taskType: task % 2 === 0 ? 'edit' : 'search',
            exposed: arm === 'warm',
            startedAt: START + trials.length * 60_000,
            session: `${arm}-${task}-${repeat}`,
          }),
        )
      }
  }
  return trials
}

/** Sessions that drew their arm with a known probability. */
export const liveTrials = ({
  seed,
  sessions,
  share,
  cold,
  effect,
}: {
  seed: string
  sessions: number
  share: number
  cold: number
  effect: number
}): Trial[] => {
  const random = createRandom(seed)
  return Array.from({ length: sessions }, (_, index) => {
    const isWarm = random() < share
    const isHard = random() < 0.5
    const rate = cold + (isHard ? -0.2 : 0.2) + (isWarm ? effect : 0)
    return trialOf({
      task: `session-${index}`,
      arm: isWarm ? 'warm' : 'cold',
      end: random() < rate ? 'pass' : 'fail',
      taskType: isHard ? 'hard' : 'easy',
      propensity: isWarm ? share : 1 - share,
      exposed: isWarm,
      startedAt: START + index * 60_000,
      session: `session-${index}`,
    })
  })
}
