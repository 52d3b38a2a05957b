import { type SigningKey, signText } from '../lib/sign.ts'
import type { Pack, PackLessons, PackTemplate } from '../schema/pack.ts'
import { canonicalJson, hashOfText } from './canonical.ts'

export const PACK_FORMAT = 'warmstart-pack'
/** Raised when packs are written another way; those of a higher number are refused, not guessed at. */
export const PACK_VERSION = 3
/** A pack has the lowest version that can hold it, so that older installations can read it. */
const VERSION_OF_TEMPLATES = 1
const VERSION_OF_CERTIFICATES = 2

/** A pack as it is written: one line of canonical JSON. The same content and key give the same bytes. */
export const packText = (
  templates: readonly PackTemplate[],
  key: SigningKey | undefined,
  lessons?: PackLessons,
): { text: string; sha256: string } => {
  const body: Pick<Pack, 'format' | 'formatVersion' | 'templates' | 'lessons'> = {
    format: PACK_FORMAT,
    formatVersion: versionOf(templates, lessons),
    templates: [...templates],
    ...(lessons === undefined ? {} : { lessons }),
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

const versionOf = (templates: readonly PackTemplate[], lessons: PackLessons | undefined): Pack['formatVersion'] => {
  if (lessons !== undefined) return PACK_VERSION
  return templates.some(({ certificate }) => certificate !== undefined) ? VERSION_OF_CERTIFICATES : VERSION_OF_TEMPLATES
}

export const writtenPack = (pack: unknown): string => `${canonicalJson(pack)}\n`

/** What hash and signature of a pack stand for: all of it but these two. */
export const signedText = ({ format, formatVersion, templates, lessons }: Pack): string =>
  canonicalJson({ format, formatVersion, templates, ...(lessons === undefined ? {} : { lessons }) })
