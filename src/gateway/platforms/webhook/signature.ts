import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** What of a request is signed: when, how, where and what. Nothing of it can be changed without the secret. */
export interface Signed {
  /** Seconds since 1970, as the header has it. */
  timestamp: string
  method: string
  /** With the query. */
  path: string
  body: string
}

/** `v1=` and HMAC-SHA256 in hex, of the four parts with a line break between them. */
export const signRequest = ({ timestamp, method, path, body }: Signed, secret: string): string =>
  `v1=${createHmac('sha256', secret).update([timestamp, method, path, body].join('\n')).digest('hex')}`

export type Checked = 'good' | 'forged' | 'stale'

/** How far a sender's clock may be off, and for how long a person who saw a request could repeat it. */
export const WINDOW_MS = 5 * 60_000

/** The signature first: only who knows the secret learns whether the time is right. */
export const checkRequest = (
  request: Signed,
  { signature, secret, now }: { signature: string; secret: string; now: number },
): Checked => {
  if (!timingSafeEqual(digest(signature), digest(signRequest(request, secret)))) return 'forged'
  const at = /^\d{1,12}$/.test(request.timestamp) ? Number(request.timestamp) * 1000 : Number.NaN
  return Math.abs(now - at) <= WINDOW_MS ? 'good' : 'stale'
}

/** Of hashes, because these are equally long: how long it takes says nothing. */
const digest = (text: string): Buffer => Buffer.from(hash('sha256', text, 'hex'))
