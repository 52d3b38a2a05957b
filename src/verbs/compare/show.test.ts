import assert from 'node:assert/strict'
import { test } from 'node:test'
import pc from 'picocolors'
import { comparisonValue } from '../../../tests/support/profile-values.ts'
import { comparisonLines } from './show.ts'

test('which side failed less often is said in words', () => {
  const table: [improvement: [estimate: number, low: number, high: number], said: string][] = [
    [[0.022, 0.004, 0.04], 'A failed 2.2 points less often than B (95 % interval: 0.4 to 4.0 less)'],
    [[-0.022, -0.04, -0.004], 'A failed 2.2 points more often than B (95 % interval: 0.4 to 4.0 more)'],
    [[-0.01, -0.03, 0.01], 'A failed 1.0 points more often than B (95 % interval: 3.0 more to 1.0 less)'],
    [[0.0001, -0.01, 0.01], 'A failed as often as B (95 % interval: 1.0 more to 1.0 less)'],
    [[0.01, 0, 0.02], 'A failed 1.0 points less often than B (95 % interval: 0.0 to 2.0 less)'],
  ]
  for (const [[estimate, low, high], said] of table) {
    const comparison = { ...comparisonValue(), improvement: { estimate, low, high, n: 20 } }
    const lines = comparisonLines(comparison, { width: 120, colors: pc.createColors(false) })
    assert.ok(
      lines.some((line) => line.endsWith(said)),
      said,
    )
  }
})
