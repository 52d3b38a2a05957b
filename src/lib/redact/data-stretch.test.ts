import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { secretKinds } from '../../../tests/support/secret-kinds.ts'
import { endOfBlock, endOfData, isLineOfBlock, LONGEST_TOKEN } from './data-stretch.ts'
import { findSecrets } from './find.ts'
import { unitsOf } from './units.ts'

const token = secretKinds(5)
  .find(({ name }) => name === 'cohere key')!
  .make()
/** Encoded data of some length, the same at every run. */
const encoded = (chars: number, seed = 7): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  let state = seed
  return Array.from({ length: chars }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return alphabet[Math.floor(state / 65_536) % 64]
  }).join('')
}
const lines = (count: number): string => Array.from({ length: count }, (_, at) => encoded(76, at + 1)).join('\n')
const data = encoded(4_000)

const isFound = (text: string): boolean =>
  findSecrets(text).some(({ start, end }) => start <= text.indexOf(token) && end >= text.indexOf(token) + token.length)

const BESIDE: [string, string][] = [
  ['behind data, in quotes', `"${data}", "${token}"`],
  ['behind data, on its own line', `${data}\nlogin ${token} now`],
  ['before data', `login ${token} "${data}"`],
  ['between two stretches', `${data} ${token} ${data}`],
  ['behind lines of data', `${lines(20)}\n\nlogin ${token} now`],
  ['behind lines of data, as JSON', JSON.stringify(`${lines(20)}\n\nlogin ${token} now`)],
  ['as a value behind a long name', `?${encoded(400).replaceAll(/[+/]/g, 'a')}=${token}`],
]
for (const [where, text] of BESIDE) test(`a token is found ${where}`, () => assert.equal(isFound(text), true))

test('data is skipped up to where a token could still begin', () => {
  const units = unitsOf(`${data} x`)
  assert.equal(endOfData(units, 0, data.length + 2), data.length - LONGEST_TOKEN)
  assert.equal(endOfData(units, data.length - LONGEST_TOKEN, data.length + 2), 0)
  const assigned = `${'a'.repeat(400)}=${'b'.repeat(50)}`
  assert.equal(endOfData(unitsOf(assigned), 0, assigned.length), 401 - LONGEST_TOKEN)
})

test('a block ends with its last long line', () => {
  const text = `${lines(3)}\nshort\n${lines(2)}`
  assert.equal(isLineOfBlock(text, 0, 76), true)
  assert.equal(endOfBlock(text, 76), 3 * 77 - 1)
  assert.equal(isLineOfBlock('a'.repeat(60), 0, 60), false)
})

test('the same is found in a text whatever data stands on a line before it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9+/=%_-]{0,600}$/), (before) => {
      const alone = findSecrets(`\n\nlogin ${token} now`).map(({ start, end }) => end - start)
      const behind = findSecrets(`${before}\n\nlogin ${token} now`).filter(({ end }) => end > before.length)
      assert.deepEqual(
        behind.map(({ start, end }) => end - start),
        alone,
      )
    }),
  )
})
