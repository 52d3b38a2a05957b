import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { printedIn } from './printed-output.ts'

const PRINTED = 'cat: docs/cart.md: No such file or directory'

test('what a command printed is found between the other lines', () => {
  assert.equal(
    printedIn(`<untrusted_context>\nOutput: ${PRINTED}\nExit Code: 1\nProcess Group PGID: 9\n</untrusted_context>`),
    PRINTED,
  )
  assert.equal(printedIn(`<untrusted_context>\nOutput: ${PRINTED}\n</untrusted_context>`), PRINTED)
  assert.equal(
    printedIn(`Command: cat docs/cart.md\nDirectory: (root)\nOutput: one\n${PRINTED}\nError: (none)\nExit Code: 1`),
    `one\n${PRINTED}`,
  )
})

test('a report without it is all there is, and no text is too odd', () => {
  assert.equal(printedIn('File not found: /nope.txt'), 'File not found: /nope.txt')
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => text.includes(printedIn(text))))
})
