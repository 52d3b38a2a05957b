import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareRuns } from '../../src/experiment/compare-runs.ts'
import { readRun } from '../../src/experiment/runs/read-run.ts'
import { RUN_FORMATS } from '../../src/experiment/runs/registry.ts'
import { AppError } from '../../src/lib/error.ts'
import { type Attempt, inspectArchive, inspectJson, RUN_FIXTURES } from '../support/run-fixtures.ts'
import { scratch } from '../support/store.ts'

const ends = (...list: Attempt['end'][]): Attempt[] =>
  list.map((end, index) => ({ task: `task-${index}`, repeat: 1, end }))

const FIRST = ends('fail', 'fail', 'pass', 'pass', 'fail', 'invalid')
const SECOND = ends('pass', 'pass', 'fail', 'pass', 'fail', 'pass')
const BY = { margin: 0.05, alpha: 0.05, primary: 'success' } as const

for (const { name, title } of RUN_FORMATS) {
  const write = RUN_FIXTURES[name]
  const written = (t: Parameters<typeof scratch>[0], attempts: readonly Attempt[], folder = 'a'): string => {
    assert.ok(write !== undefined, `${name} needs a fixture in tests/support/run-fixtures.ts`)
    const directory = join(scratch(t), folder)
    mkdirSync(directory, { recursive: true })
    return write(directory, attempts)
  }

  test(`${title}: every attempt is read with its end`, (t) => {
    const run = readRun(written(t, FIRST))
    assert.equal(run.format, name)
    assert.deepEqual(run.rows.map(({ trial }) => trial.end).toSorted(), FIRST.map(({ end }) => end).toSorted())
    for (const { trial } of run.rows) {
      assert.equal(trial.reason === null, trial.end !== 'invalid')
      for (const value of Object.values(trial.metrics)) assert.ok(Number.isFinite(value))
    }
    assert.deepEqual(run.issues, [])
  })

  test(`${title}: two runs are paired task by task, and the difference is the second minus the first`, (t) => {
    const [a, b] = [readRun(written(t, FIRST)), readRun(written(t, SECOND, 'b'))]
    const report = compareRuns({ ...a, name: 'a' }, { ...b, name: 'b' }, BY)
    assert.deepEqual(report.pairs, { pairs: 5, wins: 2, losses: 1, ties: 2 })
    assert.equal(report.primary.estimate, 1 / 5)
  })

  test(`${title}: a run in which nothing was graded is refused in words`, (t) => {
    assert.throws(() => readRun(written(t, ends('invalid', 'invalid'))), {
      code: 'nothing-to-compare',
      message: /2 trials are invalid/,
    })
  })

  test(`${title}: whatever is in the file, reading it ends in rows or in words`, (t) => {
    const path = written(t, FIRST)
    const file = statSync(path).isDirectory() ? join(path, 'task-0__1', 'result.json') : path
    const whole = readFileSync(file)
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
        const spoilt = Buffer.from(isCut ? whole.subarray(0, at) : whole)
        if (!isCut) spoilt[at] = byte
        writeFileSync(file, spoilt)
        try {
          readRun(path)
        } catch (error) {
          assert.ok(error instanceof AppError, String(error))
        }
      }),
      { numRuns: 60 },
    )
  })
}

test('runs whose long names begin alike are called A and B, because a table would cut what differs', (t) => {
  const directory = scratch(t)
  const path = join(directory, 'log.json')
  writeFileSync(path, inspectJson(FIRST))
  const run = readRun(path)
  const armsOf = (one: string, other: string) =>
    compareRuns({ ...run, name: one }, { ...run, name: other }, BY).arms.map(({ name }) => name)
  assert.deepEqual(armsOf('2026-11-18T21-06-09_task_ab', '2026-11-18T21-06-13_task_cd'), ['A', 'B'])
  assert.deepEqual(armsOf('cold', 'warm'), ['cold', 'warm'])
})

test('attempts at a task count as their mean', (t) => {
  const attempts = (list: Attempt['end'][]): Attempt[] =>
    list.map((end, index) => ({ task: `task-${Math.floor(index / 2)}`, repeat: (index % 2) + 1, end }))
  const run = (folder: string, list: Attempt['end'][]) => {
    const directory = join(scratch(t), folder)
    mkdirSync(directory)
    return { ...readRun(RUN_FIXTURES.harbor?.(directory, attempts(list)) ?? ''), name: folder }
  }
  const report = compareRuns(
    run('a', ['fail', 'fail', 'pass', 'pass', 'fail', 'pass']),
    run('b', ['pass', 'fail', 'pass', 'pass', 'pass', 'pass']),
    BY,
  )
  assert.deepEqual(report.pairs, { pairs: 3, wins: 2, losses: 0, ties: 1 })
  assert.equal(report.primary.estimate, (0.5 + 0 + 0.5) / 3)
  assert.deepEqual(
    report.arms.map(({ passPower }) => passPower[0]?.chance),
    [1 / 3, 2 / 3],
  )
})

