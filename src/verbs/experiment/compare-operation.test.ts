import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { runCommand } from '../../../tests/support/run-command.ts'
import { scratch, testApp } from '../../../tests/support/store.ts'
import { declare, pairsOf } from '../../../tests/support/trials.ts'
import { ExperimentReport } from '../../schema/listing/experiment-report.ts'

/** Two results files of tau-bench with so many wins, losses and ties. */
const twoRuns = (t: Parameters<typeof scratch>[0], counts: Parameters<typeof pairsOf>[0]): [string, string] => {
  const directory = scratch(t)
  const trials = pairsOf(counts)
  const write = (arm: string): string => {
    const file = join(directory, `${arm}.json`)
    const rows = trials.filter((trial) => trial.arm === arm)
    writeFileSync(
      file,
      JSON.stringify(rows.map(({ task, end }) => ({ task_id: task, trial: 0, reward: end === 'pass' ? 1 : 0 }))),
    )
    return file
  }
  return [write('cold'), write('warm')]
}

const run = (t: Parameters<typeof scratch>[0], ...words: string[]): Promise<string[]> =>
  runCommand(['experiment', ...words], {
    app: testApp(scratch(t)),
    store: () => Promise.reject(new Error('no store is needed')),
    columns: 80,
  })

test('115 tasks of two finished runs are compared exactly, without a store', async (t) => {
  const [a, b] = twoRuns(t, { wins: 20, losses: 24, both: 40, neither: 31 })
  const report = v.parse(ExperimentReport, JSON.parse((await run(t, 'compare', a, b, '--json')).join('\n')))
  assert.deepEqual(report.pairs, { pairs: 115, wins: 20, losses: 24, ties: 71 })
  // Twice the binomial probability of at most 20 of 44: 0.651587827208914 by exact fractions.
  assert.ok(Math.abs((report.primary.p ?? 0) - 0.651587827208914) < 1e-12)
  assert.equal(report.primary.estimate, -4 / 115)
})

test('a comparison is written as a page, and its place is shown', async (t) => {
  const [a, b] = twoRuns(t, { wins: 30, losses: 2, both: 20 })
  const page = join(scratch(t), 'result.html')
  const lines = await run(t, 'compare', a, b, '--html', page)
  assert.match(lines[0] ?? '', /^helps: success \+53\.8 points/)
  assert.ok(lines.includes(page))
  assert.match(readFileSync(page, 'utf8'), /^<!doctype html>/)
})

test('what makes no sense is refused in words', async (t) => {
  const [a, b] = twoRuns(t, { wins: 3 })
  await assert.rejects(run(t, 'compare', a, b, '--margin', '5'), {
    code: 'usage',
    message: /--margin must lie between/,
  })
  await assert.rejects(run(t, 'compare', a, b, '--primary', 'joy'), { code: 'usage' })
  await assert.rejects(run(t, 'report'), { code: 'usage' })
})

test('a report is made of a declaration and trials in files, and both are checked', async (t) => {
  const directory = scratch(t)
  const [declaration, trials] = [join(directory, 'd.json'), join(directory, 't.ndjson')]
  const give = (): Promise<string[]> => run(t, 'report', '--declaration', declaration, '--trials', trials)
  writeFileSync(declaration, JSON.stringify(declare()))
  writeFileSync(
    trials,
    pairsOf({ wins: 30, losses: 2, both: 20 })
      .map((trial) => JSON.stringify(trial))
      .join('\n'),
  )
  assert.match((await give())[0] ?? '', /^helps/)
  writeFileSync(trials, '{"task":"one","end":"pass"}')
  await assert.rejects(give(), { code: 'bad-trials', message: /1 trials have no arm/ })
  writeFileSync(trials, '{"task":"one","arm":"cold"}')
  await assert.rejects(give(), { code: 'bad-trials', message: /line 1 is not a trial/ })
  writeFileSync(trials, '')
  writeFileSync(declaration, JSON.stringify({ ...declare(), arms: [] }))
  await assert.rejects(give(), { code: 'bad-declaration', message: /two arms/ })
})
