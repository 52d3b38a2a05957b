import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import * as v from 'valibot'
import type { TurnRequest, TurnResult } from '../src/agent/turn.ts'
import { createConsolePlatform } from '../src/gateway/platforms/console/platform.ts'
import { gatewayPeople, approve } from '../src/verbs/gateway/people-operation.ts'
import { runGateway } from '../src/verbs/gateway/run-operation.ts'
import { gatewayStatus } from '../src/verbs/gateway/status-operation.ts'
import { GatewayPeople } from '../src/verbs/gateway/people-shape.ts'
import { GatewayStatus } from '../src/verbs/gateway/status-shape.ts'
import { listCron, addCron, changeCron } from '../src/verbs/cron/operation.ts'
import { JobList } from '../src/verbs/cron/shape.ts'
import { AppError } from '../src/lib/error.ts'
import { createRandom } from '../src/sample/random.ts'
import type { Connection } from '../src/store/connection.ts'
import { inboxId } from '../src/gateway/receiving/inbox.ts'
import { addGateway, beatGateway, countMail, endGateway, readGateways } from '../src/store/chats/gateway.ts'
import { beginMessage, openInbox, storeIncoming } from '../src/store/chats/inbox.ts'
import { openStore } from '../src/store/open.ts'
import { eventually } from './support/eventually.ts'
import { echo, gatewayStore, storedEcho, testGateway, testPlatform } from './support/gateway.ts'
import { scratch } from './support/store.ts'

const line = (value: Record<string, unknown>): string => `${JSON.stringify(value)}\n`
const said = (id: string, text: string): string =>
  line({ chat_id: '1', chat_type: 'dm', user_id: '1', message_id: id, text })

/** A gateway on streams, from its first line to the end of its input. */
const consoleRun = async (t: Parameters<typeof gatewayStore>[0], input: readonly (string | Buffer)[]) => {
  const { app, store } = await gatewayStore(t)
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  let written = ''
  stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text
  })
  for (const piece of input) stdin.write(piece)
  stdin.end()
  await runGateway(app, store, {
    platforms: ['console'],
    log: () => undefined,
    signal: new AbortController().signal,
    agent: { respond: storedEcho(store, app.now), close: async () => undefined },
    connect: async (name) =>
      name === 'console'
        ? createConsolePlatform({ input: stdin, output: stdout })
        : (await import('../src/gateway/platforms/local/platform.ts')).localPlatform,
  })
  const lines = written.split('\n').filter((each) => each !== '')
  return { app, store, replies: lines.map((each) => JSON.parse(each) as { text?: string; error?: { code: string } }) }
}

test('the console answers every line: with a reply, or with what is wrong with it', async (t) => {
  const { replies, store } = await consoleRun(t, [
    'no json\n',
    '[]\n',
    '\n',
    line({ text: 'nobody' }),
    line({ chat_id: '1', text: 'no id' }),
    line({ chat_id: '1', message_id: 'n', text: 7 }),
    line({ chat_id: '1', message_id: 'e', text: '  ' }),
    line({ chat_id: { a: 1 }, message_id: 'o', text: 'x' }),
    line({ chat_id: '1', message_id: 't', chat_type: '../..', text: 'x' }),
    `{"chat_id":"1","message_id":"long","text":"${'x'.repeat(1_100_000)}"}\n`,
    Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
    said('1', 'hello'),
    said('1', 'hello'),
    said('2', 'last line without an end').trimEnd(),
  ])
  const errors = replies.flatMap(({ error }) => (error === undefined ? [] : [error.code]))
  const bad = 'bad-message'
  assert.deepEqual(errors, [bad, bad, bad, bad, bad, 'empty', 'bad-source', 'bad-source', 'too-long', bad])
  assert.deepEqual(
    replies.flatMap(({ text }) => text ?? []),
    ['echo: hello', 'echo: last line without an end'],
  )
  assert.deepEqual(await countMail(store), { inbox: { answered: 2 }, outbox: { sent: 2 } })
})

