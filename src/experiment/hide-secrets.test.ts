import assert from 'node:assert/strict'
import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { scratch } from '../../tests/support/store.ts'
import { hideSecrets, secretsIn, withoutSecrets } from './hide-secrets.ts'

suite('secrets that must not be kept', () => {
  const ROWS: [what: string, text: string, secrets: string[]][] = [
    ['a key', 'key-0123456789', ['key-0123456789']],
    ['a switch is no secret', '1', []],
    ['a login file', '{"a":{"token":"0123456789abcdef"},"plan":"max"}', ['0123456789abcdef']],
    ['lines of variables', 'export A="0123456789abcdef"\nB=short', ['0123456789abcdef']],
    ['an address without a password is none', '{"url":"https://example.org/v1/models"}', []],
    ['an address with one is', '{"url":"https://me:word@example.org"}', ['https://me:word@example.org']],
  ]
  for (const [what, text, secrets] of ROWS)
    test(what, () => {
      const found = secretsIn(text)
      assert.deepEqual(
        found.filter((each) => each !== text),
        secrets.filter((each) => each !== text),
      )
      for (const secret of secrets) assert.ok(found.includes(secret))
    })

  test('a secret inside another one leaves nothing of the longer one', () => {
    assert.equal(withoutSecrets('see abcdefgh-long', ['abcdefgh', 'abcdefgh-long']), `see ${'*'.repeat(13)}`)
  })
})

test('a secret is overwritten wherever it stands in a file, also across two pieces of reading, and in files that may only be read', async (t) => {
  const root = scratch(t)
  const secret = 'key-0123456789'
  const MEGABYTE = 1024 * 1024
  mkdirSync(join(root, 'below'))
  const path = join(root, 'below', 'log')
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -20, max: 20 }), fc.nat(2), async (shift, pieces) => {
      const before = Buffer.alloc(pieces * MEGABYTE + Math.max(0, shift + 20), 'x')
      writeFileSync(path, Buffer.concat([before, Buffer.from(`${secret}${secret} end`)]), { mode: 0o600 })
      chmodSync(path, 0o400)
      await hideSecrets(root, [secret])
      const text = readFileSync(path, 'utf8')
      assert.ok(!text.includes(secret))
      assert.ok(text.endsWith(`x${'*'.repeat(28)} end`) || before.length === 0)
      assert.equal(text.length, before.length + 32)
    }),
    { numRuns: 20 },
  )
})

test('a file outside that the trial links to keeps its secret and its mode', async (t) => {
  const root = scratch(t)
  const secret = 'key-0123456789'
  mkdirSync(join(root, 'trial'))
  const login = join(root, 'login')
  writeFileSync(login, secret)
  chmodSync(login, 0o640)
  linkSync(login, join(root, 'trial', 'hard'))
  symlinkSync(login, join(root, 'trial', 'soft'))
  await hideSecrets(join(root, 'trial'), [secret])
  assert.equal(readFileSync(login, 'utf8'), secret)
  assert.equal(statSync(login).mode & 0o777, 0o640)
  assert.equal(readFileSync(join(root, 'trial', 'hard'), 'utf8'), '*'.repeat(14))
})
