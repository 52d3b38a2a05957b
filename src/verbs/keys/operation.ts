import { existsSync } from 'node:fs'
import type { App } from '../../app.ts'
import { isoTime } from '../../lib/clock.ts'
import { AppError } from '../../lib/error.ts'
import { fingerprintOf, isPublicKey, readPublicPem } from '../../lib/sign.ts'
import type { KeyList, TrustedKey } from './shape.ts'
import { LARGEST_PACK_BYTES } from '../../template/pack-limits.ts'
import { readPack } from '../../template/pack-read.ts'
import { readBounded, textOf } from '../../template/pack-file.ts'
import { ownKey, signingKeyPath, trustedKeys, writeTrusted } from './files-operation.ts'

export type { KeyList } from './shape.ts'

type Place = Pick<App, 'home' | 'now'>

/** The key of this installation, and the keys that it trusts. */
export const listKeys = (app: Place, changed: KeyList['changed'] = null): KeyList => {
  const own = ownKey(app)
  return {
    own:
      own === undefined ? null : { fingerprint: own.fingerprint, publicKey: own.publicKey, path: signingKeyPath(app) },
    trusted: trustedKeys(app),
    changed,
  }
}

const LONGEST_LABEL_CHARS = 80

/** Trusts packs that this key signed. The key is given as text, as a file, or as a pack that it signed. */
export const trustKey = (app: Place, { given, label }: { given: string; label: string }): KeyList => {
  const publicKey = isPublicKey(given.trim()) ? given.trim() : keyInFile(given)
  const fingerprint = fingerprintOf(publicKey)
  const name = label.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
  if (name === '' || name.length > LONGEST_LABEL_CHARS)
    throw new AppError('usage', `a label has 1 to ${LONGEST_LABEL_CHARS} characters`, { hint: 'as in --label kim' })
  const keys = trustedKeys(app)
  const present = keys.find((key) => key.fingerprint === fingerprint)
  if (present?.label === name) return listKeys(app, { how: 'unchanged', key: present })
  const key = present ?? { fingerprint, label: name, publicKey, addedAt: isoTime(app.now()) ?? '' }
  const named = { ...key, label: name }
  writeTrusted(app, present === undefined ? [...keys, named] : keys.map((each) => (each === present ? named : each)))
  return listKeys(app, { how: present === undefined ? 'trusted' : 'renamed', key: named })
}

const keyInFile = (path: string): string => {
  if (path !== '-' && !existsSync(path))
    throw new AppError('no-such-path', `${path.slice(0, 80)} is neither a public key nor a file`, {
      hint: 'a public key is 44 characters, as `warmstart keys` prints yours',
    })
  const text = textOf(readBounded(path, LARGEST_PACK_BYTES)) ?? ''
  const key = keyInText(text)
  if (key !== undefined) return key
  throw new AppError('usage', `${path} holds no public key`, {
    hint: 'name a file with the key in it, or a pack that is signed with it',
  })
}

const keyInText = (text: string): string | undefined => {
  const word = text.slice(0, 200).trim()
  if (isPublicKey(word)) return word
  return text.startsWith('{') ? readPack(text).signature?.publicKey : readPublicPem(text)
}

/** Shorter prefixes of a fingerprint soon become ambiguous. */
const SHORTEST_PREFIX = 4

/** Stops trusting packs of this key, named by a prefix of its fingerprint or by its label. */
export const forgetKey = (app: Place, given: string): KeyList => {
  const keys = trustedKeys(app)
  const fits = keys.filter((key) => isNamedBy(key, given))
  const [found] = fits
  if (found === undefined)
    throw new AppError('no-such-key', `no trusted key is called or begins with ${given.slice(0, 80)}`, {
      hint: '`warmstart keys` lists them',
    })
  if (fits.length > 1)
    throw new AppError(
      'ambiguous',
      [`several keys fit ${given}:`, ...fits.map(({ fingerprint, label }) => `  ${fingerprint}  ${label}`)].join('\n'),
      { hint: 'give more of the fingerprint' },
    )
  writeTrusted(
    app,
    keys.filter((key) => key !== found),
  )
  return listKeys(app, { how: 'forgotten', key: found })
}

const isNamedBy = ({ fingerprint, label }: TrustedKey, given: string): boolean =>
  label === given || (given.length >= SHORTEST_PREFIX && fingerprint.startsWith(given.toLowerCase()))
