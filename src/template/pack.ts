import { type SigningKey, signText } from '../lib/sign.ts'
import type { Pack, PackTemplate } from '../schema/pack.ts'
import { canonicalJson, hashOfText } from './canonical.ts'

export const PACK_FORMAT = 'warmstart-pack'
/** Raised when packs are written another way; those of a higher number are refused, not guessed at. */
export const PACK_VERSION = 2
/** Packs without certificates are written as they always were, so that older installations can read them. */
const VERSION_WITHOUT_CERTIFICATES = 1

/** A pack as it is written: one line of canonical JSON. The same templates and key give the same bytes. */
export const packText = (
  templates: readonly PackTemplate[],
  key: SigningKey | undefined,
): { text: string; sha256: string } => {
  const body: Pick<Pack, 'format' | 'formatVersion' | 'templates'> = {
    format: PACK_FORMAT,
    formatVersion: templates.some(({ certificate }) => certificate !== undefined)
      ? PACK_VERSION
      : VERSION_WITHOUT_CERTIFICATES,
    templates: [...templates],
  }
  const signed = canonicalJson(body)
  const sha256 = hashOfText(signed)
  const pack: Pack = {
    ...body,
    sha256,
    signature:
      key === undefined
        ? null
        : {
            algorithm: 'ed25519',
            fingerprint: key.fingerprint,
            publicKey: key.publicKey,
            value: signText(signed, key),
          },
  }
  return { text: writtenPack(pack), sha256 }
}

export const writtenPack = (pack: unknown): string => `${canonicalJson(pack)}\n`

/** What hash and signature of a pack stand for: all of it but these two. */
export const signedText = ({ format, formatVersion, templates }: Pack): string =>
  canonicalJson({ format, formatVersion, templates })
