import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { ChatDependencies } from '../src/gateway/sessions/chat-dependencies.ts'
import { toParent } from '../src/gateway/sessions/chat-session-record.ts'
import { createChatSessions } from '../src/gateway/sessions/chat-sessions.ts'
import { readGatewayConfig } from '../src/gateway/config/config.ts'
import { readSource } from '../src/gateway/identity/source.ts'
import type { Connection } from '../src/store/connection.ts'
import { readMessages } from '../src/store/live/live-message.ts'
import { addUsage, findLiveSessions, readLiveSession } from '../src/store/live/live-session.ts'
import { openStore } from '../src/store/open.ts'
import { sayIn } from './support/live-session.ts'
import { bothEngines } from './support/engines.ts'
import { scratch } from './support/store.ts'

const ENGINES = bothEngines()

const HOUR = 3_600_000
const BEGIN = Date.UTC(2026, 5, 10, 12)
const SAM = readSource({ platform: 'telegram', chat_id: 42, user_id: 42, user_name: 'Sam' })
const KIM = readSource({ platform: 'telegram', chat_id: 43, user_id: 43, user_name: 'Kim' })
const KEY = 'agent:main:telegram:dm:42'

type TestContext = Parameters<typeof scratch>[0]

const world = (store: Connection, config: unknown = {}, change: Partial<ChatDependencies> = {}) => {
  const clock = { now: BEGIN }
  let made = 0
  const chats = createChatSessions({
    store,
    config: readGatewayConfig(config),
    now: () => clock.now,
    newId: () => `s${++made}`,
    ...change,
  })
  const say = async (source = SAM, text = 'hello'): Promise<string> => {
    const { chat } = await chats.getOrCreate(source)
    await sayIn(store, { session: chat.session, owner: chat.owner, at: clock.now, text })
    return chat.session
  }
  return { chats, clock, say }
}

