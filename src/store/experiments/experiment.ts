import type { Declaration, Trial, Verdict } from '../../schema/experiment.ts'
import type { Connection, Value } from '../connection.ts'
import { given, update, where } from '../statement.ts'
import { pick, type RecordOf, type RowOf, toNewValues, toRecord, toValues } from '../table.ts'
import { addFigures } from './live-trials.ts'
import { endedTrials } from './trial-rows.ts'
import { EXPERIMENT, type ExperimentState, TRIAL, TRIAL_PAIR } from './tables.ts'

const KEPT = pick(EXPERIMENT, 'id owner declaration setup state reason verdict budget_usd spent_usd')

/** An experiment as it is kept. */
export type KeptExperiment = RecordOf<typeof EXPERIMENT, typeof KEPT>

/** One task and repeat in every arm, in the order in which the arms are to be run. */
export interface PlannedPair {
  ordinal: number
  task: string
  taskType: string | null
  repeat: number
  arms: readonly string[]
}

/** Writes a declaration with all its trials. False: the same declaration is there already, and nothing was written. */
export const declareExperiment = (
  connection: Connection,
  owner: string,
  {
    id,
    declaration,
    setup,
    budgetUsd,
    pairs,
  }: {
    id: string
    declaration: Declaration
    setup: unknown
    budgetUsd: number | null
    pairs: readonly PlannedPair[]
  },
): Promise<boolean> =>
  connection.transaction(async (transaction) => {
    const { name, design, project, declaredAt } = declaration
    const begun = { state: 'declared', reason: null, verdict: null, spentUsd: 0, claims: 0 } as const
    const experiment = { id, owner, name, design, project, declaration, setup, declaredAt, budgetUsd, ...begun }
    const known = await transaction.insertNew(EXPERIMENT, [toNewValues(EXPERIMENT, experiment)])
    if (known.length > 0) return false
    await transaction.insertNew(
      TRIAL_PAIR,
      pairs.map(({ ordinal, task, repeat }) =>
        toValues(TRIAL_PAIR, { ...OPEN_PAIR, experiment_id: id, ordinal, task, repeat }),
      ),
    )
    await transaction.insertNew(
      TRIAL,
      pairs.flatMap(({ ordinal, task, taskType, repeat, arms }) =>
        arms.map((arm, place) =>
          trialValues({ experiment_id: id, task, repeat, arm, round: 1, ordinal, place, task_type: taskType }),
        ),
      ),
    )
    return true
  })

const OPEN_PAIR = { round: 1, state: 'open', holder: null, until: null, attempt: 0, reserved_usd: 0 } as const

type TrialRow = RowOf<typeof TRIAL>

const WAITING = {
  ordinal: null,
  place: 0,
  state: 'waiting',
  ending: null,
  reason: null,
  score: null,
  metrics: '{}',
  model: null,
  task_type: null,
  propensity: null,
  exposed: null,
  started_at: null,
  ended_at: null,
  session: null,
  attempt: null,
} as const

/** The values of a trial; what is not given is as in a trial that waits to be run. */
export const trialValues = (
  given: Pick<TrialRow, 'experiment_id' | 'task' | 'repeat' | 'arm' | 'round'> & Partial<TrialRow>,
): Value[] => toValues(TRIAL, { ...WAITING, ...given })

const EXPERIMENTS = `select ${KEPT} from experiment`

const kept = (row: RowOf<typeof KEPT>): KeptExperiment => toRecord(EXPERIMENT, row)

/** Experiments of an owner, the newest first. */
export const listExperiments = async (connection: Connection, owner: string): Promise<KeptExperiment[]> => {
  const rows = await connection.all<RowOf<typeof KEPT>>(
    `${EXPERIMENTS} where owner = ? order by declared_at desc, id`,
    [owner],
  )
  return rows.map(kept)
}

/** Those of an owner whose name is the text or whose id begins with it, the newest first. */
export const experimentsNamed = async (
  connection: Connection,
  owner: string,
  text: string,
): Promise<KeptExperiment[]> => {
  const all = await listExperiments(connection, owner)
  const named = all.filter(({ declaration: { name } }) => name === text)
  return named.length > 0 ? named : all.filter(({ id }) => text !== '' && id.startsWith(text))
}

