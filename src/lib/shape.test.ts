import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText, either, listOf, objectOf, oneOf, orNull, pathText, trueOrFalse, wholeNumber } from './shape.ts'

const SHAPE = objectOf(
  {
    name: anyText({ least: 1 }),
    size: wholeNumber(1, 9),
    isOn: trueOrFalse,
    kind: oneOf('a', 'b'),
    words: either(['text', anyText()], ['list', listOf(anyText())]),
    inner: orNull(objectOf({ deep: listOf(objectOf({ x: wholeNumber(0, 1) })) })),
  },
  { required: ['name'] },
)

test('what has the shape has no problems', () => {
  assert.deepEqual(SHAPE({ name: 'n', size: 9, isOn: false, kind: 'b', words: ['x'], inner: null }), [])
  assert.deepEqual(SHAPE({ name: 'n', words: 'x', inner: { deep: [{ x: 1 }] } }), [])
})

test('every problem names its field', () => {
  const value = { size: 1.5, isOn: 1, kind: 'c', words: 3, inner: { deep: [{ x: 0 }, { x: 2, y: 1 }] }, other: 1 }
  assert.deepEqual(
    SHAPE(value).map(({ path }) => pathText(path)),
    ['size', 'isOn', 'kind', 'words', 'inner.deep[1].x', 'inner.deep[1].y', 'other', 'name'],
  )
})

test('whatever the value, it never throws', () => {
  fc.assert(fc.property(fc.anything(), (value) => void SHAPE(value)))
  assert.equal(SHAPE({ name: 'n', constructor: 1 }).length, 1)
})
