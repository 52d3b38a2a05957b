import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { App } from '../../app.ts'
import type { Ran, SessionReader } from '../../experiment/runners/runner.ts'
import type { TrialPlace } from '../../experiment/trial-place.ts'
import type { KnownMistakes } from '../../lesson/proof/repeated-mistakes.ts'
import { countMistakesOfAll } from '../../lesson/proof/run-known-mistakes.ts'
import { calls } from '../calls/operation.ts'
import { sessions } from '../sessions/operation.ts'
import { sync } from '../sync/operation.ts'
import { SOURCES } from '../../sources/registry.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'

const NOTHING_FOUND = { session: null, model: null, metrics: {} } as const

/**
 * Reads the sessions that an agent left in a trial's home into a store that belongs to this trial alone. So sessions
 * of trials are neither mined nor used to judge lessons.
 */
export const createSessionReader =
  (
    app: App,
    {
      environmentOf,
      mistakes,
    }: { environmentOf(place: TrialPlace): App['place']['env']; mistakes: KnownMistakes | undefined },
  ): SessionReader =>
  async (source, place) => {
    if (!SOURCES.some(({ name }) => name === source)) return NOTHING_FOUND
    const home = join(place.root, 'reading')
    const own: App = {
      ...app,
      home,
      storeAddress: `sqlite:${join(home, 'session.db')}`,
      place: { ...app.place, home: place.home, env: environmentOf(place) },
    }
    const store = await openStore(own.storeAddress)
    try {
      await sync(own, store, { targets: [{ source }], rebuild: false })
      return await readMetrics(store, place, { owner: app.owner, mistakes })
    } finally {
      await store.close()
    }
  }

/**
 * The figures of all sessions in a trial's store, and the transcript of the first. A figure that the agent did not
 * record is left out.
 */
export const readMetrics = async (
  store: Connection,
  place: TrialPlace,
  { owner, mistakes }: { owner: string; mistakes: KnownMistakes | undefined },
): Promise<Pick<Ran, 'session' | 'model' | 'metrics'>> => {
  const found = await Array.fromAsync(sessions(store, { withUnowned: true }))
  const [first] = found.toSorted((one, other) => ((one.startedAt ?? '') < (other.startedAt ?? '') ? -1 : 1))
  if (first === undefined) return NOTHING_FOUND
  let agentErrors = 0
  for await (const call of calls(store, { withUnowned: true }))
    if (call.outcome === 'error' && call.cause === 'agent') agentErrors++
  const tokens = sumKnown(
    found.flatMap(({ tokens: { input, output, cacheRead, cacheWrite } }) => [input, output, cacheRead, cacheWrite]),
  )
  const costUsd = sumKnown(found.map(({ costUsd: each }) => each))
  const repeated = mistakes === undefined ? undefined : await countMistakesOfAll(store, owner, mistakes)
  return {
    session: existsSync(first.file) ? relative(place.root, first.file) : null,
    model: first.model,
    metrics: {
      steps: found.reduce((sum, each) => sum + each.calls, 0),
      'agent-errors': agentErrors,
      ...(repeated === undefined ? {} : { 'repeated-mistakes': repeated }),
      ...(tokens === undefined ? {} : { tokens }),
      ...(costUsd === undefined ? {} : { 'cost-usd': costUsd }),
    },
  }
}

const sumKnown = (values: readonly (number | null)[]): number | undefined => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}
