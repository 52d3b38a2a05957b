import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HarvestedSession, ShapeYield } from '../../schema/harvest.ts'
import { createChoice, ownFirst, rankGroups } from './rank.ts'
import { groupShapes, type ShapeGroup, typeOf } from './shape-groups.ts'

const DAY = 24 * 3_600_000
const NOW = Date.UTC(2026, 2, 1)

const yielded = (shape: string, given: Partial<ShapeYield> = {}): ShapeYield => ({
  tool: 'Bash',
  kind: 'terminal',
  shape,
  ok: 1,
  failed: 0,
  missed: 0,
  retried: 0,
  example: `call of ${shape}`,
  isFirst: false,
  isLast: false,
  ...given,
})

const session = (id: string, shapes: ShapeYield[], given: Partial<HarvestedSession> = {}): HarvestedSession => ({
  id,
  nativeId: id,
  source: 'codex',
  platform: undefined,
  project: undefined,
  cwd: undefined,
  model: undefined,
  startedAt: NOW,
  lastAt: NOW,
  family: id,
  taskType: 'code',
  harvest: { shapes, tracks: [], errors: [], foreign: [] },
  ...given,
})

const ranked = (sessions: HarvestedSession[], minSupport = 1): string[] =>
  rankGroups(groupShapes(sessions).values(), minSupport).map(({ shape }) => shape)

const three = (shapes: (n: number) => ShapeYield[]): HarvestedSession[] =>
  [1, 2, 3].map((n) => session(`s${n}`, shapes(n)))

test('what more sessions need comes first', () => {
  assert.deepEqual(ranked([...three(() => [yielded('make test')]), session('x', [yielded('make lint')])]), [
    'make test',
    'make lint',
  ])
})

test('what is needed more often in each session comes first, what fails comes last', () => {
  const sessions = three(() => [
    yielded('make test', { ok: 9 }),
    yielded('make lint', { ok: 2 }),
    yielded('make ship', { ok: 2, failed: 8, missed: 8 }),
  ])
  assert.deepEqual(ranked(sessions), ['make test', 'make lint', 'make ship'])
})

test('a red test is an answer: it puts what was run neither behind nor below the rate that it worked with', () => {
  const sessions = three(() => [yielded('make lint', { ok: 2 }), yielded('make test', { ok: 3, failed: 9 })])
  assert.deepEqual(ranked(sessions), ['make test', 'make lint'])
})

test('one session that did a thing a hundred times does not outweigh twenty that did another a few times', () => {
  const many = Array.from({ length: 20 }, (_, n) => session(`s${n}`, [yielded('make lint', { ok: 3 })]))
  assert.deepEqual(ranked([session('x', [yielded('make test', { ok: 100 })]), ...many]), ['make lint', 'make test'])
})

test('of two equals the one that was used lately comes first, by the newest session and no clock', () => {
  const old = { startedAt: NOW - 120 * DAY, lastAt: NOW - 120 * DAY }
  const sessions = [
    ...three(() => [yielded('make new')]),
    ...[1, 2, 3, 4].map((n) => session(`o${n}`, [yielded('make old')], old)),
  ]
  assert.deepEqual(ranked(sessions), ['make new', 'make old'])
  const shifted = sessions.map((one) => ({ ...one, lastAt: (one.lastAt ?? 0) - 900 * DAY }))
  assert.deepEqual(ranked(shifted), ['make new', 'make old'])
})

test('what every model knows comes behind everything else, shells before plain tools', () => {
  const sessions = three(() => [
    yielded('Read', { tool: 'Read', kind: 'file', ok: 90 }),
    yielded('cat', { ok: 50 }),
    yielded('make test'),
  ])
  assert.deepEqual(ranked(sessions), ['make test', 'cat', 'Read'])
})

test('sessions of one family are one witness', () => {
  const sessions = three(() => [yielded('make test')]).map((one) => ({ ...one, family: 'same' }))
  const [group] = groupShapes(sessions).values()
  assert.equal(group?.support, 1)
  assert.equal(group?.uses, 3)
  assert.deepEqual(ranked(sessions, 2), [])
})

