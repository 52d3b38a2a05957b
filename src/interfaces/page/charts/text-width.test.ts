import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fitted, textPx } from './text-width.ts'

test('wide letters take more room than narrow ones', () => {
  assert.ok(textPx('mmm') > textPx('aaa'))
  assert.ok(textPx('aaa') > textPx('iii'))
  assert.equal(textPx(''), 0)
})

test('a name that does not fit keeps its start and its end', () => {
  const name = 'mcp__server__some_long_tool_name'
  assert.match(fitted(name, 150), /^mcp__.*….*ool_name$/)
  assert.equal(fitted('Bash', 150), 'Bash')
})

test('whatever is cut fits, and halves no character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 20, max: 300 }), (text, width) => {
      const cut = fitted(text, width)
      assert.ok(textPx(cut) <= width + 0.001)
      assert.ok(cut.isWellFormed())
    }),
  )
})
