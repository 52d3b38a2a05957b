import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TurnRequest, TurnResult } from '../src/agent/turn.ts'
import { addPairing, approvePairing, dismiss } from '../src/store/chats/admission.ts'
import { countMail, readGateways } from '../src/store/chats/gateway.ts'
import { troubledOutbox } from '../src/store/chats/outbox.ts'
import { eventually } from './support/eventually.ts'
import { echo, gatewayStore, storedEcho, testConfig, testGateway, testPlatform } from './support/gateway.ts'

test('a message is stored, answered once, and dropped when it comes again', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform()
  await testGateway({ app, store, platforms: [chat.platform] })
  assert.equal((await chat.say('hello', { messageId: '1' })).outcome, 'stored')
  assert.equal((await chat.say('hello', { messageId: '1' })).outcome, 'duplicate')
  assert.equal((await chat.say('hello', { messageId: '1', chatId: 'another' })).outcome, 'stored')
  await eventually(() => chat.sent.length === 2, 'two replies')
  assert.deepEqual(chat.sent.map(({ text, chatId }) => `${chatId} ${text}`).toSorted(), [
    'another echo: hello',
    'chat echo: hello',
  ])
  await eventually(async () => (await countMail(store)).outbox['sent'] === 2, 'both are known to be sent')
  assert.deepEqual((await countMail(store)).inbox, { answered: 2 })
})

test('messages of a session are answered in order and one at a time, those of others side by side', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform()
  const running = new Set<string>()
  let most = 0
  const respond = async (request: TurnRequest): Promise<TurnResult> => {
    assert.ok(!running.has(request.session))
    running.add(request.session)
    most = Math.max(most, running.size)
    await new Promise((resolve) => setTimeout(resolve, 3))
    running.delete(request.session)
    return echo(request)
  }
  await testGateway({ app, store, respond, platforms: [chat.platform], limits: { parallelTurns: 4 } })
  for (let round = 0; round < 10; round++)
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((chatId) => chat.say(`${round}`, { chatId })))
  await eventually(() => chat.sent.length === 60, 'all replies')
  for (const chatId of ['a', 'f']) {
    const texts = chat.sent.filter((message) => message.chatId === chatId).map(({ text }) => text)
    assert.deepEqual(
      texts,
      Array.from({ length: 10 }, (_, round) => `echo: ${round}`),
    )
  }
  assert.ok(most > 1 && most <= 4, `${most} at once`)
})

test('a gateway that stops ends what runs, gives the rest to the next one, and says that it ended well', async (t) => {
  const { app, store } = await gatewayStore(t)
  const first = testPlatform()
  let isHeld = true
  const respond = async (request: TurnRequest): Promise<TurnResult> => {
    while (isHeld && request.text === 'slow' && request.signal?.aborted !== true)
      await new Promise((resolve) => setTimeout(resolve, 5))
    return request.signal?.aborted === true ? { ...(await echo(request)), end: 'aborted' } : echo(request)
  }
  const gateway = await testGateway({
    app,
    store,
    respond,
    platforms: [first.platform],
    limits: { drainMs: 50, parallelTurns: 1 },
  })
  await first.say('slow')
  await first.say('queued', { chatId: 'another' })
  await eventually(async () => (await countMail(store)).inbox['running'] === 1, 'a turn runs')
  await gateway.stop()
  assert.equal((await first.say('too late')).outcome, 'stopping')
  assert.deepEqual(await countMail(store), { inbox: { waiting: 2 }, outbox: {} })
  assert.deepEqual(
    (await readGateways(store, { ended: 5 })).map(({ endReason }) => endReason),
    ['stopped'],
  )
  isHeld = false
  const second = testPlatform()
  await testGateway({ app, store, respond, platforms: [second.platform] })
  await eventually(() => second.sent.length === 2, 'the next gateway answers')
  assert.deepEqual(first.sent, [])
})

