import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign, verify, type KeyObject } from 'node:crypto'

/** An Ed25519 signing key: its private half as PEM text (PKCS #8), its public half as the raw 32 bytes in base64. */
export interface SigningKey {
  pem: string
  publicKey: string
  fingerprint: string
}

/** Creates a new random key. Nothing else in this file is random. */
export const createSigningKey = (): SigningKey => {
  const { privateKey } = generateKeyPairSync('ed25519')
  return keyOf(privateKey)
}

/** The key in a PEM text; undefined if the text holds no Ed25519 key. */
export const readSigningKey = (pem: string): SigningKey | undefined => {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? keyOf(key) : undefined
  } catch {
    return undefined
  }
}

const keyOf = (key: KeyObject): SigningKey => {
  const publicKey = rawOf(createPublicKey(key))
  return { pem: String(key.export({ format: 'pem', type: 'pkcs8' })), publicKey, fingerprint: fingerprintOf(publicKey) }
}

const rawOf = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')

/**
 * Signs a text; the signature is in base64. Ed25519 is deterministic: the same text and key give the same signature.
 */
export const signText = (text: string, { pem }: SigningKey): string =>
  sign(null, Buffer.from(text), createPrivateKey(pem)).toString('base64')

/**
 * Whether this key signed this text. Never throws. A signature or key in another notation than ours counts as invalid.
 */
export const isSignedBy = (text: string, signature: string, publicKey: string): boolean => {
  if (!isBase64Of(signature, SIGNATURE_BYTES) || !isPublicKey(publicKey)) return false
  try {
    return verify(null, Buffer.from(text), objectOf(publicKey), Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32

/** Whether a text is a public key in our notation. */
export const isPublicKey = (text: string): boolean => isBase64Of(text, KEY_BYTES)

/** Several base64 texts can stand for the same bytes. Only the canonical one is accepted. */
const isBase64Of = (text: string, bytes: number): boolean => {
  if (text.length !== Math.ceil(bytes / 3) * 4) return false
  const decoded = Buffer.from(text, 'base64')
  return decoded.length === bytes && decoded.toString('base64') === text
}

const objectOf = (publicKey: string): KeyObject =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
  })

/**
 * The public key in a PEM text, as base64; undefined if the text holds no Ed25519 key. A private key is not accepted.
 */
export const readPublicPem = (pem: string): string | undefined => {
  if (!pem.includes('PUBLIC KEY')) return undefined
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? rawOf(key) : undefined
  } catch {
    return undefined
  }
}

const FINGERPRINT_DIGITS = 32

/** Half of a SHA-256 in hex: too long for an attacker to find a second key, short enough to read out. */
export const fingerprintOf = (publicKey: string): string =>
  hash('sha256', Buffer.from(publicKey, 'base64'), 'hex').slice(0, FINGERPRINT_DIGITS)
