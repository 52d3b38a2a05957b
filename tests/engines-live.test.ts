import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { LiveSession } from '../src/schema/live-session.ts'
import type { Connection } from '../src/store/connection.ts'
import { claimLease, holdsLease, leaseHolder, releaseLease } from '../src/store/live/lease.ts'
import {
  appendMessages,
  beginCall,
  begunCalls,
  type NewMessage,
  readMessages,
  retireMessages,
} from '../src/store/live/live-message.ts'
import {
  addUsage,
  changedLiveSessions,
  endLiveSession,
  ensureLiveSession,
  findLiveSessions,
  latestChange,
  readLiveSession,
  reopenLiveSession,
} from '../src/store/live/live-session.ts'
import { openStore } from '../src/store/open.ts'
import { bothEngines } from './support/engines.ts'
import { takeTurn } from '../src/agent/loop.ts'
import { explain } from '../src/verbs/explain/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { request, testAgent, tool } from './support/agent.ts'
import { call, scriptedModel } from './support/scripted-model.ts'
import { contentOf, scratch, testApp } from './support/store.ts'

const ENGINES = bothEngines()

const session = (id: string, rest: Partial<LiveSession> = {}): LiveSession => ({
  id,
  owner: 'sam',
  platform: 'cli',
  project: undefined,
  cwd: '/home/sam/shop',
  model: 'scripted-1',
  title: undefined,
  systemPrompt: 'You are a test.',
  parent: undefined,
  startedAt: 1_000,
  lastAt: 1_000,
  endedAt: undefined,
  endReason: undefined,
  usage: { inputTokens: undefined, outputTokens: undefined, cacheReadTokens: undefined, cacheWriteTokens: undefined },
  ...rest,
})

const user = (text: string, rest: object = {}): NewMessage => ({
  role: 'user',
  at: 2_000,
  text,
  isSynthetic: false,
  ...rest,
})

