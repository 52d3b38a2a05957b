import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wordsLikePlaces } from './places.ts'

test('files and addresses are words like places, options and prose are not', () => {
  const table: [text: string, places: string[]][] = [
    ['', []],
    ['please run the tests again.', []],
    ['src/app.ts', ['src/app.ts']],
    ['./src/app.ts', ['src/app.ts']],
    ['cat README.md | head -5', ['README.md']],
    ['grep -rn "total" /home/sam/shop/src', ['/home/sam/shop/src']],
    ['open https://example.org/a?b, then stop', ['https://example.org/a?b']],
    ['look at ~/notes/plan.txt.', ['~/notes/plan.txt']],
    ['pip install x==1.2.3', []],
    ['a / b', []],
    ['and/or', ['and/or']],
  ]
  for (const [text, places] of table) assert.deepEqual(wordsLikePlaces(text), places, text)
})

test('any text gives few places, each a part of it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (text) => {
      const places = wordsLikePlaces(text)
      assert.ok(places.length <= 12)
      for (const place of places) assert.ok(text.includes(place))
    }),
  )
})
