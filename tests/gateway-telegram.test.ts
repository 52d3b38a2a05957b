import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GatewayParts } from '../src/gateway/gateway-parts.ts'
import { telegramPlatform } from '../src/gateway/platforms/telegram/platform.ts'
import { countMail } from '../src/store/chats/gateway.ts'
import { troubledOutbox } from '../src/store/chats/outbox.ts'
import { eventually } from './support/eventually.ts'
import { gatewayStore, testConfig, testGateway } from './support/gateway.ts'
import { BOT_TOKEN, startTelegramServer } from './support/telegram-server.ts'

type TestContext = Parameters<typeof gatewayStore>[0] & Parameters<typeof startTelegramServer>[0]

const started = async (t: TestContext, changes: Partial<GatewayParts> = {}) => {
  const server = await startTelegramServer(t)
  const { app, store } = await gatewayStore(t)
  const parts = {
    app,
    store,
    platforms: [telegramPlatform],
    env: { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_BASE_URL: server.url },
    config: testConfig({ allow: new Map([['telegram', ['7', '8']]]) }),
    ...changes,
  }
  return { server, store, parts, gateway: await testGateway(parts) }
}

test('a message of an admitted person is answered, and confirmed to Telegram once it is stored', async (t) => {
  const { server, store } = await started(t)
  server.say('hello')
  server.say('again')
  await eventually(() => server.sent.length === 2, 'two replies')
  assert.deepEqual(server.sent, [
    { chat_id: '7', text: 'echo: hello' },
    { chat_id: '7', text: 'echo: again' },
  ])
  await eventually(() => server.unconfirmed() === 0, 'updates are confirmed')
  assert.deepEqual((await countMail(store)).inbox, { answered: 2 })
})

test('a stranger gets a code, a group is answered only where we are spoken to, and a topic is answered in it', async (t) => {
  const { server } = await started(t)
  const group = { id: -100, type: 'supergroup', title: 'Team' }
  server.say('let me in', { chat: { id: 99, type: 'private' }, from: { id: 99, is_bot: false, first_name: 'X' } })
  server.say('just talking', { chat: group })
  server.say('@helper_bot what now?', { chat: group, is_topic_message: true, message_thread_id: 17 })
  server.say('another bot speaks', { from: { id: 55, is_bot: true, first_name: 'Bot' } })
  await eventually(() => server.sent.length === 2, 'a code and a reply')
  const [code, reply] = server.sent.toSorted((a, b) => Number(b.chat_id) - Number(a.chat_id))
  assert.match(code?.text ?? '', /this code: [2-9A-Z]{8}/)
  assert.equal(code?.chat_id, '99')
  assert.equal(reply?.message_thread_id, 17)
  assert.deepEqual(new Set(server.replied), new Set([3, undefined]))
  assert.match(reply?.text ?? '', /^echo: \[Sam\] @helper_bot what now\?$/)
})

test('a caption is read like a text; voice, pictures alone and edited messages are not answered', async (t) => {
  const { server, store } = await started(t)
  const picture = { photo: [{ file_id: 'a', file_unique_id: 'a', width: 1, height: 1 }] }
  server.say(undefined, { voice: { file_id: 'v', file_unique_id: 'v', duration: 1 } })
  server.say(undefined, picture)
  server.say('changed', { edit_date: 1_794_000_001 }, 'edited_message')
  server.say(undefined, { ...picture, caption: 'what is this?' })
  server.say('the last')
  await eventually(() => server.sent.length === 2, 'two answers')
  assert.deepEqual(
    server.sent.map(({ text }) => text),
    ['echo: what is this?', 'echo: the last'],
  )
  assert.deepEqual((await countMail(store)).inbox, { answered: 2 })
})

test('Telegram asks for patience, fails, and loses the line: what was refused is sent again, what may have arrived is not', async (t) => {
  const { server, store } = await started(t)
  server.troubles.push(
    { status: 429, description: 'Too Many Requests', retryAfter: 1 },
    { status: 502, description: 'Bad Gateway' },
  )
  server.say('patience')
  await eventually(() => server.sent.length === 1, 'the third attempt arrives')
  server.troubles.push('hang-up')
  server.say('lost')
  await eventually(async () => (await countMail(store)).outbox['unsure'] === 1, 'it is known that nobody knows')
  assert.equal(server.sent.filter(({ text }) => text === 'echo: lost').length, 1)
  server.troubles.push({ status: 403, description: 'Forbidden: bot was blocked by the user' })
  server.say('blocked')
  await eventually(async () => (await countMail(store)).outbox['saved'] === 1, 'it is saved')
  const states = (await troubledOutbox(store, 10)).map(({ state }) => state)
  assert.deepEqual(states, ['saved', 'unsure'])
})

test('Telegram is down, at the start and later: nothing is lost', async (t) => {
  const server = await startTelegramServer(t)
  server.setDown(true)
  const { app, store } = await gatewayStore(t)
  const gateway = await testGateway({
    app,
    store,
    platforms: [telegramPlatform],
    env: { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_BASE_URL: server.url },
    config: testConfig({ allow: new Map([['telegram', ['7']]]) }),
  })
  const isTroubled = () => gateway.platforms().troubles.length === 1
  server.say('said while down')
  await eventually(() => server.calls.length > 1 && isTroubled(), 'it is asked in vain')
  assert.deepEqual(gateway.platforms().served, [])
  server.setDown(false)
  await eventually(() => server.sent.length === 1, 'it is answered when Telegram is back')
  await eventually(() => gateway.platforms().served.includes('telegram'), 'the trouble is over')
  server.setDown(true)
  await eventually(isTroubled, 'the status knows when it is away again')
  assert.ok(!JSON.stringify(gateway.platforms()).includes(BOT_TOKEN.slice(BOT_TOKEN.indexOf(':') + 1)))
  server.setDown(false)
  await eventually(() => !isTroubled(), 'and when it is back')
  assert.equal((await countMail(store)).inbox['answered'], 1)
})

test('of two gateways one polls; when it stops the other one does', async (t) => {
  const { server, parts, gateway } = await started(t)
  const second = await testGateway(parts)
  server.say('one')
  await eventually(() => server.sent.length === 1, 'the first answers')
  await gateway.stop()
  server.say('two')
  await eventually(() => server.sent.length === 2, 'the second answers')
  assert.notEqual(gateway.id(), second.id())
  assert.deepEqual(
    server.sent.map(({ text }) => text),
    ['echo: one', 'echo: two'],
  )
})

test('a missing or wrong token is refused in words', async (t) => {
  const { app, store } = await gatewayStore(t)
  for (const token of ['', 'nonsense', '12:short'])
    await assert.rejects(
      testGateway({ app, store, platforms: [telegramPlatform], env: { TELEGRAM_BOT_TOKEN: token } }),
      { code: 'usage', hint: /BotFather/ },
    )
})
