import { isRecord, parseJson } from '../../lib/json.ts'
import { redact } from '../../lib/redact/redact.ts'
import { MODEL_ERRORS, type ModelErrorCode } from './model.ts'

/** Why one request failed, in our terms. */
export interface Failure {
  code: ModelErrorCode
  /** The provider's or the system's words, without secrets and bounded. */
  words: string
  /** How often a retry is worth it for this failure; the settings may allow fewer. */
  mostRetries: number
  /** The value of the header: seconds, a date, or milliseconds with -ms. */
  retryAfter?: string | undefined
  retryAfterMs?: string | undefined
}

const LONGEST_WORDS_CHARS = 500
/** Errors may quote the request, but their subject stands at the beginning. */
const LONGEST_SEARCHED_CHARS = 4_000
const MANY = 100

/** Classifies whatever a request threw or a stream reported as an error. Never throws and never shows the key. */
export const readFailure = (
  thrown: unknown,
  { hasBegun, apiKey }: { hasBegun: boolean; apiKey: string | undefined },
): Failure => {
  const error = isRecord(thrown) || thrown instanceof Error ? (thrown as ThrownError) : {}
  const headers = isRecord(error.responseHeaders) ? error.responseHeaders : {}
  const { message, code, type } = wireError(error)
  const words = clean(message, apiKey)
  const failure = (found: ModelErrorCode, mostRetries: number): Failure => ({
    code: found,
    words,
    mostRetries,
    retryAfter: textOf(headers['retry-after']),
    retryAfterMs: textOf(headers['retry-after-ms']),
  })
  const searched = message.slice(0, LONGEST_SEARCHED_CHARS).toLowerCase()
  const status =
    typeof error.statusCode === 'number' && error.statusCode !== 200 ? error.statusCode : statusOf(type, code)
  if (isTooLong(code, searched, status)) return failure(MODEL_ERRORS.contextTooLong, 0)
  if (isQuota(code, type, searched, status)) return failure(MODEL_ERRORS.quota, 0)
  if (status !== undefined && status >= 300 && status < 400)
    return {
      ...failure(MODEL_ERRORS.refused, 0),
      words: `it redirects to ${elsewhere(headers)}, which is not followed`,
    }
  if (status !== undefined) {
    const [found, retries] = ofStatus(status, searched)
    return failure(found, retries)
  }
  if (thrown instanceof CutStream || message.includes('ended without a finish reason'))
    return failure(MODEL_ERRORS.cut, MANY)
  if (isParsing(error)) return failure(MODEL_ERRORS.garbled, 2)
  const system = systemCode(thrown)
  if (system !== undefined)
    return { ...failure(hasBegun ? MODEL_ERRORS.cut : MODEL_ERRORS.unreachable, MANY), words: systemWords(system) }
  return failure(MODEL_ERRORS.garbled, 2)
}

/** The stream ended before the answer did. */
export class CutStream extends Error {
  override readonly name = 'CutStream'
}

interface ThrownError {
  name?: unknown
  message?: unknown
  statusCode?: unknown
  responseHeaders?: unknown
  responseBody?: unknown
  data?: unknown
  type?: unknown
  code?: unknown
  cause?: unknown
}