test('a task that changed between the runs is left out, and so is one that only one run has', (t) => {
  const path = (name: string): string => join(scratch(t), name)
  const rows = (file: string, list: unknown[]): string => {
    writeFileSync(file, list.map((each) => JSON.stringify(each)).join('\n'))
    return file
  }
  const a = readRun(
    rows(path('a.ndjson'), [
      { task: 'same', end: 'pass', checksum: '1' },
      { task: 'changed', end: 'fail', checksum: '1' },
      { task: 'gone', end: 'fail' },
    ]),
  )
  const b = readRun(
    rows(path('b.ndjson'), [
      { task: 'same', end: 'pass', checksum: '1' },
      { task: 'changed', end: 'pass', checksum: '2' },
    ]),
  )
  const report = compareRuns({ ...a, name: 'a' }, { ...b, name: 'b' }, BY)
  assert.deepEqual(report.pairs, { pairs: 1, wins: 0, losses: 0, ties: 1 })
  assert.match(report.warnings.join(' '), /1 of 2 tasks changed between the runs/)
  assert.match(report.warnings.join(' '), /1 tasks are in the first run alone and 0 in the second/)
  const other = readRun(rows(path('c.ndjson'), [{ task: 'else', end: 'pass' }]))
  assert.throws(() => compareRuns({ ...a, name: 'a' }, { ...other, name: 'c' }, BY), { code: 'nothing-to-compare' })
})

test('a log of Inspect reads the same as JSON and in every packing, and an unknown packing names the way out', (t) => {
  const directory = scratch(t)
  const path = join(directory, 'log.eval')
  writeFileSync(join(directory, 'log.json'), inspectJson(FIRST))
  const expected = readRun(join(directory, 'log.json')).rows
  for (const packing of ['stored', 'deflate', 'zstd'] as const) {
    writeFileSync(path, inspectArchive(FIRST, packing))
    assert.deepEqual(readRun(path).rows, expected, packing)
  }
  writeFileSync(path, inspectArchive(FIRST, 'unknown'))
  assert.throws(() => readRun(path), { code: 'unreadable-run', hint: /inspect log convert/ })
  rmSync(path)
})

test("Inspect's own words for right and wrong are read", (t) => {
  const directory = scratch(t)
  const scored = (value: unknown): string => {
    const log = JSON.parse(inspectJson(ends('pass'))) as { samples: { scores: Record<string, { value: unknown }> }[] }
    for (const score of Object.values(log.samples[0]?.scores ?? {})) score.value = value
    const path = join(directory, 'log.json')
    writeFileSync(path, JSON.stringify(log))
    return readRun(path).rows.map(({ trial }) => trial.end)[0] ?? ''
  }
  assert.deepEqual(['C', 'I', 'yes', 'no', 'True', 'false', '1.0', true, 0].map(scored), [
    'pass',
    'fail',
    'pass',
    'fail',
    'pass',
    'fail',
    'pass',
    'pass',
    'fail',
  ])
})

test('scores that are no share are refused: a difference of 213 points would say nothing', (t) => {
  const directory = scratch(t)
  const log = JSON.parse(inspectJson(ends('pass', 'fail'))) as {
    samples: { scores: Record<string, { value: unknown }> }[]
  }
  for (const score of Object.values(log.samples[1]?.scores ?? {})) score.value = 7
  const path = join(directory, 'log.json')
  writeFileSync(path, JSON.stringify(log))
  assert.throws(() => readRun(path), { code: 'unreadable-run', message: /the score 7 of task-1 is no share/ })
  const lines = join(directory, 'trials.ndjson')
  writeFileSync(lines, '{"task":"a","end":"pass"}\n{"task":"b","score":7}\n')
  assert.match(readRun(lines).issues[0] ?? '', /line 2 .* a score from 0 to 1/)
})

test('a file of no known format is refused with those that are', (t) => {
  const path = join(scratch(t), 'notes.json')
  writeFileSync(path, '{"hello": 1}')
  assert.throws(() => readRun(path), { code: 'unknown-run', hint: /Harbor job directory/ })
  writeFileSync(path, '{"resolved_ids": [')
  assert.throws(() => readRun(path), { code: 'unknown-run', message: /is no JSON/ })
  assert.throws(() => readRun(join(scratch(t), 'none.json')), { code: 'no-such-path' })
})
