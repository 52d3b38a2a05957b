import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import * as v from 'valibot'
import { scratch, testApp } from '../../../tests/support/store.ts'
import { benchDoses } from './dose-operation.ts'
import { bench } from './operation.ts'
import { BenchDoses, BenchReport, BenchWarmUp } from './shape.ts'
import { benchWarmUp } from './warm-up-operation.ts'
import { runWhole } from './whole-operation.ts'

const INPUT = { tasks: 60, repeats: 1, replications: 150, seed: 7, history: 90 }
/** Three standard errors of a share of 5 % over 150 replications. */
const SLACK = 0.055

for (const effectPoints of [20, 5, 0, -10])
  test(`a planted effect of ${effectPoints} points is recovered, and intervals hold it`, async (t) => {
    const report = await bench(testApp(scratch(t)), { ...INPUT, effectPoints })
    assert.deepEqual(v.parse(BenchReport, report), report)
    assert.ok(Math.abs(report.truth - effectPoints / 100) < 0.01, `${report.truth}`)
    assert.ok(Math.abs(report.meanEstimate - report.truth) < 0.025, `${report.meanEstimate}`)
    assert.ok(report.coverage >= 0.95 - SLACK, `${report.coverage}`)
    assert.ok((report.coverageFixed ?? 0) >= 0.95 - SLACK, `${report.coverageFixed}`)
    assert.ok(report.falseHelps <= 0.05 + SLACK, `${report.falseHelps}`)
    const { helps, hurts } = report.verdicts
    if (effectPoints === 20) assert.ok(helps > 30 && hurts === 0)
    if (effectPoints === -10) assert.ok(hurts > helps)
    assert.equal(
      Object.values(report.verdicts).reduce((sum, count) => sum + count, 0),
      INPUT.replications,
    )
  })

test('a drifting provider and a leaky start state fool a careless comparison and not a careful one', async (t) => {
  const { traps } = await bench(testApp(scratch(t)), { ...INPUT, effectPoints: 0, replications: 1 })
  for (const { careless, careful } of [traps.drift, traps.leak]) {
    assert.ok(Math.abs(careless) > 0.15, `${careless}`)
    assert.ok(Math.abs(careful) < 0.07, `${careful}`)
  }
})

test('what is learnt comes out of the sessions, through sync, lessons and template, and the home is gone afterwards', async (t) => {
  const [temporary, before] = [scratch(t), process.env['TMPDIR']]
  process.env['TMPDIR'] = temporary
  t.after(() => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  })
  const run = await runWhole(testApp(scratch(t)), { ...INPUT, effectPoints: 10, dose: 15 })
  assert.equal(run.learnt.sessions, INPUT.history)
  assert.match(run.context.depot, /^call: create_order \{"amount":\d+,"customer":\d+\}$/m)
  assert.match(run.context.repository, /`settings\/app\.toml`/)
  assert.equal(run.trials.length, INPUT.tasks * 2)
  assert.equal(new Set(run.trials.map(({ session }) => session)).size, INPUT.tasks * 2)
  assert.deepEqual(
    readdirSync(temporary).filter((name) => name.startsWith('warmstart-bench-')),
    [],
  )
})

test('the same seed gives the same report', async (t) => {
  const once = async (): Promise<unknown> =>
    bench(testApp(scratch(t)), { ...INPUT, effectPoints: 15, replications: 10 })
  assert.deepEqual(await once(), await once())
})

test('an effect that nothing learnt can have is refused with the largest one that is possible', async (t) => {
  await assert.rejects(bench(testApp(scratch(t)), { ...INPUT, effectPoints: 90 }), /at most \d+\.\d points/)
})

test('more examples help up to a dose, and the smallest that is as good is named', async (t) => {
  const input = { doses: [0, 1, 3, 15], tasks: 80, seed: 7, history: 90 }
  const report = await benchDoses(testApp(scratch(t)), input)
  assert.deepEqual(v.parse(BenchDoses, report), report)
  const means = report.rows.map(({ mean }) => mean)
  assert.ok((means.at(-1) ?? 0) > (means[0] ?? 1) + 0.2, means.join(' '))
  assert.ok(report.smallest > 0 && report.smallest <= report.best)
  await assert.rejects(benchDoses(testApp(scratch(t)), { ...input, doses: [1, 2] }), { code: 'usage' })
})

test('a warm-up is made shorter by every strategy, checked and saved', async (t) => {
  const report = await benchWarmUp(testApp(scratch(t)), { tasks: 10, sessions: 3, seed: 7 })
  assert.deepEqual(v.parse(BenchWarmUp, report), report)
  for (const { tokensBefore, tokensAfter, errorsBefore, errorsAfter, template } of report.strategies) {
    assert.ok(tokensAfter < tokensBefore / 3)
    assert.ok(errorsBefore !== null && errorsAfter !== null)
    assert.ok('patterns' in template && template.patterns > 3)
  }
  await assert.rejects(benchWarmUp(testApp(scratch(t)), { tasks: 5, sessions: 1, seed: 1 }), { code: 'usage' })
})