test('what a platform refuses is sent again, what may have arrived is not, and what never will is saved', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform()
  const tries: string[] = []
  chat.behave = ({ text }) => {
    tries.push(text)
    const count = tries.filter((each) => each === text).length
    if (text === 'echo: busy' && count < 3) return { outcome: 'refused', reason: 'busy', retryAfterMs: 1 }
    if (text === 'echo: lost') return { outcome: 'unknown', reason: 'the line went dead' }
    if (text === 'echo: blocked') return { outcome: 'rejected', reason: 'blocked by the user' }
    if (text === 'echo: broken') throw new Error('a platform that breaks its promise')
    return { outcome: 'sent' }
  }
  await testGateway({ app, store, platforms: [chat.platform] })
  for (const text of ['busy', 'lost', 'blocked', 'broken', 'fine']) await chat.say(text, { chatId: text })
  await eventually(async () => {
    const { outbox } = await countMail(store)
    return outbox['sent'] === 2 && outbox['unsure'] === 2 && outbox['saved'] === 1
  }, 'everything has come to its end')
  assert.deepEqual(tries.filter((text) => text === 'echo: lost').length, 1)
  assert.deepEqual(tries.filter((text) => text === 'echo: busy').length, 3)
  const saved = (await troubledOutbox(store, 10)).find(({ state }) => state === 'saved')
  assert.match(saved?.savedAt ?? '', /cron\/output\/undelivered\//)
})

test('nobody is admitted by default: a stranger gets one code and nothing else', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform('telegram', { admission: 'list' })
  let turns = 0
  const respond = async (request: TurnRequest): Promise<TurnResult> => {
    turns++
    return echo(request)
  }
  await testGateway({
    app,
    store,
    respond,
    platforms: [chat.platform],
    config: testConfig({ allow: new Map([['telegram', ['sam']]]) }),
  })
  for (let count = 0; count < 5; count++)
    assert.equal((await chat.say('let me in', { userId: 'stranger' })).outcome, 'not-admitted')
  assert.equal((await chat.say('in a group', { userId: 'other', chatType: 'group' })).outcome, 'not-admitted')
  assert.equal((await chat.say('hi', { userId: 'sam' })).outcome, 'stored')
  await eventually(() => chat.sent.length === 2, 'a code and a reply')
  assert.equal(turns, 1)
  assert.match(chat.sent.map(({ text }) => text).join('\n'), /give them this code: [2-9A-Z]{8}/)
})

test('what somebody has asked who is dismissed before it is begun is not done', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform('telegram', { admission: 'list' })
  const pairing = {
    code: 'AAAA2222',
    platform: 'telegram',
    userId: 'kim',
    userName: 'Kim',
    askedAt: 0,
    until: app.now() + 60_000,
  }
  await addPairing(store, pairing, 20)
  await approvePairing(store, 'AAAA2222', app.now())
  const asked: string[] = []
  const ready = Promise.withResolvers<undefined>()
  const respond = async (request: TurnRequest): Promise<TurnResult> => {
    asked.push(request.text)
    await ready.promise
    return echo(request)
  }
  await testGateway({ app, store, respond, platforms: [chat.platform] })
  await chat.say('one', { userId: 'kim' })
  await chat.say('two', { userId: 'kim' })
  await eventually(() => asked.length === 1, 'the first is worked on')
  await dismiss(store, 'telegram', 'kim')
  ready.resolve(undefined)
  await eventually(async () => (await countMail(store)).inbox['answered'] === 2, 'both are done with')
  assert.deepEqual([asked, chat.sent.map(({ text }) => text)], [['one'], ['echo: one']])
})

