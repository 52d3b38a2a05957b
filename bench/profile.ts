import { join } from 'node:path'
import { compressCheck } from '../src/verbs/compress-check/operation.ts'
import { profileHistory } from '../src/verbs/profile/operation.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { makeHermesDatabase } from './hermes-database.ts'
import { countMessages, microsecondsEach, runBaseline, syncOnce } from './hermes.ts'
import { median, report } from './measure.ts'

const RUNS = 5

interface Options {
  database: string | undefined
  baseline: string | undefined
  sessions: number
}

/** History profiles out of the store, in process: against a pass over the whole database, and against a smaller store. */
export const benchProfile = async (scratch: string, { database, baseline, sessions }: Options): Promise<void> => {
  const path = database ?? join(scratch, 'profile-state.db')
  if (database === undefined) makeHermesDatabase(path, sessions)
  const messages = countMessages(path)
  const pass = await runBaseline(baseline, path)
  const synced = await syncOnce(path, join(scratch, 'profile.db'))
  const store = await openStore(`sqlite:${join(scratch, 'profile.db')}`)
  try {
    const first = await timed(() => profileHistory(store, {}))
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) times.push(await timed(() => profileHistory(store, {})))
    const name = baseline === undefined ? 'a bare read of all rows' : 'baseline'
    const note = `${messages} messages; first, which makes the tallies, ${first.toFixed(0)} ms, then ${median(times).toFixed(0)} ms`
    report(`${name} / first history profile`, (pass.seconds * 1000) / first, undefined, 'x', note)
    report(`${name} / history profile`, (pass.seconds * 1000) / median(times), undefined, 'x', 'asked: at least 20 x')
    const together = (synced.seconds * 1e6 + first * 1000) / messages / microsecondsEach(pass)
    report(`sync + profile / ${name}, a message`, together, baseline === undefined ? undefined : 2.5)
    const compaction = await timed(() => compressCheck(store, { tolerance: 1.2, filter: {} }))
    report('compress-check over all history / history profile', compaction / median(times), undefined)
    await benchChange(store, median(times))
  } finally {
    await store.close()
  }
  if (database !== undefined) return
  await benchSize(scratch, { store: join(scratch, 'profile.db'), sessions })
}

/** After a change of one session in a hundred. */
const benchChange = async (store: Connection, unchanged: number): Promise<void> => {
  await store.run("update session set changed = 1 where substr(id, 1, 2) in ('00', '01', '02')")
  const time = await timed(() => profileHistory(store, {}))
  report('history profile after 1 % of the sessions changed / unchanged', time / unchanged, undefined)
}

const benchSize = async (scratch: string, large: { store: string; sessions: number }): Promise<void> => {
  const path = join(scratch, 'profile-small-state.db')
  makeHermesDatabase(path, Math.ceil(large.sessions / 8))
  await syncOnce(path, join(scratch, 'profile-small.db'))
  const costOf = async (file: string): Promise<number> => {
    const store = await openStore(`sqlite:${file}`)
    try {
      const { calls } = await profileHistory(store, {})
      const times: number[] = []
      for (let run = 0; run < RUNS; run++) times.push(await timed(() => profileHistory(store, {})))
      return median(times) / calls
    } finally {
      await store.close()
    }
  }
  const small = await costOf(join(scratch, 'profile-small.db'))
  report('history profile: cost a call, at this size / at an eighth', (await costOf(large.store)) / small, 1.2)
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
