import { join } from 'node:path'
import { mine } from '../src/mine/run.ts'
import { profileHistory } from '../src/operations/profile.ts'
import { openStore } from '../src/store/open.ts'
import { makeHermesDatabase } from './hermes-database.ts'
import { countMessages, microsecondsEach, runBaseline, syncOnce } from './hermes.ts'
import { median, report } from './measure.ts'

const RUNS = 5
/** Everything there is, as the baseline looks at it. */
const EVERYTHING = { minMessages: 1, maxSessions: 1_000_000, now: Date.UTC(2026, 10, 15) }

interface Options {
  database: string | undefined
  baseline: string | undefined
  sessions: number
}

/** Mining a template out of the store, in process: against a pass over the whole database. */
export const benchBuild = async (scratch: string, { database, baseline, sessions }: Options): Promise<void> => {
  const path = database ?? join(scratch, 'build-state.db')
  if (database === undefined) makeHermesDatabase(path, sessions)
  const messages = countMessages(path)
  const synced = await syncOnce(path, join(scratch, 'build.db'))
  const store = await openStore(`sqlite:${join(scratch, 'build.db')}`)
  try {
    const profiled = await timed(() => profileHistory(store, {}))
    const [whose] = await store.all<{ owner: string }>(
      'select owner from session group by owner order by count(*) desc limit 1',
    )
    const build = () => mine(store, { owner: whose?.owner ?? '', ...EVERYTHING })
    const first = await timed(build)
    const times: number[] = []
    const ratios: number[] = []
    let together = Number.NaN
    for (let run = 0; run < RUNS; run++) {
      // One after the other, so that a machine that is busy for a while is busy for both.
      const pass = await runBaseline(baseline, path)
      times.push(await timed(build))
      ratios.push((pass.seconds * 1000) / (times.at(-1) ?? Number.NaN))
      if (run === 0) together = (synced.seconds * 1e6 + (profiled + first) * 1000) / messages / microsecondsEach(pass)
    }
    const name = baseline === undefined ? 'a bare read of all rows' : 'baseline'
    const note = `${messages} messages; first ${first.toFixed(0)} ms, then ${median(times).toFixed(0)} ms; asked: at least 10 x`
    report(`${name} / build`, median(ratios), undefined, 'x', note)
    report(`sync + profile + build / ${name}, a message`, together, baseline === undefined ? undefined : 3)
  } finally {
    await store.close()
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