test('a flood is answered with one word, and others are not held up by it', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform('telegram', { admission: 'list' })
  const config = testConfig({ allow: new Map([['telegram', ['sam', 'kim']]]) })
  await testGateway({
    app,
    store,
    config,
    platforms: [chat.platform],
    limits: { rate: { burst: 3, refillMs: 1e9 } },
  })
  const outcomes = []
  for (let count = 0; count < 20; count++)
    outcomes.push((await chat.say(`${count}`, { userId: 'sam', chatId: 'sam' })).outcome)
  assert.deepEqual(outcomes.filter((outcome) => outcome === 'stored').length, 3)
  assert.equal((await chat.say('hello', { userId: 'kim', chatId: 'kim' })).outcome, 'stored')
  await eventually(() => chat.sent.length === 5, 'three replies, one word, and the reply to another')
  assert.equal(chat.sent.filter(({ text }) => text.includes('more than I can follow')).length, 1)
})

test('commands of the chat: new, undo, status, stop, sethome, help', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform()
  const sessions: string[] = []
  const answer = storedEcho(store, app.now)
  const respond = async (request: TurnRequest): Promise<TurnResult> => {
    sessions.push(request.session)
    while (request.text === 'long' && request.signal?.aborted !== true)
      await new Promise((resolve) => setTimeout(resolve, 5))
    return request.signal?.aborted === true ? { ...(await answer(request)), end: 'aborted' } : answer(request)
  }
  const config = testConfig({ approvers: new Map([['console', ['user']]]) })
  await testGateway({ app, store, respond, config, platforms: [chat.platform] })
  const said: [text: string, reply: RegExp][] = [
    ['/undo', /did not work/],
    ['one', /echo: one/],
    ['/new', /new session/i],
    ['two', /echo: two/],
    ['/undo@some_bot', /Back in the session/],
    ['three', /echo: three/],
    ['/status', /^Session \S+\n/],
    ['/sethome', /home now/],
    ['/stop', /Nothing is being worked on/],
    ['/help', /\/resume/],
    ['/etc/hosts is a file', /echo: \/etc/],
  ]
  for (const [index, [text, reply]] of said.entries()) {
    await chat.say(text)
    await eventually(() => chat.sent.length === index + 1, `a reply to ${text}`)
    assert.match(chat.sent.at(-1)?.text ?? '', reply, text)
  }
  const [one, two] = sessions
  assert.notEqual(one, two)
  assert.deepEqual(sessions, [one, two, one, one])
  await chat.say('long')
  await eventually(() => sessions.length === 5, 'a long turn runs')
  await chat.say('/stop')
  await eventually(() => chat.sent.length === said.length + 2, 'it is stopped')
  assert.deepEqual(
    chat.sent
      .slice(-2)
      .map(({ text }) => text)
      .toSorted(),
    ['Stopped.', 'Stopping.'],
  )
})

test('a turn that fails is told in words, and the next message is answered', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform()
  const respond = async (request: TurnRequest): Promise<TurnResult> => {
    if (request.text === 'boom') throw new Error('the model is away')
    if (request.text === 'fail') return { ...(await echo(request)), end: 'failed', error: 'no key for the model' }
    return echo(request)
  }
  await testGateway({ app, store, respond, platforms: [chat.platform] })
  for (const text of ['boom', 'fail', 'fine']) await chat.say(text)
  await eventually(() => chat.sent.length === 3, 'three replies')
  assert.match(chat.sent[0]?.text ?? '', /Something went wrong here: the model is away/)
  assert.match(chat.sent[1]?.text ?? '', /did not work: no key/)
  assert.equal(chat.sent[2]?.text, 'echo: fine')
})

test('a long answer comes in parts, in order', async (t) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform('console', { messageChars: 100 })
  const words = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
  const respond = async (request: TurnRequest): Promise<TurnResult> => ({ ...(await echo(request)), text: words })
  await testGateway({ app, store, respond, platforms: [chat.platform] })
  await chat.say('tell me')
  await eventually(() => chat.sent.length > 0 && chat.sent.length === chat.sent[0]?.parts, 'all parts')
  assert.equal(chat.sent.map(({ text }) => text).join(''), words)
})