/** Finds the innermost error message: some providers wrap it in `error`, some in a text, some not at all. */
const wireError = (error: ThrownError): { message: string; code: string; type: string } => {
  const body = typeof error.responseBody === 'string' ? parseJson(error.responseBody) : undefined
  const outer = isRecord(body) ? body : isRecord(error.data) ? error.data : error
  const inner = isRecord(outer) && isRecord(outer['error']) ? outer['error'] : (outer as ThrownError)
  const message = textOf(inner.message) ?? textOf(error.message) ?? 'no words came with the error'
  const ownCode = textOf(inner.code) ?? (typeof inner.code === 'number' ? String(inner.code) : '')
  return { message, code: ownCode, type: textOf(inner.type) ?? textOf(error.type) ?? '' }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** An error in the middle of a stream has no status, but its type implies one. */
const statusOf = (type: string, code: string): number | undefined => {
  if (/^[45]\d\d$/.test(code)) return Number(code)
  const known: Record<string, number> = {
    overloaded_error: 529,
    api_error: 500,
    server_error: 500,
    rate_limit_error: 429,
    rate_limit_exceeded: 429,
    authentication_error: 401,
    permission_error: 403,
    not_found_error: 404,
    invalid_request_error: 400,
    request_too_large: 413,
    timeout_error: 504,
  }
  return known[type] ?? known[code]
}

const TOO_LONG = [
  'prompt is too long',
  'maximum context length',
  'context length exceeded',
  'context window',
  'context size',
  'input is too long',
  'too many tokens',
  'exceeds the maximum number of tokens',
  'reduce the length of the messages',
  'exceed context limit',
]

const isTooLong = (code: string, words: string, status: number | undefined): boolean =>
  code === 'context_length_exceeded' ||
  status === 413 ||
  ((status === 400 || status === 422 || status === 500 || status === undefined) &&
    TOO_LONG.some((part) => words.includes(part)))

const isQuota = (code: string, type: string, words: string, status: number | undefined): boolean =>
  code === 'insufficient_quota' ||
  type === 'insufficient_quota' ||
  type === 'billing_error' ||
  status === 402 ||
  words.includes('credit balance is too low')

const ofStatus = (status: number, words: string): [ModelErrorCode, retries: number] => {
  if (status === 401 || status === 403) return [MODEL_ERRORS.auth, 0]
  if (status === 404) return [MODEL_ERRORS.unknownModel, 0]
  if (status === 429) return [MODEL_ERRORS.rateLimited, MANY]
  if (status === 408 || status === 409 || status === 425) return [MODEL_ERRORS.overloaded, MANY]
  if (status >= 500 && status !== 501 && status !== 505) return [MODEL_ERRORS.overloaded, MANY]
  const isModel = words.includes('model') && (words.includes('not exist') || words.includes('not found'))
  return [isModel ? MODEL_ERRORS.unknownModel : MODEL_ERRORS.refused, 0]
}

const isParsing = (error: ThrownError): boolean =>
  typeof error.name === 'string' && /JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody/.test(error.name)

const SYSTEM_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  ETIMEDOUT: 'no connection came about',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to this network',
  ENOTFOUND: 'no host has this name',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody vouches for its certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'nobody vouches for its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'nobody vouches for its certificate',
}

/** A system error in words, with the code that one can look up. */
const systemWords = (code: string): string => {
  const words = SYSTEM_WORDS[code]
  return words === undefined ? code : `${words} (${code})`
}

/** Finds `ECONNREFUSED` and the like at any depth of the causes. */
const systemCode = (thrown: unknown): string | undefined => {
  let error: unknown = thrown
  for (let depth = 0; depth < 6 && error instanceof Error; depth++) {
    const { code } = error as NodeJS.ErrnoException
    if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return code
    // For example a port that fetch never uses. The client puts its own words before those of the cause.
    if (/^(fetch failed|Cannot connect to API)/.test(error.message) && isWithoutCode(error.cause))
      return error.cause.message.slice(0, 100)
    // An AggregateError means that several addresses of one name were tried.
    error = error instanceof AggregateError ? (error.errors as unknown[])[0] : error.cause
  }
  return undefined
}

const isWithoutCode = (cause: unknown): cause is Error =>
  cause instanceof Error && !(cause instanceof AggregateError) && !('code' in cause) && !(cause.cause instanceof Error)

/** Shows the host only, because the rest of an address may hold secrets. */
const elsewhere = (headers: Record<string, unknown>): string => {
  const location = textOf(headers['location'])
  return location !== undefined && URL.canParse(location) ? new URL(location).host : 'another address'
}

const clean = (words: string, apiKey: string | undefined): string => {
  const bare = apiKey === undefined || apiKey.length < 4 ? words : words.replaceAll(apiKey, '***')
  const short = redact(bare.slice(0, LONGEST_SEARCHED_CHARS)).replaceAll(/\s+/g, ' ').trim()
  return short.length <= LONGEST_WORDS_CHARS ? short : `${short.slice(0, LONGEST_WORDS_CHARS)}...`
}
