import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContrast } from './contrast.ts'

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
  assert.deepEqual(contrast.take(), { difference: 0, weight: 0, n: [0, 0], x: [0, 0] })
})
