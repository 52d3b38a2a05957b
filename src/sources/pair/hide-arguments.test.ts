import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { excerpt } from '../../lib/excerpt.ts'
import { hideArguments } from './hide-arguments.ts'

const SECRET = 'Tr0ub4dor&3zq'
const LIMIT = 512

const kept = (args: unknown): string => {
  const hidden = hideArguments({ args, text: JSON.stringify(args) }, LIMIT)
  const { head, tail } = excerpt(hidden.text, LIMIT, hidden.find)
  return head + tail
}

test('a secret behind a line break or in quotes gets into no excerpt, wherever it stands in the arguments', () => {
  const filler = fc.integer({ min: 0, max: 3_000 }).map((chars) => 'some words on a line\n'.repeat(chars / 21))
  const said = fc.constantFrom(
    `export DB_PASSWORD="${SECRET}"\n`,
    `curl -H "x-api-key: ${SECRET}"\n`,
    `mysql -u root -p'${SECRET}' shop\n`,
  )
  fc.assert(
    fc.property(filler, filler, said, fc.integer({ min: 0, max: 2 }), (before, after, secret, place) => {
      const values = Array<string>(3).fill('a "b"\nc')
      values[place] = `${before}${secret}${after}`
      const args = { first: values[0], list: [values[1]], nested: { last: values[2] } }
      assert.ok(!kept(args).includes(SECRET))
    }),
  )
})

test('arguments without a secret come back as they are', () => {
  const args = { file_path: '/shop/cart.ts', old_string: 'a\n'.repeat(2_000), new_string: 'b\n'.repeat(2_000) }
  const text = JSON.stringify(args)
  const hidden = hideArguments({ args, text }, LIMIT)
  assert.equal(hidden.args, args)
  assert.equal(hidden.text, text)
})

test('a value under a telling name is hidden, also where the value alone says nothing', () => {
  const hidden = hideArguments({ args: { password: SECRET, note: 'a\nb' }, text: '{"password":"..."}' }, LIMIT)
  assert.ok(!hidden.text.includes(SECRET))
})

test('a value that another value names is hidden, because only the arguments of file tools and shells stand alone', () => {
  const note = 'a\nb'
  for (const args of [
    { key: 'DB_PASSWORD', value: SECRET, note },
    { kind: 'Secret', data: { pin: SECRET }, note },
    { selector: 'input[name="password"]', text: SECRET, note },
    { args: ['--password', SECRET, note] },
    { command: ['mysql', '--password', SECRET, note] },
  ]) {
    assert.ok(!kept(args).includes(SECRET), JSON.stringify(args))
  }
})
