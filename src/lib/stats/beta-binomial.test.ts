import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { betaPosterior, shrinkRates } from './beta-binomial.ts'

test('a flat prior and one trial give what calculus gives', () => {
  const { rate, low, high } = betaPosterior(1, 1, { alpha: 1, beta: 1 })
  // Density 2p: the quantile at q is its square root.
  assert.ok(Math.abs(rate - 2 / 3) < 1e-12 && Math.abs(low - Math.sqrt(0.025)) < 1e-12)
  assert.equal(high, 1)
})

test('without trials the prior speaks', () => {
  const { rate, n } = betaPosterior(0, 0)
  assert.deepEqual({ rate, n }, { rate: 0.5, n: 0 })
})

const groups = fc.array(
  fc.integer({ min: 0, max: 400 }).chain((n) => fc.record({ n: fc.constant(n), x: fc.integer({ min: 0, max: n }) })),
  { maxLength: 30 },
)

test('every group gets a rate inside its interval, in the order given', () => {
  fc.assert(
    fc.property(groups, (list) => {
      const rates = shrinkRates(list)
      assert.deepEqual(
        rates.map(({ n }) => n),
        list.map(({ n }) => n),
      )
      for (const { rate, low, high } of rates)
        assert.ok(0 <= low && low <= rate && rate <= high && high <= 1 && low < high, `${low} ${rate} ${high}`)
    }),
  )
})

test('small groups are drawn further towards the mean than large ones, and groups that differ less than groups that do not', () => {
  const list = [{ x: 10, n: 20 }, { x: 500, n: 1000 }, ...Array.from({ length: 10 }, () => ({ x: 10, n: 100 }))]
  const [small, large] = shrinkRates(list)
  assert.ok(small !== undefined && large !== undefined && small.rate < large.rate - 0.01 && large.rate > 0.48)
  const alike = shrinkRates(Array.from({ length: 12 }, (_, index) => ({ x: index === 0 ? 3 : 2, n: 20 })))[0]
  assert.ok(alike !== undefined && alike.rate < 0.13)
})

test('two groups say nothing about groups in general: each stands nearly alone', () => {
  const [first, second] = shrinkRates([
    { x: 1, n: 100 },
    { x: 60, n: 100 },
  ])
  assert.ok(first !== undefined && second !== undefined && first.rate < 0.02 && second.rate > 0.59)
})
