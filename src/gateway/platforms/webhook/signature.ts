import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** The signed parts of a request: time, method, path and body. None of them can be changed without the secret. */
export interface Signed {
  /** Seconds since 1970, as in the header. */
  timestamp: string
  method: string
  /** Includes the query. */
  path: string
  body: string
}

/** Returns `v1=` and the HMAC-SHA256 in hex of the four parts, joined by line breaks. */
export const signRequest = ({ timestamp, method, path, body }: Signed, secret: string): string =>
  `v1=${createHmac('sha256', secret).update([timestamp, method, path, body].join('\n')).digest('hex')}`

export type Checked = 'good' | 'forged' | 'stale'

/** How far a sender's clock may be off, and how long a captured request stays valid. */
export const WINDOW_MS = 5 * 60_000

/** Checks the signature first: only a sender that knows the secret learns whether the time is right. */
export const checkRequest = (
  request: Signed,
  { signature, secret, now }: { signature: string; secret: string; now: number },
): Checked => {
  if (!timingSafeEqual(digest(signature), digest(signRequest(request, secret)))) return 'forged'
  const at = /^\d{1,12}$/.test(request.timestamp) ? Number(request.timestamp) * 1000 : Number.NaN
  return Math.abs(now - at) <= WINDOW_MS ? 'good' : 'stale'
}

/** Hashes have equal lengths, so the time of the comparison reveals nothing. */
const digest = (text: string): Buffer => Buffer.from(hash('sha256', text, 'hex'))
