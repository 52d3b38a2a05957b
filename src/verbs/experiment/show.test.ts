import assert from 'node:assert/strict'
import { test } from 'node:test'
import pc from 'picocolors'
import { widthOf } from '../../interfaces/cli/table.ts'
import { listLines } from './list-show.ts'
import { planLines } from './plan-show.ts'
import { progressLine, runLines, statusLines } from './run-show.ts'
import type { ExperimentPlan, ExperimentStatus } from './shape.ts'

const screen = (width: number) => ({ width, colors: pc.createColors(false) })

const EVIL = `evil\u001B[2J${'x'.repeat(200)}`

const status = (changes: Partial<ExperimentStatus> = {}): ExperimentStatus => ({
  id: 'a'.repeat(64),
  name: 'shop',
  design: 'paired',
  state: 'running',
  reason: null,
  declaredAt: '2026-11-15T00:00:00.000Z',
  primary: 'success',
  trials: { waiting: 4, running: 2, unrated: 0, done: 34 },
  arms: [
    { name: 'cold', passed: 8, failed: 9, invalid: 0 },
    { name: 'warm', passed: 12, failed: 4, invalid: 1 },
  ],
  running: [{ arm: 'warm', against: 'cold', difference: { estimate: 0.2, low: -0.1, high: 0.5 } }],
  withdraw: [],
  verdict: 'not-enough-data',
  spentUsd: 1.5,
  budgetUsd: 20,
  invalidReasons: [{ reason: 'claude ended with exit code 1', trials: 1 }],
  ...changes,
})

const plan = (changes: Partial<ExperimentPlan> = {}): ExperimentPlan => ({
  id: 'b'.repeat(64),
  name: 'shop',
  state: 'written',
  design: 'paired',
  runner: 'own',
  arms: [
    { name: 'cold', tokens: 0 },
    { name: 'warm', tokens: 120 },
  ],
  tasks: [{ id: 't1', nothingFails: true, solutionPasses: null, doubt: null }],
  unusable: [],
  repeats: 1,
  look: null,
  trials: 2,
  power: null,
  cost: null,
  ...changes,
})

test('the running difference stands beside its interval, and a missing one says so', () => {
  assert.match(
    progressLine(status(), screen(100)),
    /34 of 40 trials · cold 8\/17, warm 12\/16 · \+20 points \(-10 to \+50\)/,
  )
  const none = status({ running: [{ arm: 'warm', against: 'cold', difference: null }] })
  assert.match(statusLines(none, screen(80)).join('\n'), /nothing to compare yet/)
  assert.match(statusLines(status(), screen(80)).join('\n'), /spent +\$1\.50 of \$20\.00/)
})

test('a run that ended early says what is left to do, one with a verdict does not', () => {
  assert.match(
    runLines('budget', status(), screen(200)).join('\n'),
    /6 trials wait for `warmstart experiment run shop`/,
  )
  assert.match(runLines('verdict', status(), screen(200)).join('\n'), /A verdict stands.*experiment report shop/)
})

test('a plan that nobody can price says so, and one that was tried declares nothing', () => {
  assert.match(planLines(plan(), screen(80)).join('\n'), /cost +unknown/)
  assert.match(planLines(plan({ state: 'tried' }), screen(80)).join('\n'), /dry run[\s\S]*Leave out --dry-run/)
})

test('every line fits the window, and names of others cannot move its cursor', () => {
  const evil = status({
    name: EVIL,
    reason: EVIL,
    arms: [{ name: EVIL, passed: 1, failed: 1, invalid: 0 }],
    invalidReasons: [{ reason: EVIL, trials: 2 }],
  })
  const list = [
    {
      id: 'c'.repeat(64),
      name: EVIL,
      design: 'paired',
      state: 'done',
      verdict: 'helps',
      declaredAt: '',
      arms: [EVIL],
      tasks: 3,
    },
  ] as const
  const unusable = [{ id: EVIL, reason: EVIL }]
  for (const width of [50, 80, 120])
    for (const line of [
      ...statusLines(evil, screen(width)).slice(1),
      ...listLines(
        [...list].map((each) => ({ ...each, arms: [...each.arms] })),
        screen(width),
      ),
      ...planLines(plan({ unusable }), screen(width)),
    ]) {
      assert.ok(widthOf(line) <= width, `${widthOf(line)} of ${width}: ${line}`)
      assert.ok(!line.includes('\u001B'), line)
    }
})
