import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addContrast, contrastFigure, createContrast, emptyContrast } from './contrast.ts'

const add = (contrast: ReturnType<typeof createContrast>, stratum: number, side: 0 | 1, track: string): void => {
  for (const letter of track) contrast.add(stratum, side, letter !== '.')
}

test('differences are taken inside each kind of work and weighted', () => {
  const contrast = createContrast()
  // Kind 1: 1 of 4 against 1 of 2, weight 4 * 2 / 6. Kind 2: 0 of 2 against 0 of 2, weight 1.
  add(contrast, 1, 0, 'a...')
  add(contrast, 1, 1, 'a.')
  add(contrast, 2, 0, '..')
  add(contrast, 2, 1, '..')
  const { difference, weight, n, x } = contrast.take()
  assert.ok(Math.abs(weight - (4 / 3 + 1)) < 1e-12)
  assert.ok(Math.abs(difference - (4 / 3) * (1 / 2 - 1 / 4)) < 1e-12)
  assert.deepEqual(
    [n, x],
    [
      [6, 4],
      [1, 1],
    ],
  )
})

test('work that was done on one side only is compared with nothing', () => {
  const contrast = createContrast()
  add(contrast, 1, 0, 'aaaa')
  add(contrast, 2, 1, '....')
  const { difference, weight, n } = contrast.take()
  assert.deepEqual([difference, weight, n], [0, 0, [4, 4]])
})

test('what was taken is forgotten', () => {
  const contrast = createContrast()
  add(contrast, 1, 0, 'a')
  add(contrast, 1, 1, '.')
  contrast.take()
  assert.deepEqual(contrast.take(), { difference: 0, weight: 0, rates: [0, 0], n: [0, 0], x: [0, 0] })
})

test('the rates of both sides have the weights of the difference', () => {
  const contrast = createContrast()
  // Kind 1: 1 of 4 against 1 of 2, weight 4/3. Kind 2 is on one side only.
  add(contrast, 1, 0, 'a...')
  add(contrast, 1, 1, 'a.')
  add(contrast, 2, 1, 'aaaaaa')
  const { difference, weight, rates } = contrast.take()
  assert.ok(Math.abs(rates[0] / weight - 1 / 4) < 1e-12)
  assert.ok(Math.abs(rates[1] / weight - 1 / 2) < 1e-12)
  assert.ok(Math.abs(rates[1] - rates[0] - difference) < 1e-12)
})

test('sessions that show no difference bound it by the calls that were compared, not by those that were not', () => {
  const contrast = createContrast()
  const sums = emptyContrast()
  for (let session = 0; session < 12; session++) {
    // Kind 1 never fails on either side. Kind 2 stands on one side only, and always fails there.
    add(contrast, 1, 0, '....')
    add(contrast, 1, 1, '....')
    add(contrast, 2, 1, 'aaaa')
    addContrast(sums, contrast.take())
  }
  const figure = contrastFigure(sums)
  assert.ok(figure !== null)
  assert.equal(figure.estimate, 0)
  assert.ok(figure.low < 0 && figure.low > -0.3, String(figure.low))
  assert.ok(figure.high > 0 && figure.high < 0.3, String(figure.high))
  assert.equal(figure.n, 12)
})

test('a difference always lies inside its own interval', () => {
  const letters = (most: number) =>
    fc.string({ unit: fc.constantFrom('.', '.', '.', 'a'), minLength: 0, maxLength: most })
  const session = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), letters(6), letters(6)), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(fc.array(session, { minLength: 2, maxLength: 14 }), (sessions) => {
      const contrast = createContrast()
      const sums = emptyContrast()
      for (const work of sessions) {
        for (const [stratum, before, after] of work) {
          add(contrast, stratum, 0, before)
          add(contrast, stratum, 1, after)
        }
        addContrast(sums, contrast.take())
      }
      const figure = contrastFigure(sums)
      if (figure === null) return
      assert.ok(figure.low <= figure.estimate && figure.estimate <= figure.high, JSON.stringify(figure))
      assert.ok(figure.low >= -1 && figure.high <= 1)
    }),
    { numRuns: 2_000 },
  )
})
