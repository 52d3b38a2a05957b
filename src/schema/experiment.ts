/** Share of tasks passed first, then what it cost to get there. Rates and shares lie in 0 to 1, counts and sums are unbounded. */
export type Metric =
  | 'success'
  | 'agent-errors'
  | 'repeated-mistakes'
  | 'steps'
  | 'tokens'
  | 'seconds'
  | 'cost-usd'
  | 'rating'

/** How trials are spread over arms. `observational` compares history and proves nothing. */
export type Design = 'paired' | 'live' | 'reversal' | 'observational'

/** Parts of what a warm session is given that can be given alone or left out. */
export type Component = 'lessons' | 'patterns' | 'recoveries' | 'rules' | 'markers'

/** What a session of an arm is given at its start. `foreign` are the lessons of another project, `placebo` as many tokens of nothing useful. */
export type Treatment =
  | { kind: 'cold' }
  | { kind: 'warm'; template?: string; dose?: number; form?: 'text' | 'history' }
  | { kind: 'only'; component: Component }
  | { kind: 'without'; component: Component }
  | { kind: 'code-first' }
  | { kind: 'placebo' }
  | { kind: 'foreign'; project: string }

export interface ArmOfExperiment {
  /** `cold`, `warm`, `dose-3`, ...: unique within the experiment. */
  name: string
  treatment: Treatment
  /** Probability of this arm in a live design; the arms of one experiment add up to 1. Null where every task runs in every arm. */
  share: number | null
  /** Hash of the very words that the arm gives, so that other words make another experiment. Left out where they are not known. */
  given?: string
}

/** When the analysis may speak: after a fixed number of pairs (or sessions), or at any time with intervals that allow for looking. */
export type Stopping = { rule: 'fixed'; n: number } | { rule: 'always-valid'; most: number | null }

/**
 * What is written down before the first trial. `lib/hash` of its canonical JSON is the experiment's identity, so a changed declaration
 * is another experiment.
 */
export interface Declaration {
  name: string
  design: Design
  /** The others are compared with the first arm. */
  arms: ArmOfExperiment[]
  primary: Metric
  /** Differences smaller than this are of no practical importance, in units of the primary metric (0.05 = five points of success). */
  margin: number
  alpha: number
  stopping: Stopping
  /** How often each task runs in each arm. */
  repeats: number
  /** Tasks of a paired design with the checksum of everything that a trial starts from. */
  tasks: { id: string; checksum: string }[]
  runner: string | null
  model: string | null
  project: string | null
  /** Where mistakes made again decide: what counts as made before. Fixed here, so that a later session cannot change it. */
  mistakes?: { sessions: number; hash: string }
  seed: number
  declaredAt: number
}

/** How a trial ended. `invalid` says nothing about the arm: the runner broke, the machine died, the check could not run. */
export type TrialEnd = 'pass' | 'fail' | 'invalid'

/** One task (or one live session) in one arm, once. The same shape whether we ran it or another harness did. */
export interface Trial {
  task: string
  /** 1 for the first repeat. A pair is the same task and repeat in two arms. */
  repeat: number
  arm: string
  end: TrialEnd
  /** Why it is invalid; null otherwise. */
  reason: string | null
  /** True: whether the task was done was not checked, as in history. Then success is unknown, whatever `end` says. */
  unchecked?: boolean
  /** Outcome in 0 to 1 where the check gives more than pass and fail. */
  score: number | null
  /** Missing is unknown, not zero. */
  metrics: Partial<Record<Exclude<Metric, 'success'>, number>>
  model: string | null
  taskType: string | null
  /** Probability with which its arm was drawn, in a live design. */
  propensity: number | null
  /** Whether the session was really given what its arm says. Null where that cannot be told. */
  exposed: boolean | null
  startedAt: number | null
  /** Id of the session that came back through its source, or the path of its transcript. */
  session: string | null
}

/** Helps, hurts and no difference are answers alike; the fourth says that there is none yet. */
export type Verdict = 'helps' | 'hurts' | 'no-practical-difference' | 'not-enough-data'