for (const { engine, address } of ENGINES) {
  suite(engine, () => {
    const opened = async (t: Parameters<typeof scratch>[0]): Promise<{ store: Connection; url: string }> => {
      const url = address(scratch(t))
      const store = await openStore(url)
      t.after(() => void store.close())
      return { store, url }
    }

    test('a session comes into being once, and whoever comes second changes nothing of it', async (t) => {
      const { store } = await opened(t)
      await ensureLiveSession(store, session('a', { title: 'first', parent: { session: 'b', kind: 'reset' } }))
      await ensureLiveSession(store, session('a', { title: 'second', owner: 'kim' }))
      const found = await readLiveSession(store, 'sam', 'a')
      assert.deepEqual(found, session('a', { title: 'first', parent: { session: 'b', kind: 'reset' } }))
    })

    test("another owner's session does not exist", async (t) => {
      const { store } = await opened(t)
      await ensureLiveSession(store, session('a'))
      assert.equal(await readLiveSession(store, 'kim', 'a'), undefined)
      assert.deepEqual(await findLiveSessions(store, 'kim', { text: 'a' }), [])
    })

    test('a session is found by the beginning of its id, an exact id alone, the newest first', async (t) => {
      const { store } = await opened(t)
      await ensureLiveSession(store, session('ab', { lastAt: 5 }))
      await ensureLiveSession(store, session('abc', { lastAt: 9 }))
      await ensureLiveSession(store, session('x_y', { lastAt: 7 }))
      const ids = async (text: string) => (await findLiveSessions(store, 'sam', { text })).map(({ id }) => id)
      assert.deepEqual(await ids('a'), ['abc', 'ab'])
      assert.deepEqual(await ids('ab'), ['ab'])
      assert.deepEqual(await ids(''), ['abc', 'x_y', 'ab'])
      assert.deepEqual(await ids('%'), [])
      assert.deepEqual(await ids('x_'), ['x_y'])
      assert.deepEqual(await findLiveSessions(store, 'sam', { platform: 'telegram' }), [])
      assert.equal((await findLiveSessions(store, 'sam', { platform: 'cli', limit: 2 })).length, 2)
    })

    test('messages come back as they went in, in order and without gaps', async (t) => {
      const { store } = await opened(t)
      await ensureLiveSession(store, session('a'))
      const call = { id: 'c1', tool: 'terminal', args: { command: 'echo "ü"' } }
      const messages: NewMessage[] = [
        user('hello', { messageId: 'm1', sentText: 'note\n\nhello' }),
        {
          role: 'assistant',
          at: 2_001,
          text: '',
          calls: [call],
          providerParts: [{ type: 'reasoning', signature: 'x' }],
          isSynthetic: false,
          contextTokens: 12,
          place: 0,
        },
        {
          role: 'tool',
          at: 2_002,
          callId: 'c1',
          tool: 'terminal',
          text: '{"output":"ü"}',
          isError: false,
          isSynthetic: false,
        },
      ]
      const added = await appendMessages(store, 'a', messages)
      assert.deepEqual(
        added.map(({ position }) => position),
        [0, 1, 2],
      )
      const read = await readMessages(store, 'a')
      assert.deepEqual(read, JSON.parse(JSON.stringify(added)))
      assert.equal((await readLiveSession(store, 'sam', 'a'))?.lastAt, 2_002)
      assert.deepEqual(await readMessages(store, 'a', { from: 2 }), read.slice(2))
      assert.deepEqual(await readMessages(store, 'a', { messageId: 'm1' }), read.slice(0, 1))
      assert.deepEqual(await readMessages(store, 'a', { limit: 1 }), read.slice(0, 1))
    })

    test('a message that comes twice is stored once, and the others of its batch are stored', async (t) => {
      const { store } = await opened(t)
      await ensureLiveSession(store, session('a'))
      await ensureLiveSession(store, session('b'))
      await appendMessages(store, 'a', [user('one', { messageId: 'm1' })])
      const again = await appendMessages(store, 'a', [user('one', { messageId: 'm1' }), user('two')])
      assert.deepEqual(
        again.map(({ position, text }) => [position, text]),
        [[1, 'two']],
      )
      // Ids are the platform's, and two chats may use the same.
      assert.equal((await appendMessages(store, 'b', [user('one', { messageId: 'm1' })])).length, 1)
    })

    test('text that no engine takes is stored as one that both take', async (t) => {
      const { store } = await opened(t)
      await ensureLiveSession(store, session('a'))
      const odd = `nul \u0000, half a character \uD83D, whole 😀`
      const [added] = await appendMessages(store, 'a', [user(odd, { sentText: odd })])
      const [read] = await readMessages(store, 'a')
      assert.equal(read?.text, 'nul \uFFFD, half a character \uFFFD, whole 😀')
      assert.equal(read?.text, added?.text)
    })

    test('many writers at once leave one order without gaps', async (t) => {
      const { store, url } = await opened(t)
      const other = await openStore(url)
      t.after(() => void other.close())
      await ensureLiveSession(store, session('a'))
      await Promise.all(
        Array.from({ length: 24 }, (_, n) => appendMessages(n % 2 === 0 ? store : other, 'a', [user(`m${n}`)])),
      )
      const read = await readMessages(store, 'a')
      assert.deepEqual(
        read.map(({ position }) => position),
        Array.from({ length: 24 }, (_, n) => n),
      )
      assert.equal(new Set(read.map(({ text }) => text)).size, 24)
    })

    test('retired messages stay, and are not sent', async (t) => {
      const { store } = await opened(t)
      await ensureLiveSession(store, session('a'))
      await appendMessages(store, 'a', [user('one'), user('two'), user('three')])
      assert.equal(await retireMessages(store, 'a', [0, 1, 9]), 2)
      assert.equal(await retireMessages(store, 'a', [0]), 0)
      assert.deepEqual(
        (await readMessages(store, 'a', { isActive: true })).map(({ text }) => text),
        ['three'],
      )
      assert.equal((await readMessages(store, 'a')).length, 3)
    })

    test('a call is begun once', async (t) => {
      const { store } = await opened(t)
      assert.equal(await beginCall(store, 'a', { callId: 'c1', at: 1 }), true)
      assert.equal(await beginCall(store, 'a', { callId: 'c1', at: 2 }), false)
      assert.equal(await beginCall(store, 'b', { callId: 'c1', at: 2 }), true)
      assert.deepEqual(await begunCalls(store, 'a'), new Set(['c1']))
    })

    test('usage adds up, and what nobody said stays unknown', async (t) => {
      const { store } = await opened(t)
      await ensureLiveSession(store, session('a'))
      const none = session('a').usage
      await addUsage(store, 'a', { ...none, inputTokens: 5 })
      await addUsage(store, 'a', { ...none, inputTokens: 7, outputTokens: 0 })
      await addUsage(store, 'a', none)
      assert.deepEqual((await readLiveSession(store, 'sam', 'a'))?.usage, { ...none, inputTokens: 12, outputTokens: 0 })
    })

    test('a session ends once, and can be taken up again', async (t) => {
      const { store } = await opened(t)
      await ensureLiveSession(store, session('a'))
      assert.equal(await endLiveSession(store, 'a', { at: 5, reason: 'new' }), 1)
      assert.equal(await endLiveSession(store, 'a', { at: 6, reason: 'other' }), 0)
      assert.equal((await readLiveSession(store, 'sam', 'a'))?.endReason, 'new')
      await reopenLiveSession(store, 'a')
      assert.equal((await readLiveSession(store, 'sam', 'a'))?.endedAt, undefined)
    })

    test('whoever remembers the last change finds every later one, and nothing else', async (t) => {
      const { store } = await opened(t)
      const since = async (after: number) =>
        (await changedLiveSessions(store, { after, limit: 10 })).map(({ id }) => id)
      assert.equal(await latestChange(store), 0)
      for (const id of ['a', 'b', 'c']) await ensureLiveSession(store, session(id))
      assert.deepEqual(await since(0), ['a', 'b', 'c'])
      let seen = await latestChange(store)
      assert.deepEqual(await since(seen), [])
      // A clock that goes back hides nothing.
      await appendMessages(store, 'a', [user('early', { at: 1 })])
      assert.equal((await readLiveSession(store, 'sam', 'a'))?.lastAt, 1_000)
      assert.deepEqual(await since(seen), ['a'])
      seen = await latestChange(store)
      await retireMessages(store, 'a', [0])
      await addUsage(store, 'b', { ...session('b').usage, inputTokens: 1 })
      await endLiveSession(store, 'c', { at: 3, reason: 'x' })
      assert.deepEqual(await since(seen), ['a', 'b', 'c'])
      seen = await latestChange(store)
      await ensureLiveSession(store, session('a'))
      assert.deepEqual(await since(seen), [])
    })

    test('sessions that were held here are read like any other, and only what changed is read again', async (t) => {
      const { store, url } = await opened(t)
      const directory = scratch(t)
      const app = testApp(directory, url)
      let step = 0
      const model = scriptedModel((asked) =>
        asked.messages.at(-1)?.role === 'user'
          ? { calls: [call(`c${step++}`, 'terminal', { command: 'make' })] }
          : { text: 'ok' },
      )
      const answers = ['{"output":"","exit_code":2,"error":null}', '{"output":"done","exit_code":0,"error":null}']
      const agent = await testAgent(t, {
        app,
        store,
        model,
        tools: [tool('terminal', () => ({ text: answers[step % 2] ?? '' }))],
      })
      await takeTurn(agent, request('build', { session: 'a', owner: 'telegram:7', platform: 'telegram' }))
      await takeTurn(agent, request('build', { session: 'b' }))
      const first = await sync(app, store, { targets: [], rebuild: false })
      assert.deepEqual(
        first.sources.map(({ source, sessions, newCalls }) => [source, sessions, newCalls]),
        [['warmstart', 2, 2]],
      )
      assert.doesNotMatch(first.sources[0]?.path ?? '', /loopback-only/)
      const again = await sync(app, store, { targets: [], rebuild: false })
      assert.equal(again.totals.newCalls, 0)
      await takeTurn(agent, request('once more', { session: 'b' }))
      const more = await sync(app, store, { targets: [{ source: 'warmstart' }], rebuild: false })
      assert.equal(more.totals.newCalls, 1)
      const before = await contentOf(app, store)
      // Whoever else shares the store comes to the same facts.
      await sync({ ...app, owner: 'kim', machine: 'elsewhere' }, store, { targets: [], rebuild: true })
      const { sessions, calls } = await contentOf(app, store)
      assert.deepEqual({ sessions, calls }, { sessions: before.sessions, calls: before.calls })
      assert.deepEqual(sessions.map(({ session, owner, platform }) => `${session} ${owner} ${platform}`).toSorted(), [
        'a telegram:7 telegram',
        'b sam cli',
      ])
      assert.deepEqual(calls.map(({ outcome }) => outcome).sort(), ['error', 'ok', 'ok'])
      const explained = await explain(store, calls[0]?.id ?? '')
      assert.equal(explained.origin.line, 2)
    })

    test('a lease has one holder, is kept by renewing, and ends by itself', async (t) => {
      const { store, url } = await opened(t)
      const other = await openStore(url)
      t.after(() => void other.close())
      const claims = await Promise.all(
        ['a', 'b', 'c', 'd'].map((holder, n) =>
          claimLease(n % 2 === 0 ? store : other, { name: 'turn:x', holder, now: 0, until: 10 }),
        ),
      )
      assert.equal(claims.filter(Boolean).length, 1)
      const winner = ['a', 'b', 'c', 'd'][claims.indexOf(true)] ?? ''
      assert.equal(await leaseHolder(store, 'turn:x', 5), winner)
      assert.equal(await claimLease(store, { name: 'turn:x', holder: winner, now: 9, until: 20 }), true)
      assert.equal(await claimLease(other, { name: 'turn:x', holder: 'z', now: 19, until: 30 }), false)
      assert.equal(await holdsLease(store, 'turn:x', winner), true)
      assert.equal(await claimLease(other, { name: 'turn:x', holder: 'z', now: 20, until: 30 }), true)
      assert.equal(await holdsLease(store, 'turn:x', winner), false)
      assert.equal(await releaseLease(store, 'turn:x', winner), 0)
      assert.equal(await leaseHolder(store, 'turn:x', 21), 'z')
      assert.equal(await releaseLease(store, 'turn:x', 'z'), 1)
      assert.equal(await leaseHolder(store, 'turn:x', 21), undefined)
    })
  })
}
