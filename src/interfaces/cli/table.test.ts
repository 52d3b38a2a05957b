import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { layOutTable, widthOf, wrap } from './table.ts'

const COLUMNS = [
  { title: 'name', shrink: 'end' as const, least: 10 },
  { title: 'n', align: 'right' as const },
  { title: 'more', drop: 1 },
  { title: 'most', drop: 2 },
]
const ROWS = [['a name of twenty char', '12,345', 'something', 'something else']]

test('columns shrink first, then those that matter least are left out', () => {
  const heading = (width: number): string => layOutTable(COLUMNS, ROWS, width)[0] ?? ''
  assert.match(heading(80), /name +n +more +most/)
  assert.match(heading(45), /name +n +more +most/)
  assert.doesNotMatch(heading(40), /most/)
  assert.doesNotMatch(heading(25), /more|most/)
  for (const width of [80, 45, 40, 25, 18]) {
    for (const line of layOutTable(COLUMNS, ROWS, width)) assert.ok(widthOf(line) <= width, `${width}: ${line}`)
  }
})

test('a path is cut at its start and a command at its end, so that what tells them apart is seen', () => {
  const rows = [['/srv/shop/src/cart/total.test.ts'], ['npm test --workspace cart']]
  assert.deepEqual(layOutTable([{ title: 'about', shrink: 'by-kind' }], rows, 16).slice(1), [
    '…t/total.test.ts',
    'npm test --work…',
  ])
})

test('what must stay stays, even where it does not fit', () => {
  assert.deepEqual(layOutTable([{ title: 'n' }], [['12,345']], 3), ['n', '12,345'])
})

test('a word that is longer than a line is broken, and nothing is lost', () => {
  assert.deepEqual(wrap('see /a/very/long/path now', 8), ['see', '/a/very/', 'long/pat', 'h now'])
  assert.deepEqual(wrap('it was 29.7 %, at most', 12), ['it was', '29.7 %, at', 'most'])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 4, max: 40 }), (text, width) => {
      const lines = wrap(text, width, '  ')
      for (const line of lines) assert.ok(widthOf(line) <= width)
      assert.equal(lines.join('').replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''))
    }),
  )
})