test('ids with separators, hostile names and other worlds of text become separate sessions and nothing else', async (t) => {
  const ids = ['../../etc/passwd', 'a/b', 'a:b', 'a', '..', '\u0000', '\u202Eevil', 'ü', '%2e%2e']
  const names = ['# New section\n- do this', 'x'.repeat(10_000), '\u202E', '"}\n{"', '']
  const input = ids.map((id, index) =>
    line({ chat_id: id, user_id: id, user_name: names[index % names.length], message_id: '1', text: `from ${index}` }),
  )
  const { replies, store } = await consoleRun(t, input)
  assert.equal(replies.length, ids.length)
  assert.ok(replies.every(({ error }) => error === undefined))
  const [row] = await store.all<{ n: number }>('select count(distinct session_key) as n from inbox')
  assert.equal(row?.n, ids.length)
})

test('a gateway that was asleep and given up by the others answers nothing that is no longer its own', async (t) => {
  const { app, store } = await gatewayStore(t)
  const [first, second] = [testPlatform(), testPlatform()]
  let [isAsleep, turns] = [true, 0]
  const respond = async (request: TurnRequest): Promise<TurnResult> => {
    turns++
    // The first turn sleeps through everything, and does not listen when it is told to stop.
    if (turns === 1) while (isAsleep) await new Promise((resolve) => setTimeout(resolve, 5))
    return echo(request)
  }
  const sleeper = await testGateway({ app, store, respond, platforms: [first.platform], limits: { leaseMs: 600_000 } })
  await first.say('hello')
  await eventually(() => turns === 1, 'the turn has begun')
  // Others find it dead.
  await endGateway(store, sleeper.id(), { now: app.now(), reason: 'died' })
  await testGateway({ app, store, respond, platforms: [second.platform] })
  await eventually(() => second.sent.length === 1, 'the other one answers')
  isAsleep = false
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.deepEqual([first.sent.length, second.sent.length, turns], [0, 1, 2])
  assert.deepEqual((await countMail(store)).outbox, { sent: 1 })
})

test('a gateway of another machine is dead when its beats stop, and not before: its messages then are answered here', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform()
  const far = { machine: 'elsewhere', pid: process.pid, platforms: ['console'], startedAt: app.now() }
  for (const id of ['beating', 'silent']) {
    await addGateway(store, { id, ...far })
    const source = JSON.stringify({ platform: 'console', chat_type: 'dm', chat_id: id, message_id: '1' })
    const message = {
      platform: 'console',
      chatId: id,
      messageId: '1',
      lane: id,
      sessionKey: id,
      kind: 'message' as const,
    }
    await storeIncoming(store, [
      { ...message, id: inboxId('console', id, '1'), source, text: id, receivedAt: 1, gateway: id },
    ])
    const [{ seq } = { seq: 0 }] = await openInbox(store, { gateway: id })
    assert.ok(await beginMessage(store, { seq, gateway: id, now: 1 }))
  }
  const timer = setInterval(() => void beatGateway(store, 'beating', app.now()), 50)
  await testGateway({ app, store, platforms: [chat.platform], limits: { leaseMs: 5_000 } })
  await eventually(() => chat.sent.length > 0, 'the silent one is given up')
  clearInterval(timer)
  assert.deepEqual(
    chat.sent.map(({ chatId }) => chatId),
    ['silent'],
  )
  assert.deepEqual((await readGateways(store, { ended: 1 })).at(-1)?.endReason, 'died')
})

