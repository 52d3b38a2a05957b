import { join } from 'node:path'
import type { App } from '../../src/app.ts'
import { readArms } from '../../src/experiment/arms.ts'
import type { Connection } from '../../src/store/connection.ts'
import { openStore } from '../../src/store/open.ts'
import { type PlanInput, planExperiment } from '../../src/verbs/experiment/plan-operation.ts'
import { type RunInput, runExperiment } from '../../src/verbs/experiment/run-operation.ts'
import { scratch, testApp } from './store.ts'

/** A place for experiments: an app, its store, and shorthands for planning and running. */
export const experimentPlace = async (t: Parameters<typeof scratch>[0]) => {
  const root = scratch(t)
  const app: App = { ...testApp(root), now: Date.now }
  app.place.env = { PATH: process.env['PATH'] }
  const store: Connection = await openStore(app.storeAddress)
  t.after(() => void store.close())
  const plan = planIn(app, store, { project: root, tasks: join(root, 'tasks') })
  const run = (given: Partial<RunInput> = {}) =>
    runExperiment(app, store, {
      name: 'shop',
      workers: 1,
      budgetUsd: null,
      mostMs: undefined,
      trialUsd: undefined,
      tasks: undefined,
      passed: [],
      copiesLogin: false,
      isAllowed: true,
      flags: {},
      tools: 'file',
      maxSteps: undefined,
      mostOutputBytes: 1024 * 1024,
      mostDiskBytes: 20 * 1024 * 1024,
      leaseMs: 60_000,
      pauseMs: 0,
      signal: new AbortController().signal,
      ...given,
    })
  return { root, app, store, plan, run }
}

/** A shorthand for planning experiments with one store; `usual` is what they have in common. */
export const planIn =
  (app: App, store: Connection, usual: Partial<Omit<PlanInput, 'arms'>> & Pick<PlanInput, 'project' | 'tasks'>) =>
  ({ arms = 'cold,code-first', ...given }: Partial<Omit<PlanInput, 'arms'>> & { arms?: string } = {}) =>
    planExperiment(app, store, {
      name: 'shop',
      design: 'paired',
      template: given.template,
      isLocal: false,
      repeats: 1,
      primary: 'success',
      margin: 0.05,
      alpha: 0.05,
      stopping: { rule: 'fixed', n: 1_000 },
      runner: 'command',
      command: undefined,
      model: undefined,
      seed: 1,
      trialUsd: undefined,
      phaseSessions: 10,
      assumed: { effect: 0.1, discordant: 0.3, baseRate: 0.5 },
      isDry: false,
      ...usual,
      ...given,
      arms: readArms(arms, { template: given.template }),
    })
