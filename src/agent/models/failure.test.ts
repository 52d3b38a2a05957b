import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readFailure } from './failure.ts'

const of = (statusCode: number, error: object, hasBegun = false) =>
  readFailure({ statusCode, responseBody: JSON.stringify({ error }), message: 'x' }, { hasBegun, apiKey: undefined })

/** As vendors word them. */
const CASES: [status: number, error: object, code: string, isTriedAgain: boolean][] = [
  [
    400,
    { message: 'Your credit balance is too low to access the API', type: 'invalid_request_error' },
    'model-quota',
    false,
  ],
  [429, { message: 'You exceeded your current quota', code: 'insufficient_quota' }, 'model-quota', false],
  [429, { message: 'Rate limit reached', code: 'rate_limit_exceeded' }, 'model-rate-limited', true],
  [400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }, 'model-context-too-long', false],
  [
    400,
    { message: "This model's maximum context length is 8192 tokens.", code: 'context_length_exceeded' },
    'model-context-too-long',
    false,
  ],
  [
    400,
    { message: 'the request exceeds the available context size, try increasing it' },
    'model-context-too-long',
    false,
  ],
  [413, { message: 'Request too large', type: 'request_too_large' }, 'model-context-too-long', false],
  [404, { message: 'model "x" not found, try pulling it first' }, 'model-unknown', false],
  [400, { message: 'The model x does not exist' }, 'model-unknown', false],
  [401, { message: 'invalid x-api-key', type: 'authentication_error' }, 'model-auth', false],
  [422, { message: 'temperature must be positive' }, 'model-refused', false],
  [529, { message: 'Overloaded', type: 'overloaded_error' }, 'model-overloaded', true],
  [502, { message: 'Bad gateway' }, 'model-overloaded', true],
  [501, { message: 'Not implemented' }, 'model-refused', false],
  [307, { message: 'x' }, 'model-refused', false],
]
for (const [status, error, code, isTriedAgain] of CASES)
  test(`${status} ${JSON.stringify(error)} is ${code}`, () => {
    const failure = of(status, error)
    assert.equal(failure.code, code)
    assert.equal(failure.mostRetries > 0, isTriedAgain)
  })

test('an error inside a stream is known by its kind', () => {
  const context = { hasBegun: true, apiKey: undefined }
  assert.equal(readFailure({ message: 'Overloaded', type: 'overloaded_error' }, context).code, 'model-overloaded')
  assert.equal(readFailure({ message: 'x', code: 429 }, context).code, 'model-rate-limited')
  const broken = Object.assign(new TypeError('terminated'), {
    cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
  })
  assert.equal(readFailure(broken, context).code, 'model-cut')
  assert.equal(readFailure(broken, context).words, 'the connection broke off (UND_ERR_SOCKET)')
})

test('a port that no client uses cannot be reached, whatever the client says about it', () => {
  const context = { hasBegun: false, apiKey: undefined }
  const cause = new Error('bad port')
  for (const thrown of [
    new TypeError('fetch failed', { cause }),
    new Error('Cannot connect to API: bad port', { cause }),
    new Error('Cannot connect to API: bad port', { cause: new TypeError('fetch failed', { cause }) }),
  ]) {
    const { code, words } = readFailure(thrown, context)
    assert.deepEqual([code, words], ['model-unreachable', 'bad port'])
  }
})

test('the key stands in no words, and they are bounded', () => {
  const apiKey = 'key-of-somebody-1234'
  const words = `wrong: ${apiKey} `.repeat(200)
  const failure = readFailure({ statusCode: 401, message: words }, { hasBegun: false, apiKey })
  assert.ok(!failure.words.includes(apiKey))
  assert.ok(failure.words.length < 600)
})

test('whatever is thrown, it is read', () => {
  fc.assert(
    fc.property(fc.anything(), fc.boolean(), (thrown, hasBegun) => {
      assert.match(readFailure(thrown, { hasBegun, apiKey: 'k' }).code, /^model-/)
    }),
  )
})
