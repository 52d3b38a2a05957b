import type { EffectCertificate } from '../schema/listing/experiment-report.ts'
import { canonicalJson, hashOfText } from './canonical.ts'

/** A certificate with the hash of all that it states. */
export const sealCertificate = (stated: Omit<EffectCertificate, 'hash'>): EffectCertificate => ({
  ...stated,
  hash: hashOfText(canonicalJson(stated)),
})

/** Whether a certificate still is what was certified. It proves that nothing was changed since, not who wrote it. */
export const isCertificateWhole = ({ hash, ...stated }: EffectCertificate): boolean =>
  hashOfText(canonicalJson(stated)) === hash
