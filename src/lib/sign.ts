import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign, verify, type KeyObject } from 'node:crypto'

/** A key that signs (Ed25519): its private half as PEM text (PKCS #8), its public half as the raw 32 bytes in base64. */
export interface SigningKey {
  pem: string
  publicKey: string
  fingerprint: string
}

/** A new key, different each time: the one thing here that chance takes part in. */
export const createSigningKey = (): SigningKey => {
  const { privateKey } = generateKeyPairSync('ed25519')
  return keyOf(privateKey)
}

/** The key that a PEM text holds; undefined where it holds none of this kind. */
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

/** Signatures of Ed25519 hold no chance: the same text and key give the same one. In base64. */
export const signText = (text: string, { pem }: SigningKey): string =>
  sign(null, Buffer.from(text), createPrivateKey(pem)).toString('base64')

/** Whether this key signed this text. Never throws; a signature or key that is written another way than we write it is none. */
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

/** Whether a text is a public key as we write it. */
export const isPublicKey = (text: string): boolean => isBase64Of(text, KEY_BYTES)

/** Two texts of base64 can stand for the same bytes; only one of them is how the bytes are written. */
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

/** The public key of a PEM text, in base64; undefined where it holds none of this kind. A private key is not taken for one. */
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

/** Half of a sha256 in hex: long enough that an attacker finds no second key for it, short enough to be read out. */
export const fingerprintOf = (publicKey: string): string =>
  hash('sha256', Buffer.from(publicKey, 'base64'), 'hex').slice(0, FINGERPRINT_DIGITS)
