import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { removeTree } from '../src/experiment/trial-place.ts'
import { readExperiment } from '../src/store/experiments/experiment.ts'
import { checkAa } from '../src/verbs/experiment/aa-operation.ts'
import { statusOf } from '../src/verbs/experiment/status-operation.ts'
import { findExperiment } from '../src/verbs/experiment/find-operation.ts'
import { writeTasks } from './support/experiment-tasks.ts'
import { experimentPlace } from './support/planned-experiment.ts'
import { scratch } from './support/store.ts'

const DOES = `n=$(printf '%s' "$PROMPT" | sed -n 's/.*the number \\([0-9]*\\) .*/\\1/p'); echo "$n" > out.txt`

suite('limits of a run', () => {
  test('a run whose time is over begins no pair, and the next one goes on', async (t) => {
    const { root, plan, run, store } = await experimentPlace(t)
    writeTasks(join(root, 'tasks'), 2)
    const { id } = await plan({ command: DOES })
    assert.equal((await run({ mostMs: 0 })).end, 'over')
    assert.deepEqual((await readExperiment(store, id))?.trials, [])
    assert.equal((await run()).end, 'done')
    assert.equal((await readExperiment(store, id))?.trials.length, 4)
  })

  test('a budget ends a run before a pair that could cost more, and a larger one goes on', async (t) => {
    const { root, plan, run, store } = await experimentPlace(t)
    writeTasks(join(root, 'tasks'), 5)
    const { id } = await plan({ command: DOES })
    const { end } = await run({ budgetUsd: 1, trialUsd: 0.2 })
    assert.equal(end, 'budget')
    assert.equal((await readExperiment(store, id))?.trials.length, 4, 'two pairs of 0.40, and no third')
    assert.equal((await run({ budgetUsd: 10, trialUsd: 0.2 })).end, 'done')
    assert.equal((await readExperiment(store, id))?.trials.length, 10)
  })
})

suite('a check that misbehaves', () => {
  const BAD: [what: string, check: string, reason: RegExp][] = [
    ['hangs', 'sleep 600', /the check did not end: it did not end within 1 s/],
    ['prints without end', 'yes', /the check did not end: it wrote more than 64 MB of output/],
    ['is killed', 'kill -9 $$', /the check did not end: it was ended by SIGKILL/],
  ]
  for (const [what, check, reason] of BAD)
    test(`that ${what} once an agent has worked makes trials invalid, and fails none`, async (t) => {
      const { root, plan, run, store } = await experimentPlace(t)
      const folder = join(root, 'tasks', 'odd')
      mkdirSync(folder, { recursive: true })
      const seconds = what === 'hangs' ? 1 : 60
      const matter = `check: if [ -e done.txt ]; then ${check}; else exit 1; fi\ncheck-timeout: ${seconds}`
      writeFileSync(join(folder, 'task.md'), `---\n${matter}\n---\nDo it.\n`)
      const { id } = await plan({ command: 'touch done.txt' })
      await run()
      const trials = (await readExperiment(store, id))?.trials ?? []
      assert.equal(trials.length, 3)
      for (const trial of trials) {
        assert.equal(trial.end, 'invalid')
        assert.match(trial.reason ?? '', reason)
      }
    })
})

test('a clock that goes back during every trial neither loses one nor makes its time negative', async (t) => {
  const { root, plan, run, store, app } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 3)
  const { id } = await plan({ command: DOES })
  let clock = Date.now()
  app.now = () => {
    clock -= 3_600_000
    return clock
  }
  assert.equal((await run()).end, 'done')
  const trials = (await readExperiment(store, id))?.trials ?? []
  assert.equal(trials.length, 6)
  for (const { end, metrics } of trials) assert.deepEqual([end, (metrics.seconds ?? -1) >= 0], ['pass', true])
  const status = await statusOf(app, store, await findExperiment(app, store, id))
  assert.equal(status.trials.done, 6)
})

suite('an experiment that was edited in its store', () => {
  const EDITS: [what: string, sql: string][] = [
    ['its margin', `update experiment set declaration = replace(declaration, '"margin":0.05', '"margin":0.2')`],
    ['the words of an arm', `update experiment set setup = replace(setup, 'Begin with work', 'Begin with any work')`],
  ]
  for (const [what, sql] of EDITS)
    test(`${what}: it is neither run nor reported`, async (t) => {
      const { root, plan, run, store, app } = await experimentPlace(t)
      writeTasks(join(root, 'tasks'), 1)
      await plan({ command: DOES })
      await findExperiment(app, store, 'shop')
      assert.equal(await store.run(sql, []), 1)
      await assert.rejects(run(), { code: 'experiment-edited' })
      await assert.rejects(findExperiment(app, store, 'shop'), { code: 'experiment-edited' })
    })
})

suite('an A/A of one arm', () => {
  test('it finds a difference between halves of the same trials hardly ever', async (t) => {
    const { root, plan, run, store, app } = await experimentPlace(t)
    writeTasks(join(root, 'tasks'), 6)
    // Every other trial fails, whatever its task and arm.
    const count = join(root, 'count')
    const command = `echo x >> ${count}; if [ $(( $(wc -l < ${count}) * 7 % 11 % 2 )) = 0 ]; then ${DOES}; fi`
    const { id } = await plan({ command, repeats: 2, stopping: { rule: 'fixed', n: 6 } })
    await run()
    const cold = ((await readExperiment(store, id))?.trials ?? []).filter(({ arm }) => arm === 'cold')
    assert.equal(new Set(cold.map(({ end }) => end)).size, 2)
    const { units, splits, falseFinds, allowed } = await checkAa(app, store, { name: 'shop', arm: 'cold', splits: 100 })
    assert.deepEqual([units, splits], [6, 100])
    // Three standard errors above what is allowed.
    assert.ok(falseFinds <= 100 * allowed + 3 * Math.sqrt(100 * allowed * (1 - allowed)), `${falseFinds} of 100`)
  })

  test('it says what is missing where tasks ran once', async (t) => {
    const { root, plan, run, store, app } = await experimentPlace(t)
    writeTasks(join(root, 'tasks'), 2)
    await plan({ command: DOES })
    await run()
    const { splits, note } = await checkAa(app, store, { name: 'shop', arm: undefined, splits: 100 })
    assert.equal(splits, 0)
    assert.match(note ?? '', /ran at least twice/)
  })
})

test('a place in which an agent took away its own rights is deleted all the same', async (t) => {
  const root = scratch(t)
  const inner = join(root, 'work', 'node_modules', 'deep')
  mkdirSync(inner, { recursive: true })
  writeFileSync(join(inner, 'file'), 'x')
  for (const folder of [inner, join(inner, '..'), join(root, 'work')]) chmodSync(folder, 0o000)
  await removeTree(join(root, 'work'))
  assert.ok(!existsSync(join(root, 'work')))
})
