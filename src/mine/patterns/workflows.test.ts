import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { HarvestedSession, ShapeYield } from '../../schema/harvest.ts'
import { groupShapes } from './shape-groups.ts'
import { findSequences } from './workflows.ts'

/** A session that did these things in this order, each of them worked. */
const session = (id: string, steps: string[], family = id): HarvestedSession => {
  const names = [...new Set(steps)]
  const shapes = names.map((shape): ShapeYield => {
    const isTool = !shape.includes(' ')
    return {
      tool: isTool ? shape : 'Bash',
      kind: isTool ? 'file' : 'terminal',
      shape,
      ok: steps.filter((step) => step === shape).length,
      failed: 0,
      missed: 0,
      retried: 0,
      example: `${id} ${shape}`,
      isFirst: false,
      isLast: false,
    }
  })
  return {
    id,
    nativeId: id,
    source: 'codex',
    platform: undefined,
    project: undefined,
    cwd: undefined,
    model: undefined,
    startedAt: 1,
    lastAt: 1,
    family,
    taskType: 'code',
    harvest: { shapes, tracks: [steps.map((step) => names.indexOf(step))], errors: [], foreign: [] },
  }
}

const found = (sessions: HarvestedSession[], minSupport = 2): [steps: string, support: number][] =>
  findSequences(sessions, groupShapes(sessions), { minSupport, most: 3 }).map(({ groups, support }) => [
    groups.map(({ shape }) => shape).join(' > '),
    support,
  ])

test('what two sessions did in the same order is found, the longest form of it', () => {
  const steps = ['make lint', 'make test', 'git commit']
  assert.deepEqual(found([session('a', steps), session('b', [...steps, 'git push'])]), [
    ['make lint > make test > git commit', 2],
  ])
})

test('another order is another thing', () => {
  assert.deepEqual(found([session('a', ['make lint', 'make test']), session('b', ['make test', 'make lint'])]), [])
})

test('reads and edits in between do not matter, a long way does', () => {
  const between = (count: number): string[] => ['make lint', ...Array<string>(count).fill('Read'), 'make test']
  assert.deepEqual(found([session('a', between(5)), session('b', between(0))]), [['make lint > make test', 2]])
  assert.deepEqual(found([session('a', between(6)), session('b', between(0))]), [])
})

test('repetitions are no way of working', () => {
  const turns = ['make lint', 'make lint', 'make lint']
  assert.deepEqual(found([session('a', turns), session('b', turns)]), [])
  const again = ['make lint', 'make test', 'make test', 'git commit']
  assert.deepEqual(found([session('a', again), session('b', ['make lint', 'make test', 'git commit'])]), [
    ['make lint > make test > git commit', 2],
  ])
  const inTurn = ['make lint', 'make test', 'make lint', 'make test']
  assert.deepEqual(found([session('a', inTurn), session('b', inTurn)]), [['make lint > make test', 2]])
})

test('a family is one witness', () => {
  const steps = ['make lint', 'make test']
  assert.deepEqual(found([session('a', steps, 'same'), session('b', steps, 'same')]), [])
})

test('a part that is much more frequent than the whole is shown in its place', () => {
  const part = ['make lint', 'make test']
  const sessions = [
    ...[1, 2].map((n) => session(`w${n}`, [...part, 'git push'])),
    ...[1, 2, 3, 4, 5, 6].map((n) => session(`p${n}`, part)),
  ]
  assert.deepEqual(found(sessions), [['make lint > make test', 8]])
})

test('whatever is found stands in as many families as it says, in that order', () => {
  const steps = fc.array(fc.constantFrom('make a', 'make b', 'make c', 'Read'), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 6 }), (all) => {
      const sessions = all.map((one, n) => session(`s${n}`, one, `f${n % 3}`))
      for (const { groups, support } of findSequences(sessions, groupShapes(sessions), { minSupport: 2, most: 3 })) {
        const names = groups.map(({ shape }) => shape)
        assert.ok(names.length >= 2 && names.length <= 4 && new Set(names).size === names.length)
        const families = new Set(sessions.filter((_, n) => isInOrder(all[n] ?? [], names)).map((one) => one.family))
        assert.ok(families.size >= support, `${names.join(' > ')} ${support}`)
      }
    }),
  )
})

const isInOrder = (steps: string[], names: string[]): boolean => {
  let at = 0
  for (const step of steps) if (step === names[at]) at++
  // A first try may begin too early; looking from each later place finds it.
  return at === names.length || (steps.length > names.length && isInOrder(steps.slice(1), names))
}
