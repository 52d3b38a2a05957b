import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addCluster, clusterRate, clusterRatio, emptySums, type RatioSums, ratioDifference } from './ratio.ts'
import { wilson } from './wilson.ts'

interface Cluster {
  x: number
  n: number
}
const cluster = fc
  .integer({ min: 0, max: 200 })
  .chain((n) => fc.record({ n: fc.constant(n), x: fc.integer({ min: 0, max: n }) }))
const clusters = fc.array(cluster, { maxLength: 30 })

const sumsOf = (list: readonly Cluster[]): RatioSums => {
  const sums = emptySums()
  for (const { x, n } of list) addCluster(sums, x, n)
  return sums
}
const repeat = (count: number, x: number, n: number): Cluster[] => Array.from({ length: count }, () => ({ x, n }))
const near = (a: number, b: number, tolerance = 1e-9): void =>
  assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`)

test('sums of two sessions by hand; one without calls is none', () => {
  const list = [
    { x: 2, n: 10 },
    { x: 0, n: 0 },
    { x: 3, n: 5 },
  ]
  assert.deepEqual(sumsOf(list), { clusters: 2, x: 5, n: 15, xx: 13, xn: 35, nn: 125 })
})

test('no calls, no rate; sessions of one call: Wilson', () => {
  assert.equal(clusterRate(emptySums()), null)
  assert.deepEqual(clusterRate(sumsOf([...repeat(3, 1, 1), ...repeat(9, 0, 1)])), wilson(3, 12))
})

test('one session alone is known no better than its calls at an intraclass correlation of 0.1', () => {
  const lone = clusterRate(sumsOf([{ x: 4, n: 41 }]))
  // 41 calls count as 41 / (1 + 40 * 0.1).
  assert.ok(lone && lone.rate === 4 / 41 && lone.n === 41)
  near(lone.low, wilson(0.8, 8.2).low)
  near(lone.high, wilson(0.8, 8.2).high)
})

test('the interval holds the rate, stays in [0, 1], has a width, and mirrors when ok and error are exchanged', () => {
  fc.assert(
    fc.property(clusters, (list) => {
      const [sums, mirror] = [sumsOf(list), sumsOf(list.map(({ x, n }) => ({ x: n - x, n })))]
      const [rate, mirrored] = [clusterRate(sums), clusterRate(mirror)]
      if (rate === null || mirrored === null) return assert.equal(sums.n, 0)
      assert.ok(0 <= rate.low && rate.low <= rate.rate && rate.rate <= rate.high && rate.high <= 1)
      assert.ok(rate.low < rate.high && rate.n === sums.n)
      near(rate.low, 1 - mirrored.high)
      near(rate.high, 1 - mirrored.low)
    }),
  )
})

test('errors that come in few sessions say less than errors spread over all', () => {
  const spread = clusterRate(sumsOf(repeat(20, 4, 40))) ?? assert.fail()
  const bunched = clusterRate(sumsOf([...repeat(18, 0, 40), ...repeat(2, 40, 40)])) ?? assert.fail()
  assert.equal(spread.rate, bunched.rate)
  assert.ok(bunched.high - bunched.low > 4 * (spread.high - spread.low))
})

test('four times as many sessions of the same kind halve the width, about', () => {
  const kind = [
    { x: 1, n: 40 },
    { x: 9, n: 30 },
    { x: 0, n: 20 },
    { x: 4, n: 70 },
  ]
  const times = (count: number): Cluster[] => Array.from({ length: count }, () => kind).flat()
  const [few, many] = [clusterRate(sumsOf(times(20))) ?? assert.fail(), clusterRate(sumsOf(times(80))) ?? assert.fail()]
  const ratio = (few.high - few.low) / (many.high - many.low)
  assert.ok(ratio > 1.95 && ratio < 2.2, `${ratio}`)
})

test('no error at all: an upper bound that sessions make larger than calls would, and more sessions smaller', () => {
  const [few, many] = [20, 200].map((count) => clusterRate(sumsOf(repeat(count, 0, 40))) ?? assert.fail())
  assert.ok(few !== undefined && many !== undefined)
  assert.equal(few.low, 0)
  assert.ok(few.high > 3 * wilson(0, 800).high && few.high < 0.05, `${few.high}`)
  assert.ok(many.high < few.high / 8)
})

test('a ratio is the interval of Student when sessions weigh the same', () => {
  const { estimate, low, high, n } = clusterRatio(sumsOf([1, 2, 3, 4].map((x) => ({ x, n: 1 })))) ?? assert.fail()
  // Mean 2.5, standard deviation 1.29099, t 3.182446.
  near(estimate, 2.5)
  near(high - low, (2 * 3.182446 * 1.2909944) / 2, 1e-5)
  assert.equal(n, 4)
})

test('a ratio needs two clusters, and some difference between them', () => {
  assert.equal(clusterRatio(sumsOf([{ x: -1, n: 3 }])), null)
  assert.equal(clusterRatio(sumsOf(repeat(5, 0, 3))), null)
  assert.equal(clusterRatio(sumsOf(repeat(7, 0.1, 0.3))), null)
})

test('a difference turns its sign with the groups, holds its estimate and never has zero width', () => {
  fc.assert(
    fc.property(clusters, clusters, (a, b) => {
      const [forth, back] = [ratioDifference(sumsOf(a), sumsOf(b)), ratioDifference(sumsOf(b), sumsOf(a))]
      if (forth === null || back === null) return assert.equal(forth, back)
      assert.ok(forth.low <= forth.estimate && forth.estimate <= forth.high && forth.low < forth.high)
      near(forth.low, -back.high)
    }),
  )
  const nothing = ratioDifference(sumsOf(repeat(5, 0, 10)), sumsOf(repeat(5, 0, 10))) ?? assert.fail()
  assert.ok(nothing.low < -0.01 && nothing.high > 0.01)
})
