import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { drawInOrder, givenProbability, isGivenBy, type LessonPast } from './holdout.ts'

const NOW = Date.UTC(2026, 2, 20)
const DAY = 24 * 60 * 60 * 1000
const NEW: LessonPast = { sessions: 0, firstAt: null, isKindSettled: false }
const probability = (past: Partial<LessonPast>, holdout: number | null = null): number =>
  givenProbability({ ...NEW, ...past }, { kind: 'missing', holdout, now: NOW })

test('half of the sessions are not given a lesson until its kind is settled, for 60 sessions or 30 days at most', () => {
  assert.equal(probability({}), 0.5)
  assert.equal(probability({ sessions: 59, firstAt: NOW - 29 * DAY }), 0.5)
  assert.equal(probability({ sessions: 60, firstAt: NOW - DAY }), 0.9)
  assert.equal(probability({ sessions: 3, firstAt: NOW - 30 * DAY }), 0.9)
  assert.equal(probability({ sessions: 3, firstAt: NOW, isKindSettled: true }), 0.9)
})

test('a person decides which share is withheld, and nothing is withheld of a rule in a person’s own words', () => {
  assert.equal(probability({}, 0), 1)
  assert.equal(probability({ isKindSettled: true }, 0.3), 0.7)
  assert.equal(probability({}, 7), 0)
  assert.equal(givenProbability(NEW, { kind: 'rule', holdout: null, now: NOW }), 1)
})

test('lessons are drawn independently of each other, with their probability, and always alike', () => {
  const keys = Array.from({ length: 10_000 }, (_, index) => `session-${index}`)
  const [one, other] = ['a1', 'b2'].map((lesson) => keys.map((key) => isGivenBy(lesson, key, 0.5)))
  const both = keys.filter((_, index) => one?.[index] === true && other?.[index] === true).length
  assert.ok(Math.abs(both - 2_500) < 180, String(both))
  const most = keys.filter((key) => isGivenBy('a1', key, 0.9)).length
  assert.ok(Math.abs(most - 9_000) < 120, String(most))
  assert.ok(keys.every((key) => isGivenBy('a1', key, 1) && !isGivenBy('a1', key, 0)))
  assert.deepEqual(
    one,
    keys.map((key) => isGivenBy('a1', key, 0.5)),
  )
  // Who is given it with a small probability is given it with a larger one too.
  assert.ok(keys.every((key) => !isGivenBy('a1', key, 0.5) || isGivenBy('a1', key, 0.9)))
})

test('whether a lesson takes part does not depend on its own draw', () => {
  const items = fc.uniqueArray(fc.record({ id: fc.string(), size: fc.integer({ min: 1, max: 9 }) }), {
    selector: ({ id }) => id,
    maxLength: 12,
  })
  fc.assert(
    fc.property(
      items,
      fc.integer({ min: 0, max: 30 }),
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      (all, room, draws) => {
        const drawWith = (flipped: number) =>
          drawInOrder(all, {
            isGiven: (item) => draws[all.indexOf(item)] !== (all.indexOf(item) === flipped),
            hasRoom: (given, next) => given.reduce((sum, { size }) => sum + size, 0) + next.size <= room,
          })
        const plain = drawWith(-1)
        assert.ok(plain.given.reduce((sum, { size }) => sum + size, 0) <= room)
        for (const [index, item] of all.entries()) {
          const flipped = drawWith(index)
          const takesPart = (draw: typeof plain): boolean => draw.given.includes(item) || draw.withheld.includes(item)
          assert.equal(takesPart(plain), takesPart(flipped))
        }
      },
    ),
  )
})