test('a session in which a thing only failed is no witness for it', () => {
  const sessions = [
    session('a', [yielded('make test')]),
    session('b', [yielded('make test', { ok: 0, failed: 2, example: '' })]),
  ]
  const [group] = groupShapes(sessions).values()
  assert.deepEqual([group?.support, group?.uses, group?.examples.length], [1, 3, 1])
})

const TYPES: [name: string, given: Partial<ShapeYield>[], type: string][] = [
  ['first in most sessions', [{ isFirst: true }, { isFirst: true }, {}], 'init'],
  ['last in most sessions', [{ isLast: true }, { isLast: true }, {}], 'final'],
  ['mostly right after a failure', [{ ok: 3, retried: 2 }, { retried: 1 }, {}], 'retry'],
  ['once first, once last, once between', [{ isFirst: true }, { isLast: true }, {}], 'sequence'],
]

test('its type is the part it plays in most sessions', () => {
  for (const [name, given, type] of TYPES) {
    const [group] = groupShapes(given.map((one, n) => session(`s${n}`, [yielded('make test', one)]))).values()
    assert.ok(group)
    assert.equal(typeOf(group), type, name)
  }
})

const groupsOf = (shapes: string[]): ShapeGroup[] => [
  ...groupShapes([
    session(
      'a',
      shapes.map((shape) => yielded(shape)),
    ),
  ]).values(),
]

test("among the first few a project's own commands come before those that every project has", () => {
  const shapes = ['git log', 'make a', 'cat', 'go test', 'git add', 'git show', 'make b']
  const shown = ownFirst(shapes.map((shape) => ({ tool: 'Bash', kind: 'terminal' as const, shape })))
  assert.deepEqual(
    shown.map(({ shape }) => shape),
    ['make a', 'go test', 'git log', 'cat', 'git add', 'make b', 'git show'],
  )
})

test('what does nothing is no example of anything', () => {
  const shapes = rankGroups(groupsOf(['echo', 'sleep', 'make a']), 1).map(({ shape }) => shape)
  assert.deepEqual(shapes, ['make a'])
})

test('at most two of a program are shown, as many as have room', () => {
  const choice = createChoice({ maxPatterns: 4, maxTokens: 100, isNamed: false })
  const taken: string[] = []
  for (const group of groupsOf(['git add', 'git log', 'git show', 'make a', 'make b', 'npm test']))
    if (choice.wants(group) && choice.take(group, 10, [])) taken.push(group.shape)
  assert.deepEqual(taken, ['git add', 'git log', 'make a', 'make b'])
})

test('a pattern without room is passed over, a smaller one behind it is not', () => {
  const choice = createChoice({ maxPatterns: 9, maxTokens: 100, isNamed: false })
  const [large, small] = groupsOf(['git add', 'make a'])
  assert.ok(large && small)
  assert.equal(choice.take(large, 101, []), false)
  assert.equal(choice.take(small, 100, []), true)
})

test('known forms only fill up to five', () => {
  const choice = createChoice({ maxPatterns: 15, maxTokens: 1_000, isNamed: false })
  const taken: string[] = []
  for (const group of groupsOf(['make a', 'go test', 'npm test', 'cat', 'ls', 'find', 'head']))
    if (choice.wants(group) && choice.take(group, 1, [])) taken.push(group.shape)
  assert.deepEqual(taken, ['make a', 'go test', 'npm test', 'cat', 'ls'])
})

test('what is part of an example that is shown needs none of its own', () => {
  const choice = createChoice({ maxPatterns: 9, maxTokens: 100, isNamed: false })
  const [commit, add] = groupsOf(['git commit', 'git add'])
  assert.ok(commit && add)
  assert.equal(choice.wants(add), true)
  choice.take(commit, 1, ['git add', 'git commit'])
  assert.equal(choice.wants(add), false)
})