test('clocks that jump make nobody dead, and nothing waits for the old time to come back', async (t) => {
  const { app, store } = await gatewayStore(t)
  const [first, second] = [testPlatform(), testPlatform()]
  let offset = 0
  const jumping = { ...app, now: () => Date.now() + offset }
  const gateway = await testGateway({ app, store, platforms: [first.platform], limits: { leaseMs: 3_000 } })
  await testGateway({ app: jumping, store, platforms: [second.platform], limits: { leaseMs: 3_000 } })
  for (const jump of [365 * 24 * 3_600_000, -365 * 24 * 3_600_000, 0]) {
    offset = jump
    await second.say('after the jump', { chatId: String(jump) })
    await first.say('meanwhile', { chatId: `other ${jump}` })
    await eventually(() => second.sent.some(({ chatId }) => chatId === String(jump)), 'an answer')
    await eventually(() => first.sent.some(({ chatId }) => chatId === `other ${jump}`), 'an answer of the other')
  }
  assert.equal((await readGateways(store)).length, 2)
  assert.ok((await readGateways(store)).some(({ id }) => id === gateway.id()))
})

/** A store that is away while it is told to be. */
const failing = (store: Connection, isAway: () => boolean): Connection => {
  const guard =
    <A extends unknown[], R>(work: (...words: A) => Promise<R>) =>
    async (...words: A): Promise<R> => {
      if (isAway()) throw new Error('the store is away')
      return work(...words)
    }
  return {
    ...store,
    all: guard(store.all) as Connection['all'],
    run: guard(store.run),
    transaction: guard(store.transaction) as Connection['transaction'],
  }
}

test('a store that goes away while something is sent: it is not sent a second time, and everything is written down when it is back', async (t) => {
  const { app, store } = await gatewayStore(t)
  let isAway = false
  const chat = testPlatform()
  chat.behave = () => {
    isAway = true
    setTimeout(() => {
      isAway = false
    }, 400)
    return { outcome: 'sent' }
  }
  const shaky = failing(store, () => isAway)
  const gateway = await testGateway({ app, store: shaky, platforms: [chat.platform] })
  await chat.say('hello')
  await eventually(async () => !isAway && (await countMail(store)).outbox['sent'] === 1, 'it is known to be sent')
  assert.equal(chat.sent.length, 1)
  isAway = true
  await assert.rejects(chat.say('not stored'), /away/)
  isAway = false
  await gateway.stop()
})

/** A store whose statements fail now and then: some before they have done anything, some after. */
const unreliable = (store: Connection, chance: () => number): Connection => {
  const shaken =
    <A extends unknown[], R>(work: (...words: A) => Promise<R>) =>
    async (...words: A): Promise<R> => {
      if (chance() < 0.05) throw new AppError('store-unreachable', 'the line went dead before')
      const result = await work(...words)
      if (chance() < 0.05) throw new AppError('store-unreachable', 'the line went dead after')
      return result
    }
  return { ...store, run: shaken(store.run), transaction: shaken(store.transaction) as Connection['transaction'] }
}

test('a store that loses questions and answers: every message is answered, each once', async (t) => {
  const { app, store } = await gatewayStore(t)
  const random = createRandom(3)
  let isCalm = true
  const shaky = unreliable(store, () => (isCalm ? 1 : random.between(0, 1_000) / 1_000))
  const chat = testPlatform()
  const gateway = await testGateway({ app, store: shaky, platforms: [chat.platform], limits: { leaseMs: 300 } })
  isCalm = false
  for (let count = 0; count < 30; count++)
    for (;;) {
      // Whoever is not told that it has arrived sends it again.
      const source = { chatId: `chat ${count % 10}`, messageId: `${count}` }
      if (
        await chat.say(`${count}`, source).then(
          () => true,
          () => false,
        )
      )
        break
    }
  await eventually(() => chat.sent.length >= 30, 'everything is answered')
  isCalm = true
  await gateway.stop()
  assert.deepEqual(
    chat.sent.map(({ text }) => Number(text.slice('echo: '.length))).toSorted((a, b) => a - b),
    Array.from({ length: 30 }, (_, count) => count),
  )
  assert.deepEqual(await countMail(store), { inbox: { answered: 30 }, outbox: { sent: 30 } })
})

