import type { Trial } from '../../schema/experiment.ts'
import type { RunRow } from './finished-run.ts'

/** What a reader knows of a trial; all else is unknown. */
export type KnownOfTrial = Pick<Trial, 'task'> & Partial<Omit<Trial, 'arm' | 'task' | 'end'>>

/** A trial with its outcome in 0 to 1: 1 passes, and what lies between is kept as the score. */
export const scoredRow = (known: KnownOfTrial, outcome: number, checksum: string | null): RunRow => {
  const isWhole = outcome === 0 || outcome === 1
  return row(known, { end: outcome >= 1 ? 'pass' : 'fail', score: isWhole ? null : outcome, reason: null }, checksum)
}

/** A trial that says nothing about its run: the harness broke, or the trial was not graded. */
export const invalidRow = (known: KnownOfTrial, reason: string, checksum: string | null): RunRow =>
  row(known, { end: 'invalid', score: null, reason: reason.slice(0, REASON_CHARS) }, checksum)

const REASON_CHARS = 120

const row = (known: KnownOfTrial, end: Pick<Trial, 'end' | 'score' | 'reason'>, checksum: string | null): RunRow => ({
  trial: {
    repeat: 1,
    metrics: {},
    model: null,
    taskType: null,
    propensity: null,
    exposed: null,
    startedAt: null,
    session: null,
    ...known,
    ...end,
  },
  checksum,
})

/** Only the metrics that are known: what is missing is unknown, not zero. */
export const knownMetrics = (metrics: Record<string, number | undefined>): Trial['metrics'] =>
  Object.fromEntries(Object.entries(metrics).filter(([, value]) => value !== undefined && Number.isFinite(value)))

/** Milliseconds of an ISO time; null where there is none. */
export const millisOf = (time: unknown): number | null => {
  const ms = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return Number.isFinite(ms) ? ms : null
}

/** Numbers repeats of the same task in the order that they are met. */
export const createRepeats = (): ((task: string) => number) => {
  const counts = new Map<string, number>()
  return (task) => {
    const next = (counts.get(task) ?? 0) + 1
    counts.set(task, next)
    return next
  }
}
