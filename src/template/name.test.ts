import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '../lib/error.ts'
import { readReference } from './reference.ts'
import { checkedName, nameFor, suggestedName } from './name.ts'

const GOOD = [
  'shop-go',
  'a',
  '7',
  'Shop.Go_2',
  'prüfung',
  '日本語',
  'हिन्दी',
  'x'.repeat(64),
  'console',
  'com10',
  'null',
]

for (const name of GOOD) test(`${name.slice(0, 20)} is a name`, () => assert.equal(checkedName(name), name))

test('a name with blanks is kept with dashes, and found by either spelling', () => {
  assert.equal(checkedName(' my  shop '), 'my-shop')
  assert.deepEqual(readReference('my shop@2'), { name: 'my-shop', version: 2 })
})

const BAD: [name: string, problem: RegExp, suggestion: string][] = [
  ['', /it is empty/, 'template'],
  ['   ', /it is empty/, 'template'],
  ['../../x', /holds a slash/, 'x'],
  ['a/b', /holds a slash/, 'a-b'],
  ['a\\b', /holds a backslash/, 'a-b'],
  ['a\tb', /cannot be seen/, 'a-b'],
  ['shop@3', /stands before a version/, 'shop-3'],
  ['..', /must begin with a letter/, 'template'],
  ['a..b', /holds "\.\."/, 'a.b'],
  ['.hidden', /must begin with a letter/, 'hidden'],
  ['-rf', /must begin with a letter/, 'rf'],
  ['shop.', /must not end with a dot/, 'shop'],
  ['a\u0000b', /a NUL character/, 'a-b'],
  ['a\u001Bb', /cannot be seen/, 'a-b'],
  ['a\u202Eb', /cannot be seen/, 'a-b'],
  ['a\u200Bb', /cannot be seen/, 'a-b'],
  ['shop🚀', /holds 🚀/, 'shop'],
  ['1\uFE0F\u20E3', /cannot be seen/, '1'],
  ['con', /for a device/, 'template-con'],
  ['con/', /holds a slash/, 'template-con'],
  ['NUL.json', /for a device/, 'template-NUL.json'],
  ['Lpt9.tar.gz', /for a device/, 'template-Lpt9.tar.gz'],
  ['x'.repeat(300), /longer than 64 characters/, 'x'.repeat(64)],
  ['𠀀'.repeat(60), /longer than 200 bytes/, '𠀀'.repeat(50)],
  ['$HOME', /holds \$/, 'HOME'],
]

for (const [name, problem, suggestion] of BAD) {
  test(`${JSON.stringify(name.slice(0, 20))} is refused, and ${suggestion.slice(0, 20)} proposed`, () => {
    assert.throws(
      () => checkedName(name),
      (error) => {
        assert.ok(error instanceof AppError && error.code === 'usage')
        assert.match(error.message, problem)
        assert.doesNotMatch(error.message, /[\p{Cc}\p{Cf}]/u)
        assert.equal(error.hint, `${suggestion} would do`)
        return true
      },
    )
  })
}

test('letters that are put together are the same name as those that come in one', () => {
  assert.equal(checkedName('pru\u0308fung'), 'pr\u00FCfung')
})

test('whatever was wanted, the name that is proposed would do and stays what it is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 400 })), (given) => {
      const name = suggestedName(given)
      assert.equal(checkedName(name), name)
      assert.equal(suggestedName(name), name)
    }),
  )
})

test('a name for a session is a name, and sessions that begin alike get different ones', () => {
  assert.match(nameFor('code', '0f3c1a2b-1111-4000-8000-000000000001'), /^code-0f3c1a2b-[0-9a-f]{4}$/)
  assert.match(nameFor(null, '../../etc'), /^mixed-etc-[0-9a-f]{4}$/)
  assert.notEqual(nameFor('code', '20260314_092653_aa'), nameFor('code', '20260314_101010_bb'))
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (id) => assert.ok(checkedName(nameFor('file', id)) !== '')))
})
