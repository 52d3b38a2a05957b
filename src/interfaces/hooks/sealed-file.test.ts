import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sealedFile } from './sealed-file.ts'

const file = (text: string) => sealedFile({ name: 'x', path: '/home/sam/x.js', comment: '//', text })

test('what was written is known again, by every later version of it too, and goes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      const written = file(`${one}\n`).put('')
      assert.equal(file(`${one}\n`).put(written), written)
      assert.equal(file(`${other}\n`).put(written), file(`${other}\n`).put(''))
      assert.equal(file(`${other}\n`).take(written, undefined), undefined)
    }),
  )
})

test('what somebody has changed is theirs: it is neither written over nor removed', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom('x', '\n', ' '), (at, added) => {
      const written = file('export const one = 1\n').put('')
      const place = at % (written.length + 1)
      const edited = written.slice(0, place) + added + written.slice(place)
      assert.equal(file('').take(edited, undefined), edited)
      assert.throws(() => file('two\n').put(edited), { code: 'settings-unreadable' })
    }),
  )
  assert.throws(() => file('two\n').put('export default {}\n'), { message: /not from warmstart/ })
})
