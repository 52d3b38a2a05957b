import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, messageOf } from '../lib/error.ts'
import { endTree } from '../processes/trees/end-tree.ts'
import type { Connection } from '../store/connection.ts'
import { setExperimentState } from '../store/experiments/experiment.ts'
import {
  type ClaimedPair,
  claimPair,
  type Finished,
  finishTrial,
  type Hold,
  keepClaim,
  releasePair,
  type TrialResult,
} from '../store/experiments/trial-claim.ts'

export interface WorkerOptions {
  experiment: string
  holder: string
  now(): number
  leaseMs: number
  /** Before a pair with an invalid trial is run again. */
  pauseMs: number
  /** The expected cost of a trial, for trials that do not report theirs; undefined: unknown. */
  trialUsd(): number | undefined
  arms: number
  run(pair: ClaimedPair, arm: string, signal: AbortSignal): Promise<TrialResult>
  /** No pair is begun after that. */
  isOver(): boolean
  onTrial?(ended: { pair: ClaimedPair; arm: string; result: TrialResult; next: Finished }): Promise<void> | void
  signal: AbortSignal
}

/** Why a worker has nothing more to do. */
export type WorkEnd = 'done' | 'budget' | 'closed' | 'over' | 'stopped'

/** Workers that die in the same pair more often than this die of the pair. */
const MOST_DEATHS = 5
const LONGEST_WAIT_MS = 2_000

/** Claims pairs and runs them until none is left, a limit is reached or the user stops it. Workers on several machines share the work. */
export const runWorker = async (store: Connection, options: WorkerOptions): Promise<WorkEnd> => {
  const { experiment, holder, now, leaseMs, signal } = options
  for (;;) {
    if (signal.aborted) return 'stopped'
    if (options.isOver()) return 'over'
    const reserveUsd = (options.trialUsd() ?? 0) * options.arms
    const claim = await claimPair(store, { experiment, holder, now: now(), leaseMs, reserveUsd })
    if (claim.kind === 'pair') await runPair(store, claim.pair, options)
    else if (claim.kind === 'wait')
      await sleep(Math.min(LONGEST_WAIT_MS, leaseMs / 4), undefined, { signal }).catch(() => undefined)
    else return claim.kind
  }
}

const runPair = async (store: Connection, pair: ClaimedPair, options: WorkerOptions): Promise<void> => {
  const { experiment, holder, leaseMs, now } = options
  const hold: Hold = { experiment, ordinal: pair.ordinal, holder, attempt: pair.attempt }
  const lost = new AbortController()
  const signal = AbortSignal.any([options.signal, lost.signal])
  const beat = async (): Promise<void> => {
    // A store that does not answer for a moment loses no pair: the next beat comes before the claim ends.
    const held = await keepClaim(store, hold, { now: now(), leaseMs }).catch(() => 'held' as const)
    if (held !== 'held') lost.abort()
  }
  const timer = setInterval(() => void beat(), Math.max(1, Math.floor(leaseMs / 4)))
  try {
    // A worker that was killed left its agent running, which would go on spending.
    if (pair.attempt > pair.round)
      await endTree({ id: trialProcessId(experiment, pair.ordinal), root: undefined, spared: [] }, { graceMs: 0 })
    for (const arm of pair.arms) {
      await beat()
      if (signal.aborted) break
      const result = await resultOf(pair, arm, { ...options, signal })
      // What was cut off by a stop is no result; the trial waits for the next run.
      if (signal.aborted) break
      const next = await keepResult(store, hold, { pair, arm, result, options })
      await options.onTrial?.({ pair, arm, result, next })
      if (next !== 'next') break
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'task-changed')
      await setExperimentState(store, experiment, { state: 'stopped', reason: error.message })
    throw error
  } finally {
    clearInterval(timer)
    await releasePair(store, hold)
  }
}

/** By what descendants of a trial are known. */
export const trialProcessId = (experiment: string, ordinal: number): string =>
  `trial-${experiment.slice(0, 16)}-${ordinal}`

const resultOf = async (
  pair: ClaimedPair,
  arm: string,
  { run, now, signal }: Pick<WorkerOptions, 'run' | 'now' | 'signal'>,
): Promise<TrialResult> => {
  const startedAt = now()
  const invalid = (reason: string): TrialResult => ({
    end: 'invalid',
    reason,
    score: null,
    metrics: {},
    model: null,
    exposed: null,
    startedAt,
    endedAt: now(),
    session: null,
  })
  if (pair.attempt > MOST_DEATHS + pair.round) return invalid(`workers died in it ${pair.attempt - pair.round} times`)
  try {
    return await run(pair, arm, signal)
  } catch (error) {
    if (error instanceof AppError && error.code === 'task-changed') throw error
    return invalid(messageOf(error))
  }
}

const keepResult = (
  store: Connection,
  hold: Hold,
  { pair, arm, result, options }: { pair: ClaimedPair; arm: string; result: TrialResult; options: WorkerOptions },
): Promise<Finished> =>
  finishTrial(store, hold, {
    arm,
    round: pair.round,
    result,
    costUsd: result.metrics['cost-usd'] ?? options.trialUsd() ?? 0,
    pauseMs: options.pauseMs,
  })