/** The newest experiment over live sessions of an owner that is open for this project; undefined: there is none. */
export const liveExperiment = async (
  connection: Connection,
  owner: string,
  project: string | undefined,
): Promise<KeptExperiment | undefined> => {
  const [row] = await connection.all<RowOf<typeof KEPT>>(
    `${EXPERIMENTS} where owner = ? and design in ('live', 'reversal') and state in ('declared', 'running')
        and (project is null or project = ?) order by declared_at desc, id limit 1`,
    [owner, project ?? ''],
  )
  return row === undefined ? undefined : kept(row)
}

/** A declaration with every trial that has ended; undefined where there is none with this id (of this owner). */
export const readExperiment = async (
  connection: Connection,
  id: string,
  owner?: string,
): Promise<{ declaration: Declaration; trials: Trial[] } | undefined> => {
  const { sql, values } = where(['id = ?', id], given('owner = ?', owner))
  const [row] = await connection.all<RowOf<typeof KEPT>>(`${EXPERIMENTS} where ${sql}`, values)
  if (row === undefined) return undefined
  const { declaration } = kept(row)
  const trials = await endedTrials(connection, id)
  // Whether sessions of the history did their task was not checked.
  if (declaration.design === 'observational')
    return { declaration, trials: trials.map((trial) => ({ ...trial, unchecked: true })) }
  const isLive = declaration.design !== 'paired'
  return { declaration, trials: isLive ? await addFigures(connection, id, trials) : trials }
}

/** Changes the state of an experiment; a stopped or finished one keeps its trials. */
export const setExperimentState = (
  connection: Connection,
  id: string,
  { state, reason = null }: { state: ExperimentState; reason?: string | null },
): Promise<number> => update(connection, EXPERIMENT, { state, reason }, where(['id = ?', id]))

/**
 * Stops an experiment unless another worker holds a pair of it, so that a worker that leaves does not stop the others.
 */
export const stopUnlessHeld = (
  connection: Connection,
  id: string,
  { reason, now }: { reason: string; now: number },
): Promise<number> =>
  connection.run(
    `update experiment set state = 'stopped', reason = ? where id = ? and state = 'running' and not exists (
       select 1 from trial_pair where experiment_id = experiment.id and state = 'open' and holder is not null and until > ?)`,
    [reason, id, now],
  )

/** Opens an experiment for workers, with the setup and the budget of this run. A finished one stays finished. */
export const openExperiment = (
  connection: Connection,
  id: string,
  { setup, budgetUsd }: { setup: unknown; budgetUsd: number | null },
): Promise<number> =>
  update(
    connection,
    EXPERIMENT,
    { state: 'running', reason: null, setup: JSON.stringify(setup), budget_usd: budgetUsd },
    where(['id = ?', id], "state <> 'done'"),
  )

/** Keeps the verdict of an analysis, so that `assign` can read it without one. */
export const writeVerdict = (connection: Connection, id: string, verdict: Verdict): Promise<number> =>
  update(connection, EXPERIMENT, { verdict }, where(['id = ?', id]))

/** How many trials stand where. */
export interface TrialCounts {
  waiting: number
  running: number
  unrated: number
  done: number
}

export const countTrials = async (connection: Connection, id: string, now: number): Promise<TrialCounts> => {
  const rows = await connection.all<{ state: string; n: number }>(
    `select case when trial.state = 'waiting' and trial_pair.holder is not null and trial_pair.until > ? then 'running'
                 else trial.state end as state, count(*) as n
       from trial left join trial_pair
         on trial_pair.experiment_id = trial.experiment_id and trial_pair.ordinal = trial.ordinal
      where trial.experiment_id = ? and (trial.ordinal is null or trial.round = trial_pair.round)
      group by 1`,
    [now, id],
  )
  const count = (state: string): number => rows.find((row) => row.state === state)?.n ?? 0
  return { waiting: count('waiting'), running: count('running'), unrated: count('unrated'), done: count('done') }
}
