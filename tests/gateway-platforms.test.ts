import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { test } from 'node:test'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import type { Platform } from '../src/gateway/platform.ts'
import { localPlatform } from '../src/gateway/platforms/local/platform.ts'
import { webhookPlatform } from '../src/gateway/platforms/webhook/platform.ts'
import { AppError } from '../src/lib/error.ts'
import { statusLines } from '../src/verbs/gateway/status-show.ts'
import { gatewayStatus } from '../src/verbs/gateway/status-operation.ts'
import { runGateway } from '../src/verbs/gateway/run-operation.ts'
import { GatewayStatus } from '../src/verbs/gateway/status-shape.ts'
import { eventually } from './support/eventually.ts'
import { echo, gatewayStore, testConfig, testGateway, testPlatform } from './support/gateway.ts'

const FAST = { leaseMs: 300, reconnectMs: 20 }

/** A platform that cannot be connected as long as it is told to fail. */
const fickle = (name: string, fails: () => unknown) => {
  const chat = testPlatform(name)
  let attempts = 0
  const platform: Platform = {
    ...chat.platform,
    connect: async (host) => {
      attempts++
      const error = fails()
      if (error !== undefined) throw error
      return chat.platform.connect(host)
    },
  }
  return { ...chat, platform, attempts: () => attempts }
}

test('a platform that fails at the start stops no other, is tried again with growing pauses, and is served when it works', async (t) => {
  const { app, store } = await gatewayStore(t)
  let isDown = true
  const bad = fickle('telegram', () => (isDown ? new Error('the line is dead, password=hunter2hunter2') : undefined))
  const good = testPlatform('console')
  const logged: string[] = []
  const log = (line: string) => void logged.push(line)
  const gateway = await testGateway({ app, store, platforms: [bad.platform, good.platform], limits: FAST, log })
  await good.say('hello')
  await eventually(() => good.sent.length === 1, 'the other is answered')
  await eventually(() => bad.attempts() > 3, 'it is tried again')
  assert.deepEqual(gateway.platforms().served, ['console'])
  const [trouble] = gateway.platforms().troubles
  assert.match(trouble?.reason ?? '', /the line is dead/)
  assert.ok((trouble?.attempts ?? 0) >= 3 && (trouble?.againAt ?? 0) > (trouble?.since ?? 0))
  assert.ok(!JSON.stringify([trouble, logged]).includes('hunter2hunter2'), 'secrets are left out')
  const pauses = logged.flatMap((line) => /trying again in (\d+) s/.exec(line)?.[1] ?? [])
  assert.ok(pauses.length >= 3, logged.join('\n'))

  await eventually(async () => (await gatewayStatus(app, store)).gateways[0]?.troubles.length === 1, 'the status knows')
  const status = v.parse(GatewayStatus, await gatewayStatus(app, store))
  assert.deepEqual(status.gateways[0]?.platforms, ['console', 'cron'])
  const screen = { width: 100, colors: { bold: String, dim: String, yellow: String } } as never
  assert.match(statusLines(status, screen).join('\n'), /telegram is not served since .* UTC: the line is dead/)

  isDown = false
  await eventually(() => bad.isListening(), 'it is listened to')
  await bad.say('and you?', { chatId: 'c' })
  await eventually(() => bad.sent.length === 1, 'it is answered')
  await eventually(
    async () => (await gatewayStatus(app, store)).gateways[0]?.troubles.length === 0,
    'the trouble is over',
  )
  assert.deepEqual(gateway.platforms().served.toSorted(), ['console', 'telegram'])
})

