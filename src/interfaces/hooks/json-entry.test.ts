import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { putEntry, takeEntry } from './json-entry.ts'

const ENTRY = { path: 'x.json', keys: ['plugins', 'entries', 'ours'] } as const
const VALUE = { enabled: true, hooks: { allow: true } }

const put = (text: string): string => putEntry(text, ENTRY, VALUE)
const take = (text: string, original?: string): string => takeEntry(text, ENTRY, original)

test('a value goes to its place and comes out again, and every other byte is as it was', () => {
  const TEXTS = [
    '{}\n',
    '{"a":1}',
    '{\n  "a": 1\n}\n',
    '{\n\t"plugins": {\n\t\t"entries": {\n\t\t\t"theirs": {}\n\t\t}\n\t}\n}\n',
    '{ "plugins":{"allow":["x"]} , "b":   2 }',
    '{\n  // mine\n  "plugins": { "entries": {} }\n}\n',
    '\uFEFF{\r\n  "a": 1\r\n}\r\n',
  ]
  for (const text of TEXTS) {
    const after = put(text)
    assert.notEqual(after, text)
    assert.equal(put(after), after)
    assert.equal(take(after, text), text)
  }
})

test('for any object around it, it is there afterwards and gone again', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 2 })),
      fc.constantFrom('', '  ', '\t'),
      (value, space) => {
        const { plugins: _plugins, ...other } = value
        const text = JSON.stringify(other, null, space)
        assert.deepEqual(JSON.parse(put(text)), {
          ...(JSON.parse(text) as object),
          plugins: { entries: { ours: VALUE } },
        })
        assert.equal(take(put(text), text), text)
      },
    ),
  )
})

test('a value that says something else is replaced, and what is no object is refused', () => {
  assert.equal(
    put('{"plugins":{"entries":{"ours":{"enabled":false}}}}'),
    `{"plugins":{"entries":{"ours":${JSON.stringify(VALUE)}}}}`,
  )
  for (const text of ['{"plugins": 1}', '[]', '{', "{plugins: {'entries': {}}}"])
    assert.throws(() => put(text), { code: 'settings-unreadable' })
})
