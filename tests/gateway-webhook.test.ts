import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createJob, runJob } from '../src/gateway/jobs/actions.ts'
import { webhookPlatform } from '../src/gateway/platforms/webhook/platform.ts'
import { signRequest } from '../src/gateway/platforms/webhook/signature.ts'
import { gatewayStatus } from '../src/verbs/gateway/status-operation.ts'
import { countMail } from '../src/store/chats/gateway.ts'
import type { GatewayParts } from '../src/gateway/gateway-parts.ts'
import { eventually } from './support/eventually.ts'
import { gatewayStore, testConfig, testGateway } from './support/gateway.ts'

const SECRET = 'a-secret-that-is-long-enough-for-this'

const started = async (t: Parameters<typeof gatewayStore>[0], changes: Partial<GatewayParts> = {}) => {
  const { app, store } = await gatewayStore(t)
  let address = ''
  await testGateway({
    app,
    store,
    platforms: [webhookPlatform],
    env: { WARMSTART_WEBHOOK_SECRET: SECRET, WARMSTART_WEBHOOK_PORT: '0' },
    log: (line) => {
      address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? address
    },
    ...changes,
  })
  assert.notEqual(address, '')
  const ask = async (
    path: string,
    body: string | undefined,
    { at = Date.now(), secret = SECRET, signature }: { at?: number; secret?: string; signature?: string } = {},
  ) => {
    const method = body === undefined ? 'GET' : 'POST'
    const timestamp = String(Math.floor(at / 1000))
    const signed = signature ?? signRequest({ timestamp, method, path, body: body ?? '' }, secret)
    const response = await fetch(`${address}${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: { 'x-warmstart-timestamp': timestamp, 'x-warmstart-signature': signed },
    })
    return { status: response.status, body: (await response.json()) as Record<string, never>, signed }
  }
  return { ask, app, store, address }
}

const message = (text: string, id = text): string =>
  JSON.stringify({ chat_id: 'room', chat_type: 'dm', user_id: 'kim', message_id: id, text })

test('a signed message is answered: at once where the sender waits, else when it asks', async (t) => {
  const { ask } = await started(t)
  const waited = await ask('/message?wait=30', message('hello'))
  assert.equal(waited.status, 200)
  assert.deepEqual(waited.body['replies'], [{ text: 'echo: hello', part: 1, parts: 1 }])
  const queued = await ask('/message', message('later'))
  assert.equal(queued.status, 202)
  const { id } = queued.body as unknown as { id: string }
  const polled = await ask(`/message/${id}?wait=30`, undefined)
  assert.deepEqual(polled.body, { id, state: 'answered', replies: [{ text: 'echo: later', part: 1, parts: 1 }] })
  // The same message signed anew is the same message.
  const again = await ask('/message?wait=30', message('hello'), { at: Date.now() + 1000 })
  assert.deepEqual(again.body['replies'], waited.body['replies'])
})

test('forged, stale and repeated requests are refused', async (t) => {
  const { ask, address } = await started(t)
  const good = await ask('/message', message('once'))
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { error: { code: string } }).error.code,
  ]
  const now = Date.now()
  assert.deepEqual(codeOf(await ask('/message', message('x'), { secret: 'another-secret-of-the-same-length!!' })), [
    401,
    'signature',
  ])
  assert.deepEqual(codeOf(await ask('/message', message('x'), { signature: '' })), [401, 'signature'])
  assert.deepEqual(codeOf(await ask('/message', message('x'), { signature: `${good.signed}0` })), [401, 'signature'])
  // A good signature of another body.
  assert.deepEqual(codeOf(await ask('/message', message('y'), { at: now, signature: good.signed })), [401, 'signature'])
  for (const offMs of [-3_600_000, 3_600_000])
    assert.deepEqual(codeOf(await ask('/message', message('x'), { at: now + offMs })), [401, 'timestamp'])
  const at = now - 2_000
  assert.equal((await ask('/message', message('replay'), { at })).status, 202)
  assert.deepEqual(codeOf(await ask('/message', message('replay'), { at })), [409, 'replayed'])
  assert.equal((await fetch(`${address}/message`)).status, 401)
  assert.deepEqual(codeOf(await ask('/elsewhere', undefined)), [404, 'not-found'])
  assert.deepEqual(codeOf(await ask(`/message/${'0'.repeat(32)}`, undefined)), [404, 'not-found'])
})

test('bodies that are no message are refused in words, whatever is in them', async (t) => {
  const { ask } = await started(t)
  const bad = [
    '',
    '[]',
    '{',
    '{}',
    '"text"',
    message(''),
    message('  ', 'blank'),
    JSON.stringify({ chat_id: {}, message_id: 1, text: 'x' }),
  ]
  bad.push(
    JSON.stringify({ chat_id: 'a', message_id: 'b', text: 7 }),
    JSON.stringify({ chat_id: 'a'.repeat(600), message_id: 'b', text: 'x' }),
  )
  for (const body of bad) assert.equal((await ask('/message', body)).status, 400, body.slice(0, 60))
  assert.equal((await ask('/message', message('x'.repeat(300_000), 'long'))).status, 413)
  assert.equal((await ask('/message', 'x'.repeat(2_000_000))).status, 413)
  for (const id of ['../../etc/passwd', 'a/b', '\u0000', '\u202E', 'ü'.repeat(100)])
    assert.equal((await ask('/message', JSON.stringify({ chat_id: id, message_id: id, text: 'hi' }))).status, 202, id)
})

test('what answers no request is kept in a file, as nobody would fetch it', async (t) => {
  const { ask, store, app } = await started(t, { config: testConfig({ approvers: new Map([['webhook', ['kim']]]) }) })
  await ask('/message?wait=30', message('/sethome'))
  const job = { owner: 'kim', schedule: '0 0 1 1 *', prompt: 'report', deliver: 'webhook', timezone: 'UTC' }
  await runJob(store, await createJob(store, job, app.now()), app.now())
  await eventually(async () => (await countMail(store)).outbox['saved'] === 1, 'the report is saved')
  const [saved] = (await gatewayStatus(app, store)).pending
  assert.match(saved?.note ?? '', /nobody would fetch it/)
  assert.match(readFileSync(saved?.savedAt ?? '', 'utf8'), /echo: report/)
})

test('a short secret is refused', async (t) => {
  const { app, store } = await gatewayStore(t)
  await assert.rejects(
    testGateway({ app, store, platforms: [webhookPlatform], env: { WARMSTART_WEBHOOK_SECRET: 'short' } }),
    {
      code: 'usage',
      hint: /openssl/,
    },
  )
})
