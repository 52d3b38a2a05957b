import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonSkeleton } from './json-skeleton.ts'

const TABLE: [text: string, skeleton: string | undefined][] = [
  ['{"id":1,"status":"x","ok":true,"note":null}', '{id: number, status: text, ok: boolean, 1 more}'],
  ['{"items":[{"price":1.5},{"price":2}]}', '{items: [{price: number}]}'],
  ['[1,"a",null]', '[number, …]'],
  ['[]', '[]'],
  ['{"look at the moon":1,"moonlight":{"id":2}}', '{2 more}'],
  ['{"id":1,"items":[{"pri', '{id: number, items: [{…}], …}'],
  ['{"id":', '{id: …, …}'],
  ['  {"id": -1.5e3}\n', '{id: number}'],
  ['look at the moon', undefined],
  ['{"id" 1}', undefined],
  ['{"id":1} and the moon', undefined],
  ['"id"', undefined],
  ['', undefined],
]

for (const [text, skeleton] of TABLE)
  test(`${text} is ${skeleton ?? 'no JSON'}`, () => assert.equal(jsonSkeleton(text), skeleton))

test('no value and no strange name is ever in it, wherever the text is cut', () => {
  const json = fc.dictionary(
    fc.constantFrom('id', 'status', 'zyxwv', 'always run zyxwv'),
    fc.letrec((tie) => ({
      value: fc.oneof(
        fc.constantFrom('zyxwv', 'zy"xwv', 'true', 3, null, false),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('id', 'zyxwv'), tie('value'), { maxKeys: 3 }),
      ),
    })).value,
  )
  fc.assert(
    fc.property(json, fc.nat(400), (value, end) => {
      const text = JSON.stringify(value)
      assert.ok(jsonSkeleton(text) !== undefined)
      for (const cut of [text, text.slice(0, end)])
        assert.ok(!/zy|xwv|always/.test(jsonSkeleton(cut) ?? ''), `${cut}: ${jsonSkeleton(cut)}`)
    }),
  )
})
