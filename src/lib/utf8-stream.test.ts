import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createUtf8Stream } from './utf8-stream.ts'

const decoded = (...pieces: readonly number[][]): string => {
  const stream = createUtf8Stream()
  return pieces.map((piece) => stream.decode(Uint8Array.from(piece))).join('') + stream.end()
}

test('a character split over two and three pieces is put together', () => {
  assert.equal(decoded([0xe2, 0x82], [0xac]), '€')
  assert.equal(decoded([0xe2], [0x82], [0xac]), '€')
  assert.equal(decoded([0x61, 0xf0, 0x9f], [0x98], [0x80, 0x62]), 'a😀b')
})

test('a character that never ends is one mark, and so is a byte that is none', () => {
  assert.equal(decoded([0x61, 0xe2, 0x82]), 'a\uFFFD')
  assert.equal(decoded([0x61, 0xff, 0x62]), 'a\uFFFDb')
  assert.equal(decoded([0xe2], [0x41]), '\uFFFDA')
})

test('however bytes are cut into pieces, the text is that of all of them', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 30 }).map((text) => new TextEncoder().encode(text)),
    fc
      .array(fc.constantFrom(0xe0, 0x80, 0xf0, 0x9f, 0xc3, 0xa4, 0xed, 0xa0, 0xf4, 0x90, 0x41))
      .map((all) => Uint8Array.from(all)),
  )
  fc.assert(
    fc.property(bytes, fc.array(fc.integer({ min: 0, max: 60 })), (all, cuts) => {
      const stream = createUtf8Stream()
      const places = [0, ...cuts.map((cut) => Math.min(cut, all.length)).sort((a, b) => a - b), all.length]
      let text = ''
      for (let at = 1; at < places.length; at++) text += stream.decode(all.slice(places[at - 1], places[at]))
      assert.equal(text + stream.end(), new TextDecoder('utf-8', { ignoreBOM: true }).decode(all))
    }),
    { numRuns: 2_000 },
  )
})

test('memory of the caller may be used again', () => {
  const stream = createUtf8Stream()
  const memory = Uint8Array.from([0xe2, 0x82])
  assert.equal(stream.decode(memory), '')
  memory.fill(0x41)
  assert.equal(stream.decode(Uint8Array.from([0xac])), '€')
})
