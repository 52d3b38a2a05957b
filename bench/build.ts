import { join } from 'node:path'
import { type App, createApp } from '../src/app.ts'
import { build } from '../src/verbs/build/operation.ts'
import { profileHistory } from '../src/verbs/profile/operation.ts'
import { openStore } from '../src/store/open.ts'
import { makeHermesDatabase } from './hermes-database.ts'
import { countMessages, microsecondsEach, runBaseline, syncOnce } from './hermes.ts'
import { median, report } from './measure.ts'

const RUNS = 5
/** Everything there is, as the baseline looks at it. */
const EVERYTHING = { minMessages: 1, maxSessions: 1_000_000 }

interface Options {
  database: string | undefined
  baseline: string | undefined
  sessions: number
}

/** Making a template out of the store, in process, from mining to the saved row: against a pass over the whole database. */
export const benchBuild = async (scratch: string, { database, baseline, sessions }: Options): Promise<void> => {
  const path = database ?? join(scratch, 'build-state.db')
  if (database === undefined) makeHermesDatabase(path, sessions)
  const messages = countMessages(path)
  const synced = await syncOnce(path, join(scratch, 'build.db'))
  const address = `sqlite:${join(scratch, 'build.db')}`
  const store = await openStore(address)
  try {
    const profiled = await timed(() => profileHistory(store, {}))
    const [whose] = await store.all<{ owner: string }>(
      'select owner from session group by owner order by count(*) desc limit 1',
    )
    const app: App = { ...createApp({ store: address }), owner: whose?.owner ?? '' }
    const first = await timed(() => build(app, store, { name: 'newest' }))
    const name = baseline === undefined ? 'a bare read of all rows' : 'baseline'
    for (const [title, options] of [
      ['build', {}],
      ['build of all sessions', EVERYTHING],
    ] as const) {
      const { ratio, ms, pass } = await compared(() => build(app, store, { name: 'measured', ...options }), {
        baseline,
        path,
      })
      const note = `${messages} messages; first ${first.toFixed(0)} ms, then ${ms.toFixed(0)} ms; asked: at least 10 x`
      report(`${name} / ${title}`, ratio, undefined, 'x', note)
      if (title !== 'build') continue
      const together = (synced.seconds * 1e6 + (profiled + first) * 1000) / messages / microsecondsEach(pass)
      report(`sync + profile + build / ${name}, a message`, together, baseline === undefined ? undefined : 3)
    }
  } finally {
    await store.close()
  }
}

/** One after the other, so that a machine that is busy for a while is busy for both. */
const compared = async (work: () => Promise<unknown>, of: { baseline: string | undefined; path: string }) => {
  const [times, ratios]: [number[], number[]] = [[], []]
  let pass = await runBaseline(of.baseline, of.path)
  for (let run = 0; run < RUNS; run++) {
    times.push(await timed(work))
    ratios.push((pass.seconds * 1000) / (times.at(-1) ?? Number.NaN))
    pass = await runBaseline(of.baseline, of.path)
  }
  return { ratio: median(ratios), ms: median(times), pass }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
