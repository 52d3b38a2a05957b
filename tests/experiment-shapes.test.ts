import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { checkAa } from '../src/verbs/experiment/aa-operation.ts'
import * as shapes from '../src/verbs/experiment/shape.ts'
import { experimentList, experimentStatus } from '../src/verbs/experiment/status-operation.ts'
import { stopExperiment } from '../src/verbs/experiment/stop-operation.ts'
import { writeTasks } from './support/experiment-tasks.ts'
import { experimentPlace } from './support/planned-experiment.ts'

test('what the commands of an experiment print has the documented shapes', async (t) => {
  const { root, plan, run, app, store } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 4)
  v.parse(shapes.ExperimentPlan, await plan({ command: 'true', repeats: 2 }))
  v.parse(shapes.ExperimentStatus, await stopExperiment(app, store, { name: 'shop', reason: 'not yet' }))
  v.parse(shapes.ExperimentRun, await run())
  v.parse(shapes.ExperimentStatus, await experimentStatus(app, store, 'shop'))
  v.parse(shapes.ExperimentList, await experimentList(app, store))
  const aa = v.parse(shapes.ExperimentAa, await checkAa(app, store, { name: 'shop', arm: undefined, splits: 20 }))
  assert.deepEqual([aa.units, aa.falseFinds], [4, 0])
  await assert.rejects(experimentStatus(app, store, 'nothing'), { code: 'no-such-experiment' })
})

test('history is compared without a word on success, and without a verdict', async (t) => {
  const { plan, run } = await experimentPlace(t)
  const wanted = { design: 'observational', runner: null, tasks: undefined, command: undefined } as const
  await assert.rejects(plan({ ...wanted }), { code: 'usage' })
  await plan({ ...wanted, primary: 'agent-errors' })
  const { end, status } = await run()
  assert.deepEqual([end, status.state, status.verdict], ['done', 'done', 'not-enough-data'])
  assert.ok(status.arms.every(({ passed, failed }) => passed + failed === 0))
})
