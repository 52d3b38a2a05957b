import { join } from 'node:path'
import { analyse } from '../src/experiment/analyse.ts'
import { declarationHash } from '../src/experiment/declaration-hash.ts'
import { assignArm } from '../src/experiment/live/run-assign.ts'
import { declareExperiment, listExperiments } from '../src/store/experiments/experiment.ts'
import { openStore } from '../src/store/open.ts'
import { COLD, declare, liveTrials, plantedTrials, WARM } from '../tests/support/trials.ts'
import { report } from './measure.ts'

const TRIALS = 10_000
/** Absolute bars: a person waits for a report, and a session for its arm. */
const SLOWEST_REPORT_MS = 1_000
const SLOWEST_DRAW_MS = 1

/** The analysis of ten thousand trials, and draws of live arms with their rows, by the processor's time. */
export const benchExperiment = async (scratch: string): Promise<void> => {
  const live = declare({ design: 'live', arms: [COLD, WARM].map((arm) => ({ ...arm, share: 0.5 })) })
  const paired = plantedTrials({ seed: 'bench', tasks: TRIALS / 2, cold: 0.5, effect: 0.05 })
  const sessions = liveTrials({ seed: 'bench', sessions: TRIALS, share: 0.5, cold: 0.5, effect: 0.05 })
  report(
    'analysis of 10,000 paired trials, first',
    processorMs(() => analyse(declare(), paired)),
    SLOWEST_REPORT_MS,
    'ms',
  )
  report(
    'analysis of 10,000 live sessions',
    processorMs(() => analyse(live, sessions)),
    SLOWEST_REPORT_MS,
    'ms',
  )
  await benchDraws(scratch, live)
}

const benchDraws = async (scratch: string, declaration: Parameters<typeof declarationHash>[0]): Promise<void> => {
  const store = await openStore(`sqlite:${join(scratch, 'experiment.db')}`)
  try {
    const setup = { givens: {}, phaseSessions: 1 }
    const id = declarationHash(declaration)
    await declareExperiment(store, 'sam', { id, declaration, setup, budgetUsd: null, pairs: [] })
    const [experiment] = await listExperiments(store, 'sam')
    if (experiment === undefined) return
    const draw = (from: number, count: number): Promise<number> =>
      meanProcessorMs(count, (index) =>
        assignArm(store, experiment, {
          sessionKey: `s-${from + index}`,
          taskType: 'code',
          model: 'm',
          now: from + index,
        }),
      )
    const first = await draw(0, 1_000)
    await draw(1_000, TRIALS - 2_000)
    const last = await draw(TRIALS - 1_000, 1_000)
    report('draw of a live arm with its row', first, SLOWEST_DRAW_MS, 'ms')
    report('the same after 9,000 sessions of one stratum', last, SLOWEST_DRAW_MS, 'ms')
  } finally {
    await store.close()
  }
}

const processorMs = (work: () => unknown): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const meanProcessorMs = async (count: number, work: (index: number) => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  for (let index = 0; index < count; index++) await work(index)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / count
}