test('a platform that fails later is closed and connected anew, and what is sent on it meanwhile waits', async (t) => {
  const { app, store } = await gatewayStore(t)
  let isDown = false
  const bad = fickle('telegram', () => (isDown ? new Error('still away') : undefined))
  const good = testPlatform('console')
  const turns: string[] = []
  const ready = Promise.withResolvers<undefined>()
  const gateway = await testGateway({
    app,
    store,
    platforms: [bad.platform, good.platform],
    limits: FAST,
    respond: async (request) => {
      turns.push(request.text)
      if (request.text === 'slow') await ready.promise
      return echo(request)
    },
  })
  await bad.say('slow')
  await eventually(() => turns.includes('slow'), 'a turn runs')
  isDown = true
  bad.host().failed(new Error('the server has gone'))
  assert.deepEqual(gateway.platforms().served, ['console'])
  assert.match(gateway.platforms().troubles[0]?.reason ?? '', /the server has gone/)
  ready.resolve(undefined)
  await good.say('hello')
  await eventually(() => good.sent.length === 1, 'the other is served')
  assert.equal(bad.sent.length, 0)
  // One that was given up has nothing more to say.
  bad.host().failed(new Error('once more'))
  isDown = false
  await eventually(() => bad.sent.length === 1, 'the answer is sent when it is back')
  assert.equal(bad.sent[0]?.text, 'echo: slow')
})

test('a platform that never answers holds up neither the start nor the sends of others', async (t) => {
  const { app, store } = await gatewayStore(t)
  const { promise: never, reject: giveUp } = Promise.withResolvers<never>()
  t.after(() => giveUp(new Error('the test is over')))
  never.catch(() => undefined)
  const hung = testPlatform('telegram')
  hung.behave = () => never
  const good = testPlatform('console')
  const stuck: Platform = { ...testPlatform('matrix').platform, connect: () => never }
  const platforms = [stuck, hung.platform, good.platform]
  const gateway = await testGateway({ app, store, platforms, limits: { ...FAST, parallelSends: 2, startMs: 50 } })
  assert.deepEqual(gateway.platforms().served.toSorted(), ['console', 'telegram'])
  for (let chat = 0; chat < 5; chat++) await hung.say('hello', { chatId: `c${chat}` })
  await good.say('hello')
  await eventually(() => good.sent.length === 1, 'the other is sent on')
})

test('a platform that cannot listen, or cannot end, is its own trouble', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform('telegram')
  let listens = 0
  const deaf: Platform = {
    ...chat.platform,
    connect: async (host) => ({
      ...(await chat.platform.connect(host)),
      listen: async () => {
        listens++
        throw new Error('the port is taken')
      },
      stopListening: () => Promise.reject(new Error('cannot stop')),
      close: () => Promise.reject(new Error('cannot close')),
    }),
  }
  const other = testPlatform('matrix')
  const unending: Platform = {
    ...other.platform,
    connect: async (host) => ({
      ...(await other.platform.connect(host)),
      stopListening: () => Promise.reject(new Error('cannot stop')),
      close: () => Promise.reject(new Error('cannot close')),
    }),
  }
  const good = testPlatform('console')
  const platforms = [deaf, unending, good.platform, localPlatform]
  const gateway = await testGateway({ app, store, platforms, limits: FAST })
  await eventually(() => listens > 2, 'it is tried again')
  await good.say('hello')
  await eventually(() => good.sent.length === 1, 'the other is served')
  await gateway.stop()
  const [ended] = (await gatewayStatus(app, store)).gateways
  assert.equal(ended?.state, 'stopped', 'the end is a clean one')
})

test('what a platform says of itself is shown until it is over; it is sent on all the same', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform('telegram')
  const gateway = await testGateway({ app, store, platforms: [chat.platform, testPlatform().platform], limits: FAST })
  chat.host().troubled('Unauthorized')
  assert.deepEqual(gateway.platforms().served, ['console'])
  assert.equal(gateway.platforms().troubles[0]?.reason, 'Unauthorized')
  await chat.say('hello')
  await eventually(() => chat.sent.length === 1, 'it is answered')
  chat.host().troubled(undefined)
  assert.deepEqual(gateway.platforms(), { served: ['telegram', 'console'], troubles: [] })
})

test('settings that cannot work are not tried again, and stop no other', async (t) => {
  const { app, store } = await gatewayStore(t)
  const bad = fickle('telegram', () => new AppError('usage', 'TELEGRAM_BOT_TOKEN is missing'))
  const good = testPlatform('console')
  const gateway = await testGateway({ app, store, platforms: [bad.platform, good.platform], limits: FAST })
  for (let count = 0; count < 5; count++) {
    await good.say('hello', { messageId: `${count}` })
    await eventually(() => good.sent.length > count, 'the other is served')
  }
  assert.equal(bad.attempts(), 1)
  assert.equal(gateway.platforms().troubles[0]?.againAt, undefined)
  // Nothing can come from there any more: when the console has ended, so has the gateway.
  good.host().ended()
  await gateway.finished()
})

