import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scrollingWidth, scrollsOn, WIDTHS } from './widths.ts'

test('a chart is told to scroll where it is wider than its place', () => {
  const cases: [number, ReturnType<typeof scrollsOn>][] = [
    [300, undefined],
    [400, 'phone'],
    [600, 'narrow'],
    [900, 'all'],
  ]
  for (const [leastPx, screens] of cases) {
    const drawn = { wide: scrollingWidth(WIDTHS.wide, leastPx), narrow: scrollingWidth(WIDTHS.narrow, leastPx) }
    assert.equal(scrollsOn(drawn), screens)
    assert.ok(drawn.narrow >= leastPx && drawn.wide >= leastPx)
  }
})
