import type { Declaration, Trial, Verdict } from '../../schema/experiment.ts'
import type { Connection, Row, Value } from '../connection.ts'
import { addFigures } from './live-trials.ts'
import { endedTrials } from './trial-rows.ts'
import { EXPERIMENT, TRIAL, TRIAL_PAIR } from '../tables.ts'

/** `stopped`: a person or a limit ended it, and `run` goes on with it. `done`: nothing is left to run. */
export type ExperimentState = 'declared' | 'running' | 'stopped' | 'done'

/** An experiment as it is kept. `setup` says how it is run on this machine; it is no part of its identity. */
export interface KeptExperiment {
  id: string
  owner: string
  declaration: Declaration
  setup: unknown
  state: ExperimentState
  /** Why it stopped; null: it did not. */
  reason: string | null
  /** The verdict that stands; null: none yet. */
  verdict: Verdict | null
  budgetUsd: number | null
  spentUsd: number
}

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
    const known = await transaction.insertNew(EXPERIMENT, [
      valuesOf(EXPERIMENT.columns, {
        id,
        owner,
        name,
        design,
        project,
        declaration: JSON.stringify(declaration),
        setup: JSON.stringify(setup),
        state: 'declared',
        declared_at: declaredAt,
        budget_usd: budgetUsd,
        spent_usd: 0,
        claims: 0,
      }),
    ])
    if (known.length > 0) return false
    await transaction.insertNew(
      TRIAL_PAIR,
      pairs.map(({ ordinal, task, repeat }) =>
        valuesOf(TRIAL_PAIR.columns, {
          experiment_id: id,
          ordinal,
          task,
          repeat,
          round: 1,
          state: 'open',
          attempt: 0,
          reserved_usd: 0,
        }),
      ),
    )
    await transaction.insertNew(
      TRIAL,
      pairs.flatMap(({ ordinal, task, taskType, repeat, arms }) =>
        arms.map((arm, place) => trialValues({ id, task, repeat, arm, round: 1, ordinal, place, taskType })),
      ),
    )
    return true
  })

/** The values of a trial that waits to be run. */
export const trialValues = (planned: {
  id: string
  task: string
  repeat: number
  arm: string
  round: number
  ordinal: number | null
  place: number
  taskType: string | null
}): Value[] => {
  const { id, taskType, ...rest } = planned
  return valuesOf(TRIAL.columns, {
    ...rest,
    experiment_id: id,
    task_type: taskType,
    state: 'waiting',
    metrics: '{}',
  })
}

/** The values of a row in the order of its table's columns; columns without a value are null. */
export const valuesOf = (columns: readonly string[], row: Readonly<Record<string, Value>>): Value[] =>
  columns.map((column) => row[column] ?? null)

/** Experiments of an owner, the newest first. */
export const listExperiments = async (connection: Connection, owner: string): Promise<KeptExperiment[]> => {
  const rows = await connection.all<ExperimentRow>(
    'select * from experiment where owner = ? order by declared_at desc, id',
    [owner],
  )
  return rows.map(keptOf)
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
  const [row] = await connection.all<ExperimentRow>(
    `select * from experiment where owner = ? and design in ('live', 'reversal') and state in ('declared', 'running')
        and (project is null or project = ?) order by declared_at desc, id limit 1`,
    [owner, project ?? ''],
  )
  return row === undefined ? undefined : keptOf(row)
}

/** A declaration with every trial that has ended; undefined where there is none with this id (of this owner). */
export const readExperiment = async (
  connection: Connection,
  id: string,
  owner?: string,
): Promise<{ declaration: Declaration; trials: Trial[] } | undefined> => {
  const [row] = await connection.all<ExperimentRow>(
    `select * from experiment where id = ?${owner === undefined ? '' : ' and owner = ?'}`,
    owner === undefined ? [id] : [id, owner],
  )
  if (row === undefined) return undefined
  const { declaration } = keptOf(row)
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
): Promise<number> => connection.run('update experiment set state = ?, reason = ? where id = ?', [state, reason, id])

/** Stops an experiment unless a worker elsewhere holds a pair of it: one that leaves does not send the others home. */
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
  connection.run(
    "update experiment set state = 'running', reason = null, setup = ?, budget_usd = ? where id = ? and state <> 'done'",
    [JSON.stringify(setup), budgetUsd, id],
  )

/** Keeps the verdict of an analysis, so that `assign` can read it without one. */
export const writeVerdict = (connection: Connection, id: string, verdict: Verdict): Promise<number> =>
  connection.run('update experiment set verdict = ? where id = ?', [verdict, id])

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

interface ExperimentRow extends Row {
  id: string
  owner: string
  declaration: string
  setup: string
  state: string
  reason: string | null
  verdict: string | null
  budget_usd: number | null
  spent_usd: number
}

const keptOf = (row: ExperimentRow): KeptExperiment => ({
  id: row.id,
  owner: row.owner,
  declaration: JSON.parse(row.declaration) as Declaration,
  setup: JSON.parse(row.setup) as unknown,
  state: row.state as ExperimentState,
  reason: row.reason,
  verdict: row.verdict as Verdict | null,
  budgetUsd: row.budget_usd,
  spentUsd: row.spent_usd,
})
