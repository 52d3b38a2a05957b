import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exactSpans, secretValuesOf } from '../../template/redact-environment.ts'
import { refusalOf } from './deliver-check-operation.ts'

const words = fc.stringMatching(/^[A-Za-z0-9+/=_"\\ -]{0,40}$/)
const generated = fc.stringMatching(/^[A-Za-z0-9]{20,40}$/)
const names = fc.constantFrom('SHOP_TOKEN', 'DB_PASSWORD', 'EDITOR', 'DATABASE_URL', 'API_KEY')
const values = fc.oneof(
  words,
  generated,
  generated.map((secret) => `postgres://sam:${secret}@db.example/shop`),
)
/** How a value can come to stand in a text. */
const forms: ((value: string) => string)[] = [
  (value) => value,
  (value) => JSON.stringify(value),
  (value) => encodeURIComponent(value),
  (value) => `${value.slice(0, 12)}… and on`,
  (value) => `and so …${value.slice(-12)}`,
  (value) => value.slice(15, 30),
  () => 'nothing of it',
]

test('the quick look finds what the thorough one would', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(names, values),
      fc.constantFrom(...forms),
      fc.string({ unit: 'grapheme' }),
      async (env, form, around) => {
        const text = `${around} ${Object.values(env).map(form).join(' ')} ${around}`
        const isSecret = exactSpans(text, secretValuesOf(env)).length > 0
        if (isSecret) found++
        assert.equal(await refusalOf(text, { env, mostBytes: 1e6 }), isSecret ? 'holds-a-secret' : undefined)
      },
    ),
    { numRuns: 400 },
  )
  assert.ok(found > 50, `only ${found} texts held one`)
})

test('the name of a project in a path of the environment is no secret', async () => {
  const env = { PWD: '/home/sam/warehouse', PATH: '/usr/local/bin:/home/sam/warehouse/bin' }
  assert.equal(await refusalOf('make in warehouse, then ls /home/sam/warehouse', { env, mostBytes: 1e6 }), undefined)
})

test('a text is as long as its bytes', async () => {
  assert.equal(await refusalOf('ü'.repeat(50), { env: {}, mostBytes: 100 }), undefined)
  assert.equal(await refusalOf('ü'.repeat(51), { env: {}, mostBytes: 100 }), 'too-long')
})
