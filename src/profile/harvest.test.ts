import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Outcome } from '../schema/outcome.ts'
import type { TallyCall } from '../schema/tally.ts'
import { harvestSession } from './harvest.ts'
import { harvestColumns, readHarvest } from './harvest-row.ts'

const call = (id: string, subject: string, given: Partial<TallyCall> = {}): TallyCall => ({
  id,
  agent: undefined,
  tool: 'Bash',
  kind: 'terminal',
  trivial: false,
  outcome: 'ok',
  cause: given.outcome === 'error' ? 'agent' : undefined,
  rule: 'flag',
  evidence: given.outcome === 'error' ? 'it broke' : '',
  position: Number(id),
  turn: 1,
  contextTokens: undefined,
  subject,
  ...given,
})

test('what was done is counted by shape, in the order it was first done', () => {
  const { shapes, tracks } = harvestSession([
    call('1', 'git status'),
    call('2', 'make test', { outcome: 'error' }),
    call('3', 'make test'),
    call('4', 'todo', { tool: 'TodoWrite', kind: 'meta', trivial: true }),
    call('5', 'make test'),
    call('6', 'git status', { outcome: 'unknown' }),
  ])
  assert.deepEqual(
    shapes.map(({ shape, ok, failed, retried }) => [shape, ok, failed, retried]),
    [
      ['git status', 1, 0, 0],
      ['make test', 2, 1, 1],
    ],
  )
  assert.deepEqual(tracks, [[0, 1, 1]])
})

test('first and last are those of the main conversation, and only if they worked', () => {
  const { shapes } = harvestSession([
    call('1', 'git status'),
    call('2', 'make test'),
    call('3', 'make lint', { agent: 'helper' }),
  ])
  assert.deepEqual(
    shapes.map(({ shape, isFirst, isLast }) => [shape, isFirst, isLast]),
    [
      ['git status', true, false],
      ['make test', false, true],
      ['make lint', false, false],
    ],
  )
  const failed = harvestSession([
    call('1', 'git status', { outcome: 'error' }),
    call('2', 'make test', { outcome: 'unknown' }),
  ])
  assert.ok(failed.shapes.every(({ isFirst, isLast }) => !isFirst && !isLast))
})

test('conversations are tracks of their own, and a failure in one is not mended in another', () => {
  const { tracks, shapes } = harvestSession([
    call('1', 'make test', { outcome: 'error' }),
    call('2', 'git status'),
    call('3', 'make test', { agent: 'helper' }),
  ])
  assert.deepEqual(tracks, [[1], [0]])
  assert.equal(shapes[0]?.retried, 0)
})

test('the example is the call that says it most simply', () => {
  const { shapes } = harvestSession([
    call('1', 'cd web && make test 2>&1 | tail'),
    call('2', 'make test --verbose'),
    call('3', 'make test'),
    call('4', 'make test', { outcome: 'error' }),
  ])
  assert.equal(shapes[0]?.example, '3')
})

test('errors come with the nearest way out of them', () => {
  const { errors } = harvestSession([
    call('1', 'make test', { outcome: 'error', evidence: 'no rule' }),
    call('2', 'make test', { outcome: 'error', evidence: 'no rule' }),
    call('3', 'make test'),
    call('4', 'make lint', { outcome: 'error', evidence: 'no linter' }),
  ])
  const [rule, linter] = errors.toSorted((one, other) => other.count - one.count)
  assert.deepEqual([rule?.count, rule?.recovered, rule?.failed, rule?.worked, rule?.after], [2, 2, '2', '3', 1])
  assert.deepEqual([linter?.recovered, linter?.failed, linter?.worked, linter?.after], [0, '4', '', 0])
})

const calls = fc.array(
  fc.record({
    subject: fc.constantFrom('make test', 'git status', 'git commit -m x', 'ls | head'),
    outcome: fc.constantFrom<Outcome>('ok', 'error', 'unknown'),
    trivial: fc.boolean(),
    isHelper: fc.boolean(),
  }),
  { maxLength: 60 },
)

test('no call of known outcome is lost or counted twice, and a row holds all of it', () => {
  fc.assert(
    fc.property(calls, (made) => {
      const sorted = [...made.filter((one) => !one.isHelper), ...made.filter((one) => one.isHelper)]
      const session = sorted.map(({ subject, outcome, trivial, isHelper }, index) =>
        call(String(index), subject, {
          outcome,
          trivial,
          agent: isHelper ? 'helper' : undefined,
          ...(outcome === 'error' ? { cause: 'agent' } : {}),
        }),
      )
      const harvest = harvestSession(session)
      const known = session.filter((one) => !one.trivial && one.outcome !== 'unknown')
      assert.equal(
        harvest.shapes.reduce((sum, { ok, failed }) => sum + ok + failed, 0),
        known.length,
      )
      assert.equal(harvest.tracks.flat().length, known.filter((one) => one.outcome === 'ok').length)
      for (const { ok, example } of harvest.shapes) assert.equal(example !== '', ok > 0)
      assert.deepEqual(readHarvest(harvestColumns(harvest)), harvest)
    }),
  )
})

test('a column that was damaged counts as empty', () => {
  assert.deepEqual(readHarvest({ shapes: '[[', tracks: '{}', errors: 'null', foreign_paths: '7' }), {
    shapes: [],
    tracks: [],
    errors: [],
    foreign: [],
  })
})