for (const { engine, address } of ENGINES) {
  suite(engine, () => {
    const opened = async (t: TestContext): Promise<Connection> => {
      const store = await openStore(address(scratch(t)))
      t.after(() => void store.close())
      return store
    }

    test('a chat keeps its session, and another chat has another', async (t) => {
      const { chats, say } = world(await opened(t))
      const first = await chats.getOrCreate(SAM)
      assert.deepEqual([first.isNew, first.wasReset, first.chat.key, first.chat.session], [true, false, KEY, 's1'])
      assert.equal(await say(), 's1')
      assert.equal(await say(KIM), 's2')
      assert.equal((await chats.getOrCreate(SAM)).isNew, false)
    })

    test('first messages that come at once get one session', async (t) => {
      const { chats } = world(await opened(t))
      const found = await Promise.all(Array.from({ length: 40 }, () => chats.getOrCreate(SAM)))
      assert.equal(new Set(found.map(({ chat }) => chat.session)).size, 1)
      assert.equal(found.filter(({ isNew }) => isNew).length, 1)
    })

    test('messages that come at once after a silence make one reset', async (t) => {
      const { chats, clock, say } = world(await opened(t), { reset: { mode: 'idle' } })
      await say()
      clock.now += 30 * HOUR
      const found = await Promise.all(Array.from({ length: 20 }, () => chats.getOrCreate(SAM)))
      assert.equal(new Set(found.map(({ chat }) => chat.session)).size, 1)
      assert.equal(found.filter(({ wasReset }) => wasReset).length, 1)
      const notices = await Promise.all(found.map(() => chats.takeResetNotice(KEY)))
      assert.equal(notices.filter((notice) => notice !== undefined).length, 1)
    })

    test('no policy, no reset, however long the silence', async (t) => {
      const { clock, say } = world(await opened(t))
      await say()
      clock.now += 10 * 365 * 24 * HOUR
      assert.equal(await say(), 's1')
    })

    test('a reset ends the last session with its reason, tells once, and leaves an empty transcript', async (t) => {
      const store = await opened(t)
      const { chats, clock, say } = world(store, { reset: { mode: 'idle' } })
      await say()
      clock.now += 26 * HOUR
      const { chat, wasReset } = await chats.getOrCreate(SAM)
      assert.deepEqual([wasReset, chat.session], [true, 's2'])
      assert.deepEqual(chat.previous, { session: 's1', reason: 'idle', at: clock.now, hadActivity: true })
      assert.deepEqual(toParent(chat), { session: 's1', kind: 'reset' })
      assert.equal((await readLiveSession(store, 'telegram:42', 's1'))?.endReason, 'idle')
      assert.deepEqual(await readMessages(store, 's2'), [])
      assert.equal((await readMessages(store, 's1')).length, 1)
      const notice = await chats.takeResetNotice(KEY)
      assert.equal(
        notice?.text,
        'This chat began a new session: nothing was written for 26 h (the limit is 24 h). ' +
          'The earlier conversation is kept: send /undo_reset to have it back.',
      )
      assert.match(notice?.note ?? '', /You do not have the messages of the earlier one \(s1\)[^]*do not guess/)
      assert.equal(await chats.takeResetNotice(KEY), undefined)
    })

    test('a notice that is taken in a transaction that fails is still to be told', async (t) => {
      const store = await opened(t)
      const { chats, clock, say } = world(store, { reset: { mode: 'idle' } })
      await say()
      clock.now += 26 * HOUR
      await say()
      const failing = store.transaction(async (transaction) => {
        assert.ok(await chats.takeResetNotice(KEY, transaction))
        throw new Error('on purpose')
      })
      await assert.rejects(failing, /on purpose/)
      assert.ok(await chats.takeResetNotice(KEY))
    })

    test('where nobody is to be told, the model still is', async (t) => {
      const { chats, clock, say } = world(await opened(t), { reset: { mode: 'idle', notify: false } })
      await say()
      clock.now += 26 * HOUR
      await say()
      const notice = await chats.takeResetNotice(KEY)
      assert.equal(notice?.text, undefined)
      assert.match(notice?.note ?? '', /new session/)
    })

    test('a session in which nothing was said is not worth a notice, nor going back to', async (t) => {
      const { chats, clock } = world(await opened(t), { reset: { mode: 'idle' } })
      await chats.getOrCreate(SAM)
      clock.now += 26 * HOUR
      const { chat, wasReset } = await chats.getOrCreate(SAM)
      assert.deepEqual([wasReset, chat.previous], [true, undefined])
      assert.equal(await chats.takeResetNotice(KEY), undefined)
    })

    test('an undo brings the last session back as it was, once, and what was said since is kept', async (t) => {
      const store = await opened(t)
      const { chats, clock, say } = world(store, { reset: { mode: 'both' } })
      await say(SAM, 'the old plan')
      const before = await readLiveSession(store, 'telegram:42', 's1')
      clock.now += 26 * HOUR
      await say(SAM, 'what plan?')
      const back = await chats.undoReset(KEY)
      assert.equal(back.session, 's1')
      assert.deepEqual(await readLiveSession(store, 'telegram:42', 's1'), before)
      assert.deepEqual(
        (await readMessages(store, 's1')).map((message) => message.text),
        ['the old plan'],
      )
      // What was said in between is neither mixed in nor lost.
      assert.equal((await readLiveSession(store, 'telegram:42', 's2'))?.endReason, 'reset-undone')
      assert.equal((await readMessages(store, 's2')).length, 1)
      // The next message must not be taken for one after a long silence, and what was undone is not announced.
      clock.now += 1_000
      assert.equal(await say(), 's1')
      assert.equal(await chats.takeResetNotice(KEY), undefined)
      await assert.rejects(chats.undoReset(KEY), { code: 'nothing-to-undo' })
    })

    test('resets in a row are undone to the last session in which something was said', async (t) => {
      const { chats, say } = world(await opened(t))
      await say()
      await chats.reset(KEY)
      await chats.reset(KEY)
      await chats.getOrCreate(SAM, { forceNew: true })
      assert.equal((await chats.undoReset(KEY)).session, 's1')
    })

    test('a notice of a process moves no clock of a person, and still lets a due reset happen', async (t) => {
      const { chats, clock, say } = world(await opened(t), { reset: { mode: 'idle' } })
      await say()
      for (let hours = 0; hours < 24; hours += 6) {
        clock.now += 6 * HOUR
        const { chat, wasReset } = await chats.getOrCreate(SAM, { isInternal: true })
        assert.deepEqual([wasReset, chat.clocks.interactedAt, chat.clocks.updatedAt], [false, BEGIN, clock.now])
      }
      clock.now += HOUR
      assert.equal((await chats.getOrCreate(SAM, { isInternal: true })).wasReset, true)
    })

    test('a process that runs keeps the session, an old one does not, and where nobody knows it is kept', async (t) => {
      const running = new Map<string, number | Error>()
      const hasActiveProcess = async (key: string, youngerThanMs: number): Promise<boolean> => {
        const age = running.get(key)
        if (age instanceof Error) throw age
        return age !== undefined && age < youngerThanMs
      }
      const { chats, clock, say } = world(await opened(t), { reset: { mode: 'idle' } }, { hasActiveProcess })
      await say()
      clock.now += 26 * HOUR
      running.set(KEY, 2 * HOUR)
      assert.equal((await chats.getOrCreate(SAM, { isInternal: true })).wasReset, false)
      running.set(KEY, new Error('no answer'))
      assert.equal((await chats.getOrCreate(SAM, { isInternal: true })).wasReset, false)
      running.set(KEY, 25 * HOUR)
      assert.equal((await chats.getOrCreate(SAM, { isInternal: true })).wasReset, true)
    })

    test('the last session is handed over where the policy says so, and a failure of that costs no message', async (t) => {
      const asked: unknown[] = []
      const handover: ChatDependencies['handover'] = async (previous) => {
        asked.push(previous)
        if (asked.length > 1) throw new Error('no model')
        return 'Earlier: the plan was to paint the shed.'
      }
      const { chats, clock, say } = world(await opened(t), { reset: { mode: 'idle', handover: true } }, { handover })
      await say()
      clock.now += 26 * HOUR
      await say()
      assert.deepEqual(asked, [{ session: 's1', owner: 'telegram:42', platform: 'telegram', next: 's2' }])
      assert.match((await chats.takeResetNotice(KEY))?.note ?? '', /paint the shed/)
      clock.now += 26 * HOUR
      assert.equal(await say(), 's3')
      assert.match((await chats.takeResetNotice(KEY))?.note ?? '', /could not be made: no model/)
    })

    test('a clock that was wrong for a while does no harm for long', async (t) => {
      const { chats, clock, say } = world(await opened(t), { reset: { mode: 'both' } })
      clock.now = BEGIN + 400 * 24 * HOUR
      await say()
      clock.now = BEGIN
      assert.equal(await say(), 's1')
      const clocks = (await chats.find(KEY))?.clocks
      assert.deepEqual(clocks, { startedAt: BEGIN, interactedAt: BEGIN, updatedAt: BEGIN })
      clock.now = BEGIN + 26 * HOUR
      assert.equal(await say(), 's2')
    })

    test('metadata is joined and moves no clock', async (t) => {
      const { chats, clock, say } = world(await opened(t))
      await say()
      const before = (await chats.find(KEY))?.clocks
      clock.now += HOUR
      await Promise.all(['a', 'b', 'c', 'd'].map((name) => chats.setMetadata(KEY, { [name]: 1 })))
      await chats.setMetadata(KEY, { a: undefined })
      const found = await chats.find(KEY)
      assert.deepEqual(Object.keys(found?.metadata ?? {}).toSorted(), ['b', 'c', 'd'])
      assert.deepEqual(found?.clocks, before)
    })

    test('lists go by what happened last, with tokens where somebody counted them', async (t) => {
      const store = await opened(t)
      const { chats, clock, say } = world(store)
      await say()
      clock.now += 2 * HOUR
      await say(KIM)
      await addUsage(store, 's1', {
        inputTokens: 100,
        outputTokens: 0,
        cacheReadTokens: undefined,
        cacheWriteTokens: undefined,
      })
      const [kim, sam, ...rest] = await chats.list()
      assert.deepEqual([kim?.displayName, sam?.displayName, rest.length], ['Kim', 'Sam', 0])
      assert.deepEqual(
        [sam?.usage.inputTokens, sam?.usage.outputTokens, sam?.usage.cacheReadTokens],
        [100, 0, undefined],
      )
      assert.equal(kim?.usage.inputTokens, undefined)
      assert.deepEqual(
        (await chats.list({ activeWithinMinutes: 60 })).map((chat) => chat.session),
        ['s2'],
      )
      assert.deepEqual(
        (await chats.list({ owner: 'telegram:42' })).map((chat) => chat.session),
        ['s1'],
      )
      assert.deepEqual(await chats.list({ platform: 'discord' }), [])
    })

    test('an earlier session is gone on with by its own person alone', async (t) => {
      const store = await opened(t)
      const { chats, say } = world(store)
      await say()
      await say(KIM)
      await chats.reset(KEY)
      await say()
      await assert.rejects(chats.resume(KEY, 's2'), { code: 'no-such-session' })
      assert.equal((await chats.resume(KEY, 's1')).session, 's1')
      assert.equal((await readLiveSession(store, 'telegram:42', 's3'))?.endReason, 'resumed')
      assert.equal((await readLiveSession(store, 'telegram:42', 's1'))?.endedAt, undefined)
      assert.equal((await chats.undoReset(KEY)).session, 's3')
      // What an owner finds are their own.
      assert.deepEqual(
        (await findLiveSessions(store, 'telegram:43', {})).map(({ id }) => id),
        ['s2'],
      )
    })

    test('a session is in one chat at a time', async (t) => {
      const { chats, say } = world(await opened(t))
      const group = readSource({ platform: 'telegram', chat_type: 'group', chat_id: -5, user_id: 42 })
      await say()
      await say(group)
      await assert.rejects(chats.resume(KEY, 's2'), { code: 'session-in-use', message: /group:-5:42/ })
      // Neither by an undo: the group has moved on and the direct chat has taken its session up.
      await chats.reset('agent:main:telegram:group:-5:42')
      await chats.resume(KEY, 's2')
      await assert.rejects(chats.undoReset('agent:main:telegram:group:-5:42'), { code: 'session-in-use' })
    })

    test('a thread and a user of the same number do not get into each other’s session', async (t) => {
      const { chats } = world(await opened(t))
      const user = readSource({ platform: 'webhook', chat_type: 'group', chat_id: 'g', user_id: '17' })
      const thread = readSource({
        platform: 'webhook',
        chat_type: 'group',
        chat_id: 'g',
        user_id: '5',
        thread_id: '17',
      })
      const first = await chats.getOrCreate(user)
      const second = await chats.getOrCreate(thread)
      assert.deepEqual(
        [first.chat.key, second.chat.key],
        ['agent:main:webhook:group:g:17', 'agent:main:webhook:group:g:17:~chat-thread'],
      )
      assert.deepEqual([await chats.keyOf(user), await chats.keyOf(thread)], [first.chat.key, second.chat.key])
      assert.equal((await chats.getOrCreate(thread)).chat.session, second.chat.session)
      assert.equal((await chats.getOrCreate(user)).chat.session, first.chat.session)
    })

    test('the configuration says who shares a session', async (t) => {
      const group = (user: number) =>
        readSource({ platform: 'telegram', chat_type: 'group', chat_id: -5, user_id: user })
      const apart = world(await opened(t))
      assert.notEqual(await apart.say(group(1)), await apart.say(group(2)))
      const together = world(await opened(t), { groupSessionsPerUser: false })
      assert.equal(await together.say(group(1)), await together.say(group(2)))
      const linked = world(await opened(t), { identityLinks: { sam: ['telegram:42', 'discord:77'] } })
      const elsewhere = readSource({ platform: 'discord', chat_id: 5, user_id: 77 })
      assert.equal(await linked.say(SAM), await linked.say(elsewhere))
      assert.equal((await linked.chats.find('agent:main:person:dm:sam'))?.source.platform, 'discord')
    })

    test('somebody else who writes in a direct chat has a session of their own there', async (t) => {
      const { chats, say } = world(await opened(t))
      const other = readSource({ platform: 'telegram', chat_id: 42, user_id: 7 })
      const nobody = readSource({ platform: 'telegram', chat_id: 42, user_name: 'Sam' })
      assert.equal(await say(SAM), 's1')
      assert.equal(await say(other), 's2')
      assert.equal(await say(SAM), 's1')
      assert.equal(await say(other), 's2')
      assert.deepEqual([await chats.keyOf(SAM), await chats.keyOf(other)], [KEY, `${KEY}:~telegram%3A7`])
      // Here the platform does not say who wrote, and a chat's own id is that of the person.
      assert.equal(await say(nobody), 's1')
    })

    test('a chat stays whose it is when they are linked, are linked no more, or get a name', async (t) => {
      const store = await opened(t)
      const inGroup = readSource({ platform: 'telegram', chat_type: 'group', chat_id: -5, user_id: 42 })
      const alone = world(store)
      const session = await alone.say(inGroup)
      const linked = world(store, { identityLinks: { sam: ['telegram:42'] } }, { newId: () => 'never' })
      for (const { say, owner } of [
        { say: linked.say, owner: 'person:sam' },
        { say: alone.say, owner: 'telegram:42' },
      ]) {
        assert.equal(await say(inGroup), session)
        assert.equal((await readLiveSession(store, owner, session))?.owner, owner)
        assert.equal((await alone.chats.findBySession(session))?.owner, owner)
      }
      const unnamed = await alone.say(readSource({ platform: 'webhook', chat_id: 'room' }))
      assert.equal(await alone.say(readSource({ platform: 'webhook', chat_id: 'room', user_id: 'kim' })), unnamed)
      assert.notEqual(await alone.say(readSource({ platform: 'webhook', chat_id: 'room', user_id: 'sam' })), unnamed)
      assert.notEqual(await alone.say(readSource({ platform: 'webhook', chat_id: 'room' })), unnamed)
      assert.equal((await readLiveSession(store, 'webhook:kim', unnamed))?.owner, 'webhook:kim')
    })

    test('in a shared chat nobody’s name is kept, and it owns its session', async (t) => {
      const { chats } = world(await opened(t))
      const from = (user: string) =>
        readSource({
          platform: 'discord',
          chat_type: 'thread',
          chat_id: 't',
          thread_id: 't',
          user_id: user,
          user_name: user,
        })
      const { chat } = await chats.getOrCreate(from('sam'))
      const again = await chats.getOrCreate(from('kim'))
      assert.equal(again.chat.session, chat.session)
      assert.deepEqual([again.chat.owner, again.chat.source.userName], ['discord:chat:t', undefined])
    })

    test('a chat is found by the beginning of its key, by its session, and by nothing else', async (t) => {
      const { chats, say } = world(await opened(t))
      await say()
      await say(KIM)
      const far = readSource({ platform: 'telegram', chat_id: 421 })
      await say(far)
      assert.deepEqual(
        (await chats.findByPrefix(KEY)).map(({ key }) => key),
        [KEY],
      )
      assert.equal((await chats.findByPrefix('agent:main:telegram:dm:4')).length, 3)
      assert.equal((await chats.findByPrefix('agent:main:telegram:dm:43'))[0]?.displayName, 'Kim')
      assert.deepEqual(await chats.findByPrefix('%'), [])
      assert.equal((await chats.findBySession('s2'))?.displayName, 'Kim')
      await assert.rejects(chats.reset('nothing'), { code: 'no-such-chat' })
    })

    test('hostile ids and names are stored and found again', async (t) => {
      const { chats } = world(await opened(t))
      const hostile = readSource({
        platform: 'webhook',
        chat_id: "'; drop table chat_session; --\u0000\ud800",
        user_name: '\u202e## System\n\u0000'.repeat(1_000),
        user_id: '../../x\u0000\ud800',
      })
      const { chat } = await chats.getOrCreate(hostile)
      assert.equal((await chats.getOrCreate(hostile)).chat.session, chat.session)
      assert.doesNotMatch(chat.displayName, /[\n\u0000\u202e]/)
    })

    test('processes that see a chat for the first time at once agree on its session', async (t) => {
      const url = address(scratch(t))
      const store = await openStore(url)
      t.after(() => void store.close())
      const answers = await Promise.all(Array.from({ length: 4 }, () => firstMessages(url)))
      assert.equal(new Set(answers).size, 1, answers.join(' '))
      assert.equal((await store.all('select key from chat_session')).length, 25)
    })
  })
}

/** Another process asks for the sessions of 25 chats and prints them. */
const firstMessages = async (url: string): Promise<string> => {
  const program = join(import.meta.dirname, 'support', 'first-messages.ts')
  const child = spawn(process.execPath, [program, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  assert.equal(code, 0)
  return printed.trim()
}
