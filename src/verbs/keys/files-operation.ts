import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { isRecord, parseJson } from '../../lib/json.ts'
import { createSigningKey, fingerprintOf, isPublicKey, readSigningKey, type SigningKey } from '../../lib/sign.ts'
import type { TrustedKey } from './shape.ts'
import { writeWhole } from '../../lib/write-whole.ts'

type Home = Pick<App, 'home'>

export const signingKeyPath = ({ home }: Home): string => join(home, 'keys', 'signing.pem')
const trustedPath = ({ home }: Home): string => join(home, 'keys', 'trusted.json')

/** The key that signs this installation's exports; undefined until there is one. */
export const ownKey = (app: Home): SigningKey | undefined => {
  const path = signingKeyPath(app)
  const pem = readOwn(path)
  if (pem === undefined) return undefined
  const key = readSigningKey(pem)
  if (key !== undefined) return key
  throw new AppError('key-damaged', `${path} holds no key that packs are signed with`, {
    hint: 'move it away, and the next export makes a new one; people who trusted the old one have to trust that',
  })
}

/** The same key, created if there is none. Two processes at once create one key. */
export const ownKeyOrNew = (app: Home): { key: SigningKey; isNew: boolean } => {
  const present = ownKey(app)
  if (present !== undefined) return { key: present, isNew: false }
  const made = createSigningKey()
  const isNew = writeWhole(signingKeyPath(app), made.pem, { replace: false })
  return { key: isNew ? made : (ownKey(app) ?? made), isNew }
}

/** The keys whose packs may be imported. A file that cannot be parsed is an error and is never overwritten. */
export const trustedKeys = (app: Home): TrustedKey[] => {
  const path = trustedPath(app)
  const text = readOwn(path)
  if (text === undefined) return []
  const parsed = parseJson(text)
  const keys = isRecord(parsed) ? parsed['keys'] : undefined
  if (Array.isArray(keys) && keys.every(isTrusted)) return keys
  throw new AppError('key-damaged', `${path} cannot be understood`, {
    hint: 'mend it or move it away; until then no key is trusted',
  })
}

export const writeTrusted = (app: Home, keys: readonly TrustedKey[]): void => {
  writeWhole(trustedPath(app), `${JSON.stringify({ keys }, null, 2)}\n`)
}

/** Computes the fingerprint again: an attacker may have put another key under a known fingerprint. */
const isTrusted = (value: unknown): value is TrustedKey =>
  isRecord(value) &&
  typeof value['label'] === 'string' &&
  typeof value['addedAt'] === 'string' &&
  typeof value['publicKey'] === 'string' &&
  isPublicKey(value['publicKey']) &&
  fingerprintOf(value['publicKey']) === value['fingerprint']

const readOwn = (path: string): string | undefined => {
  try {
    // A broken link is not a missing key: its target may be on a disk that is not mounted now.
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(path, 'utf8')
  } catch (error) {
    throw new AppError('not-read', `${path} cannot be read: ${messageOf(error)}`, {
      hint: 'it has to be a file of yours',
      cause: error,
    })
  }
}
