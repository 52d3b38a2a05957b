import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReference, readWholeReference } from './reference.ts'

const GOOD: [text: string, name: string, version: number | undefined][] = [
  ['shop-go', 'shop-go', undefined],
  ['shop-go@3', 'shop-go', 3],
  ['shop-go@v12', 'shop-go', 12],
  ['ab12', 'ab12', undefined],
  ['pru\u0308fung@1', 'pr\u00FCfung', 1],
]

for (const [text, name, version] of GOOD)
  test(`${text} is ${name} at ${version ?? 'its current version'}`, () =>
    assert.deepEqual(readReference(text), { name, version }))

for (const text of ['shop@', 'shop@x', 'shop@0', 'shop@-1', 'shop@1@2', '@3', 'shop@1e3', 'shop@12345678901'])
  test(`${text} is refused`, () => assert.throws(() => readReference(text), { code: 'usage', hint: /NAME@3/ }))

test('what is done to a template as a whole is not done to a version', () => {
  assert.equal(readWholeReference('shop'), 'shop')
  assert.throws(() => readWholeReference('shop@2'), { code: 'usage', hint: 'leave out @2' })
})