test('the status of a gateway whose process is gone says so, before another one has found it', async (t) => {
  const { app, store } = await gatewayStore(t)
  const dead = spawnSync(process.execPath, ['-e', ''])
  const gateway = await testGateway({ app, store, platforms: [testPlatform('telegram').platform] })
  const machine = (await readGateways(store))[0]?.machine ?? ''
  for (const [id, where] of [
    ['here', machine],
    ['elsewhere', 'another/pid:[1]'],
  ] as const)
    await addGateway(store, { id, machine: where, pid: dead.pid, platforms: ['pigeon'], startedAt: app.now() })
  const { gateways } = await gatewayStatus(app, store)
  assert.deepEqual(
    new Map(gateways.map(({ id, state }) => [id, state])),
    new Map([
      [gateway.id(), 'running'],
      ['here', 'died'],
      ['elsewhere', 'running'],
    ]),
  )
})

test('status, people and jobs print what their shapes promise', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform('telegram', { admission: 'list' })
  chat.behave = () => ({ outcome: 'rejected', reason: 'blocked' })
  await testGateway({ app, store, platforms: [chat.platform] })
  await chat.say('let me in', { userId: '99', userName: 'Kim' })
  await eventually(async () => (await countMail(store)).outbox['saved'] === 1, 'the code could not be delivered')
  const status = v.parse(GatewayStatus, await gatewayStatus(app, store))
  assert.deepEqual(
    [status.gateways.length, status.pairings, status.pending.map(({ state }) => state)],
    [1, 1, ['saved']],
  )
  const { waiting } = v.parse(GatewayPeople, await gatewayPeople(app, store))
  const approved = v.parse(GatewayPeople, await approve(app, store, (waiting[0]?.code ?? '').toLowerCase()))
  assert.deepEqual(
    approved.admitted.map(({ platform, userId, userName }) => [platform, userId, userName]),
    [['telegram', '99', 'Kim']],
  )
  chat.behave = () => ({ outcome: 'sent' })
  assert.equal((await chat.say('and now?', { userId: '99' })).outcome, 'stored')
  await assert.rejects(approve(app, store, 'NOTHING1'), { code: 'no-such-code' })
  const added = v.parse(
    JobList,
    await addCron(app, store, { schedule: '0 9 * * 1', prompt: 'what is new?', deliver: 'local', timezone: 'UTC' }),
  )
  const typo = { schedule: '0 9 * * 1', prompt: 'x', deliver: 'local, telegarm:7', timezone: 'UTC' }
  await assert.rejects(addCron(app, store, typo), { code: 'unknown-platform', message: /telegarm/ })
  for (const how of ['paused', 'resumed', 'queued', 'removed'] as const)
    v.parse(JobList, await changeCron(app, store, { how, job: added.changed?.job.id ?? '' }))
  assert.deepEqual(v.parse(JobList, await listCron(store)).jobs, [])
})

test('SIGTERM lets a gateway end by itself, with the mark of a clean end and nothing left to take over', async (t) => {
  const home = scratch(t)
  const address = `sqlite:${join(home, 'store.db')}`
  const child = spawn(process.execPath, [join(import.meta.dirname, 'support', 'gateway-child.ts'), address, home])
  t.after(() => child.kill('SIGKILL'))
  let [out, notes] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    notes += text
  })
  await eventually(() => notes.includes('ready'), 'it is ready')
  child.stdin.write(Array.from({ length: 20 }, (_, index) => said(`${index}`, `m${index}`)).join(''))
  await eventually(() => out.includes('"text"'), 'it works')
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'close'), [0, null], notes)
  const store = await openStore(address)
  t.after(() => void store.close())
  assert.deepEqual(
    (await readGateways(store, { ended: 5 })).map(({ endReason }) => endReason),
    ['stopped'],
  )
  const { inbox, outbox } = await countMail(store)
  assert.deepEqual([inbox['running'], outbox['sending'], outbox['unsure']], [undefined, undefined, undefined])
  const replies = out.split('\n').filter((each) => each.includes('"text"')).length
  assert.equal(replies, outbox['sent'])
})