test('where no platform can be served the gateway does not start, and says why', async (t) => {
  const { app, store } = await gatewayStore(t)
  const bad = fickle('telegram', () => new AppError('usage', 'TELEGRAM_BOT_TOKEN is missing'))
  const worse = fickle('console', () => new Error('no input'))
  await assert.rejects(testGateway({ app, store, platforms: [bad.platform, worse.platform, localPlatform] }), {
    message: /TELEGRAM_BOT_TOKEN/,
  })
})

test('a port that is taken stops the webhook alone', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.after(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const { app, store } = await gatewayStore(t)
  const good = testPlatform('console')
  const gateway = await testGateway({
    app,
    store,
    platforms: [webhookPlatform, good.platform],
    env: { WARMSTART_WEBHOOK_SECRET: 'x'.repeat(32), WARMSTART_WEBHOOK_PORT: String(port) },
    limits: FAST,
  })
  assert.match(gateway.platforms().troubles[0]?.reason ?? '', /cannot be served: .*EADDRINUSE/)
  taken.close()
  await eventually(() => gateway.platforms().served.includes('webhook'), 'it is served when the port is free')
})

test('a platform whose program cannot be loaded stops no other', async (t) => {
  const { app, store } = await gatewayStore(t)
  const good = testPlatform('console')
  const stop = new AbortController()
  const logged: string[] = []
  const running = runGateway(app, store, {
    platforms: ['telegram', 'console'],
    log: (line) => void logged.push(line),
    signal: stop.signal,
    agent: { respond: echo, close: async () => undefined },
    connect: async (name) => {
      if (name === 'telegram') throw new TypeError('Cannot find package')
      return name === 'console' ? good.platform : localPlatform
    },
  })
  await eventually(() => logged.some((line) => line.startsWith('serving')), 'it serves')
  assert.ok(logged.includes('serving console'), logged.join('\n'))
  assert.ok(logged.some((line) => line.startsWith('telegram cannot be served: Cannot find package')))
  await good.say('hello')
  await eventually(() => good.sent.length === 1, 'the other is served')
  stop.abort()
  await running
})

test('the context prompt names the platforms that are served at that moment, and their homes alone', async (t) => {
  const { app, store } = await gatewayStore(t)
  let isDown = true
  const bad = fickle('telegram', () => (isDown ? new Error('away') : undefined))
  const good = testPlatform('console')
  const prompts: string[] = []
  const home = (platform: string) => [platform, { platform, chatId: `home of ${platform}`, name: 'Home' }] as const
  await testGateway({
    app,
    store,
    config: testConfig({ homeChannels: new Map([home('telegram'), home('console'), home('discord')]) }),
    platforms: [bad.platform, good.platform],
    limits: FAST,
    contextPrompt: (_source, { platforms, homes }) => {
      prompts.push(`${platforms.join(' ')} | ${[...homes.keys()].join(' ')}`)
      return 'context'
    },
  })
  await good.say('one')
  await eventually(() => good.sent.length === 1, 'an answer')
  isDown = false
  await eventually(() => bad.isListening(), 'it is back')
  await good.say('two')
  await eventually(() => good.sent.length === 2, 'an answer')
  assert.deepEqual(prompts, ['console | console', 'telegram console | telegram console'])
})

test('files of this machine served alone run jobs until they are stopped', async (t) => {
  const { app, store } = await gatewayStore(t)
  const gateway = await testGateway({ app, store, platforms: [localPlatform] })
  let isOver = false
  const over = gateway.finished().then(() => {
    isOver = true
  })
  // Long enough for one that ends by itself to have looked twice.
  for (let beat = 0; beat < 3; beat++) await new Promise((resolve) => setTimeout(resolve, 100))
  assert.equal(isOver, false)
  await gateway.stop()
  await over
})
