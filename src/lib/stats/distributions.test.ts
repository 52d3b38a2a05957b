import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { betaCdf, betaQuantile } from './beta.ts'
import { binomialDensity, logGamma } from './saddle-point.ts'
import { binomialCdf } from './binomial.ts'
import { normalCdf, normalQuantile } from './normal.ts'
import { studentCdf, studentQuantile } from './student.ts'

/* r.test.ts holds these against R; here are values known by hand, and what must hold for all arguments. */

const near = (value: number, expected: number, tolerance = 1e-12): void =>
  assert.ok(Math.abs(value - expected) <= tolerance * Math.max(1, Math.abs(expected)), `${value} is not ${expected}`)

const probability = fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true })
const shape = fc.double({ min: 0.05, max: 1e5, noNaN: true })

test('values that can be worked out on paper', () => {
  near(normalCdf(0), 0.5)
  near(normalQuantile(0.975), 1.959963984540054)
  near(studentQuantile(0.975, 1), Math.tan(Math.PI * 0.475))
  near(studentCdf(1, 1), 0.75)
  near(studentQuantile(0.9, 2), Math.sqrt(2) * (0.8 / Math.sqrt(1 - 0.64)))
  near(betaCdf(0.3, 1, 1), 0.3)
  near(betaCdf(0.3, 2, 1), 0.09)
  near(betaQuantile(0.25, 1, 2), 1 - Math.sqrt(0.75))
  near(logGamma(5), Math.log(24))
  near(logGamma(0.5), Math.log(Math.PI) / 2)
  near(binomialDensity(2, 2)(0.5, 0.5), 6 / 16)
  near(binomialCdf(1, 4, 0.5), 5 / 16)
  assert.deepEqual([binomialDensity(0, 3)(0, 1), binomialDensity(3, 0)(1, 0), binomialDensity(1, 2)(0, 1)], [1, 1, 0])
})

test('ends and nonsense', () => {
  assert.deepEqual([normalQuantile(0), normalQuantile(1)], [-Infinity, Infinity])
  assert.deepEqual([studentQuantile(0, 3), studentQuantile(1, 3), studentQuantile(0.5, 3)], [-Infinity, Infinity, 0])
  assert.deepEqual([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3), betaCdf(-1, 2, 3), betaCdf(2, 2, 3)], [0, 1, 0, 1])
  for (const value of [
    normalQuantile(2),
    studentQuantile(0.5, -1),
    betaQuantile(-1, 1, 1),
    betaCdf(0.5, 0, 1),
    logGamma(0),
  ])
    assert.ok(Number.isNaN(value))
})

test('a quantile has the probability it was asked for', () => {
  fc.assert(
    fc.property(probability, shape, shape, fc.double({ min: 1, max: 1e7, noNaN: true }), (p, a, b, df) => {
      near(normalCdf(normalQuantile(p)), p)
      near(studentCdf(studentQuantile(p, df), df), p, 1e-10)
      const x = betaQuantile(p, a, b)
      // So close to 1 that neighbouring doubles differ in probability.
      if (x > 1e-290 && x < 1 - 1e-6) near(betaCdf(x, a, b), p, 1e-8)
    }),
  )
})

test('tails mirror each other', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), shape, shape, (x, a, b) => {
      near(betaCdf(x, a, b) + betaCdf(1 - x, b, a), 1, 1e-10)
      near(studentCdf(x, a) + studentCdf(-x, a), 1)
      near(normalCdf(x) + normalCdf(-x), 1)
    }),
  )
})
