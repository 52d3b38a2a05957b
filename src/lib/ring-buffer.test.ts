import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createRingBuffer } from './ring-buffer.ts'

test('what fits is kept whole, and nothing is dropped', () => {
  const buffer = createRingBuffer(10)
  buffer.append('hello')
  assert.equal(buffer.slice(), 'hello')
  assert.deepEqual([buffer.totalChars, buffer.droppedChars], [5, 0])
})

test('the end stays, and how much went before it is known', () => {
  const buffer = createRingBuffer(10)
  buffer.append('0123456789abcdef')
  assert.equal(buffer.slice(), '6789abcdef')
  assert.deepEqual([buffer.totalChars, buffer.droppedChars], [16, 6])
  assert.equal(buffer.slice(0, 8), '67')
  assert.equal(buffer.slice(12, 14), 'cd')
  assert.equal(buffer.slice(14, 99), 'ef')
  assert.equal(buffer.slice(99), '')
})

test('numbers go on from where an earlier buffer was', () => {
  const buffer = createRingBuffer(4, 100)
  assert.deepEqual([buffer.totalChars, buffer.droppedChars], [100, 100])
  buffer.append('abcdef')
  assert.deepEqual([buffer.totalChars, buffer.droppedChars, buffer.slice()], [106, 102, 'cdef'])
})

test('what is skipped is counted, and gone with what came before it', () => {
  const buffer = createRingBuffer(10)
  buffer.append('before')
  buffer.skip(100)
  assert.deepEqual([buffer.totalChars, buffer.droppedChars, buffer.slice()], [106, 106, ''])
  buffer.append('after')
  assert.deepEqual([buffer.totalChars, buffer.droppedChars, buffer.slice()], [111, 106, 'after'])
})

test('whatever is appended in whatever pieces, the buffer is the end of it all', () => {
  const pieces = fc.array(fc.oneof(fc.string({ maxLength: 30 }), fc.string({ minLength: 17_000, maxLength: 17_100 })), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 40_000 }), (texts, limit) => {
      const buffer = createRingBuffer(limit)
      for (const text of texts) buffer.append(text)
      const all = texts.join('')
      assert.equal(buffer.slice(), all.slice(-limit))
      assert.equal(buffer.totalChars, all.length)
      assert.equal(buffer.droppedChars, Math.max(0, all.length - limit))
    }),
  )
})
