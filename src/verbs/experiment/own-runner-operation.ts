import { join } from 'node:path'
import type { WarmStart } from '../../agent/agent.ts'
import { readHistory } from '../../agent/history.ts'
import type { App } from '../../app.ts'
import { type Config, type ConfigFlags, modelSettings, readConfig } from '../../config.ts'
import type { KnownMistakes } from '../../lesson/proof/repeated-mistakes.ts'
import type { Attempt, Given, Ran, Runner } from '../../experiment/runners/runner.ts'
import { openAgent } from '../run/operation.ts'
import { newSessionId } from '../run/session-operation.ts'
import { openStore } from '../../store/open.ts'
import { readMetrics } from './session-reader-operation.ts'

export interface OwnRunnerOptions {
  flags: ConfigFlags
  tools: string | undefined
  maxSteps: number | undefined
  /** Whether to run commands that need approval. */
  isAllowed: boolean
  mistakes: KnownMistakes | undefined
}

/** The name of Warmstart's own agent as a runner of trials. */
export const OWN_RUNNER = 'own'

/**
 * Runs trials with Warmstart's own agent, in this process, with a store and a home that belong to the trial. Keys stay
 * in memory.
 */
export const createOwnRunner = (app: App, options: OwnRunnerOptions): Runner => {
  let config: Config | undefined
  const configured = async (): Promise<Config> => (config ??= await readConfig(app, options.flags, process.cwd()))
  return {
    name: OWN_RUNNER,
    prepare: async () => {
      modelSettings(await configured())
    },
    run: async (attempt) => runSession(app, attempt, { ...options, config: await configured() }),
  }
}

const runSession = async (
  app: App,
  { prompt, given, place, env, limits, signal }: Attempt,
  { config, tools, maxSteps, isAllowed, mistakes }: OwnRunnerOptions & { config: Config },
): Promise<Ran> => {
  const home = join(place.home, '.warmstart')
  const own: App = {
    ...app,
    home,
    storeAddress: `sqlite:${join(home, 'warmstart.db')}`,
    place: { ...app.place, home: place.home, env },
  }
  const store = await openStore(own.storeAddress)
  const timeout = AbortSignal.timeout(limits.timeoutMs)
  try {
    const open = await openAgent(own, store, {
      config,
      cwd: place.work,
      tools,
      warm: 'off',
      maxSteps,
      isHeard: false,
      approve: async () => isAllowed,
    })
    let broken: string | null = null
    try {
      open.agent.warm = fixedStart(given, app)
      const result = await open.respond({
        session: newSessionId(app.now()),
        owner: app.owner,
        platform: 'cli',
        text: prompt,
        signal: AbortSignal.any([signal, timeout]),
      })
      if (timeout.aborted) broken = `it did not end within ${Math.round(limits.timeoutMs / 1000)} s`
      else if (result.end === 'aborted') broken = 'it was stopped'
      else if (result.end === 'failed') broken = result.error ?? 'the model did not answer'
    } finally {
      await open.close()
    }
    const read = await readMetrics(store, place, { owner: app.owner, mistakes })
    return { ...read, broken, exposed: true, session: 'home/.warmstart/warmstart.db' }
  } finally {
    await store.close()
  }
}

/** Both arms use the same code; a cold arm gives no message. */
const fixedStart = ({ text, history }: Given, { now }: Pick<App, 'now'>): WarmStart => {
  const begin: WarmStart['begin'] = async () => {
    if (history !== null) return readHistory(history, { kind: 'seed', now: now() })
    return text === '' ? [] : [{ role: 'user', at: now(), text, isSynthetic: true, kind: 'seed' }]
  }
  return { isOptional: false, begin, again: begin, hint: async () => undefined }
}
