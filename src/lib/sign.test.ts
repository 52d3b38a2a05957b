import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  createSigningKey,
  fingerprintOf,
  isPublicKey,
  isSignedBy,
  readPublicPem,
  readSigningKey,
  signText,
} from './sign.ts'

const key = createSigningKey()

test('what a key has signed is known by its public half, and nothing else is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, other) => {
      const signature = signText(text, key)
      assert.equal(signature, signText(text, key))
      assert.ok(isSignedBy(text, signature, key.publicKey))
      assert.equal(isSignedBy(other, signature, key.publicKey), other === text)
    }),
    { numRuns: 50 },
  )
  assert.equal(isSignedBy('text', signText('text', key), createSigningKey().publicKey), false)
})

test('a key is the same when it is read again, and a new one is another', () => {
  assert.deepEqual(readSigningKey(key.pem), key)
  assert.notEqual(createSigningKey().publicKey, key.publicKey)
  assert.match(key.fingerprint, /^[0-9a-f]{32}$/)
  assert.equal(fingerprintOf(key.publicKey), key.fingerprint)
})

test('base64 that stands for the same bytes but is written another way is no key and no signature', () => {
  const signature = signText('text', key)
  // The last letter before the padding has bits that stand for nothing.
  const respelt = (given: string): string => {
    const at = given.indexOf('=') - 1
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    const next = letters[letters.indexOf(given[at] ?? '') + 1] ?? ''
    return given.slice(0, at) + next + given.slice(at + 1)
  }
  assert.deepEqual(Buffer.from(respelt(signature), 'base64'), Buffer.from(signature, 'base64'))
  assert.equal(isSignedBy('text', respelt(signature), key.publicKey), false)
  assert.equal(isPublicKey(respelt(key.publicKey)), false)
  for (const odd of ['', 'x', ` ${key.publicKey}`, key.publicKey.slice(0, -1), `${key.publicKey}=`])
    assert.equal(isPublicKey(odd), false)
})

test('a public key may come as PEM; keys of other kinds and private keys are none', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const own = readSigningKey(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
  assert.equal(readPublicPem(pem), own?.publicKey)
  assert.equal(readPublicPem(key.pem), undefined)
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  assert.equal(readPublicPem(other.publicKey.export({ format: 'pem', type: 'spki' }).toString()), undefined)
  assert.equal(readSigningKey(other.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()), undefined)
  assert.equal(readSigningKey('no key at all'), undefined)
})
