import type { Trial, TrialEnd } from '../../schema/experiment.ts'
import type { Connection } from '../connection.ts'
import { pick, type RowOf } from '../table.ts'
import { SESSION } from '../tables.ts'

/** Trials of live sessions with the figures of those that came back through sync. */
export const addFigures = async (
  connection: Connection,
  experiment: string,
  trials: readonly Trial[],
): Promise<Trial[]> => {
  const figures = await liveFigures(connection, experiment)
  return trials.map((trial) => withFigures(trial, figures.get(trial.task)))
}

/** A recorded result wins over the session's own figures. */
const withFigures = (trial: Trial, figures: LiveFigures | undefined): Trial =>
  figures === undefined
    ? trial
    : {
        ...trial,
        model: trial.model ?? figures.model,
        metrics: { ...figures.metrics, ...trial.metrics },
        session: trial.session ?? trial.task,
      }

/** What is known of a session of a live experiment since it came back through sync. */
interface LiveFigures {
  model: string | null
  metrics: Trial['metrics']
}

/**
 * Reads the figures of an experiment's sessions, by the agent's own id. Sessions that were not imported, and ids that
 * two agents use, have none.
 */
const liveFigures = async (connection: Connection, experiment: string): Promise<Map<string, LiveFigures>> => {
  const rows = await connection.all<FigureRow>(
    `select trial.task, ${OF_SESSION}, tally.calls, tally.agent
       from trial join experiment on experiment.id = trial.experiment_id
         join session on session.native_id = trial.task and session.owner = experiment.owner
         left join tally on tally.session_id = session.id and session.changed = 0
      where trial.experiment_id = ? and trial.ordinal is null`,
    [experiment],
  )
  const figures = new Map<string, LiveFigures>()
  for (const [task, found] of Map.groupBy(rows, (row) => row.task)) {
    const [only] = found
    if (only !== undefined && found.length === 1) figures.set(task, figuresOf(only))
  }
  return figures
}

const OF_SESSION = pick(
  SESSION,
  'model started_at last_at cost_usd input_tokens output_tokens cache_read_tokens cache_write_tokens',
)
type FigureRow = RowOf<typeof OF_SESSION> & { task: string; calls: number | null; agent: number | null }

const figuresOf = (row: FigureRow): LiveFigures => {
  const known = [row.input_tokens, row.output_tokens, row.cache_read_tokens, row.cache_write_tokens].filter(
    (count) => count !== null,
  )
  const hasTimes = row.started_at !== null && row.last_at !== null && row.last_at >= row.started_at
  return {
    model: row.model,
    metrics: {
      ...(row.calls === null ? {} : { steps: row.calls }),
      ...(row.agent === null ? {} : { 'agent-errors': row.agent }),
      ...(known.length === 0 ? {} : { tokens: known.reduce((sum, count) => sum + count, 0) }),
      ...(hasTimes ? { seconds: ((row.last_at ?? 0) - (row.started_at ?? 0)) / 1000 } : {}),
      ...(row.cost_usd === null ? {} : { 'cost-usd': row.cost_usd }),
    },
  }
}

/** Our ids of the sessions of a live experiment that came back, by the agent's own id. An id that two agents use is left out. */
export const liveSessionIds = async (connection: Connection, experiment: string): Promise<Map<string, string>> => {
  const rows = await connection.all<{ task: string; id: string }>(
    `select trial.task, session.id from trial join experiment on experiment.id = trial.experiment_id
         join session on session.native_id = trial.task and session.owner = experiment.owner
      where trial.experiment_id = ? and trial.ordinal is null`,
    [experiment],
  )
  const found = [...Map.groupBy(rows, ({ task }) => task)]
  return new Map(found.flatMap(([task, [only, ...others]]) => (only && others.length === 0 ? [[task, only.id]] : [])))
}

/** Keeps a reported end for a session in every experiment over live sessions of its owner. A later word replaces an earlier one. Returns how many trials it was about. */
export const endLiveTrials = (
  connection: Connection,
  owner: string,
  { sessionKey, end, now }: { sessionKey: string; end: Exclude<TrialEnd, 'invalid'>; now: number },
): Promise<number> =>
  connection.run(
    `update trial set state = 'done', ending = ?, reason = null, ended_at = coalesce(ended_at, ?)
      where task = ? and ordinal is null and experiment_id in (
        select id from experiment where owner = ? and design in ('live', 'reversal'))`,
    [end, now, sessionKey, owner],
  )
