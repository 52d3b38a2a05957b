import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { inboxId } from '../src/gateway/receiving/inbox.ts'
import {
  addPairing,
  approvePairing,
  dismiss,
  isAdmitted,
  listAdmitted,
  listPairings,
} from '../src/store/chats/admission.ts'
import type { Connection } from '../src/store/connection.ts'
import {
  addGateway,
  beatGateway,
  countMail,
  endGateway,
  orphanedBy,
  pruneMail,
  readGateways,
  releaseMail,
  takeOver,
} from '../src/store/chats/gateway.ts'
import {
  beginMessage,
  endMessage,
  findInbox,
  interruptedInbox,
  type NewInboxMessage,
  openInbox,
  putBack,
  readInbox,
  requestStop,
  stopRequests,
  storeIncoming,
} from '../src/store/chats/inbox.ts'
import { advanceJob, addJob, dueJobs, findJobs, type Job, readJob } from '../src/store/chats/job.ts'
import { openStore } from '../src/store/open.ts'
import {
  addOutgoing,
  beginSend,
  endSend,
  type NewOutboxMessage,
  openOutbox,
  postponeSend,
  readOutbox,
  saveDelivery,
  troubledOutbox,
} from '../src/store/chats/outbox.ts'
import {
  addQuestion,
  answerQuestion,
  deleteQuestion,
  deleteQuestionsOfGateway,
  deleteQuestionsOfSession,
  openQuestions,
  readAnswer,
} from '../src/store/chats/question.ts'
import { claimNote, deleteNote, pruneNotes, readNote, writeNote } from '../src/store/chats/platform-note.ts'
import { bothEngines } from './support/engines.ts'
import { scratch } from './support/store.ts'

const ENGINES = bothEngines()

const incoming = (messageId: string, changes: Partial<NewInboxMessage> = {}): NewInboxMessage => ({
  id: inboxId('console', 'chat', messageId),
  platform: 'console',
  chatId: 'chat',
  messageId,
  lane: 'lane',
  sessionKey: 'lane',
  kind: 'message',
  source: '{}',
  text: `text ${messageId}`,
  receivedAt: 1,
  gateway: 'a',
  ...changes,
})

const outgoing = (id: string, changes: Partial<NewOutboxMessage> = {}): NewOutboxMessage => ({
  id,
  delivery: id,
  part: 0,
  parts: 1,
  inboxId: undefined,
  kind: 'reply',
  platform: 'console',
  chatId: 'chat',
  threadId: undefined,
  replyTo: undefined,
  lane: 'lane',
  text: 'hello',
  createdAt: 1,
  gateway: 'a',
  ...changes,
})

const SERVED = { platforms: ['console', 'cron'], repeatable: [], now: 9 }

for (const { engine, address } of ENGINES) {
  suite(engine, () => {
    const opened = async (t: Parameters<typeof scratch>[0]): Promise<Connection> => {
      const store = await openStore(address(scratch(t)))
      t.after(() => void store.close())
      return store
    }

    test('a question waits for its first answer, and goes with its session, its gateway or its time', async (t) => {
      const store = await opened(t)
      const question = { code: 'ABC', words: 'rm', askedAt: 1_000, until: 2_000 }
      for (const [id, sessionKey, gateway] of [
        ['q1', 'chat:1', 'g1'],
        ['q2', 'chat:2', 'g1'],
        ['q3', 'chat:3', 'g2'],
      ] as const)
        await addQuestion(store, { ...question, id, sessionKey, gateway })
      assert.deepEqual(await openQuestions(store, 'chat:1', 1_999), [{ id: 'q1', code: 'ABC', words: 'rm' }])
      assert.deepEqual(await openQuestions(store, 'chat:1', 2_000), [])
      assert.equal(await readAnswer(store, 'q1'), undefined)
      const answers = (['yes', 'no'] as const).map((answer) => answerQuestion(store, { id: 'q1', answer, by: 'a' }))
      assert.equal((await Promise.all(answers)).filter(Boolean).length, 1)
      assert.deepEqual(await openQuestions(store, 'chat:1', 1_500), [])
      assert.match((await readAnswer(store, 'q1')) ?? '', /^(yes|no)$/)
      await deleteQuestionsOfSession(store, 'chat:2')
      assert.deepEqual([await readAnswer(store, 'q2'), await readAnswer(store, 'q3')], ['gone', undefined])
      await deleteQuestionsOfGateway(store, 'g1')
      assert.deepEqual([await readAnswer(store, 'q1'), await readAnswer(store, 'q3')], ['gone', undefined])
      await deleteQuestion(store, 'q3')
      assert.equal(await readAnswer(store, 'q3'), 'gone')
      assert.equal(await answerQuestion(store, { id: 'q3', answer: 'yes', by: 'a' }), false)
    })

    test('a message is stored once, begun in order, and ended only by the gateway that has it', async (t) => {
      const store = await opened(t)
      assert.deepEqual(await storeIncoming(store, [incoming('1'), incoming('2'), incoming('1')]), [1, 2, undefined])
      assert.deepEqual(await storeIncoming(store, [incoming('2'), incoming('3', { lane: 'other' })]), [undefined, 3])
      assert.equal(await beginMessage(store, { seq: 2, gateway: 'a', now: 2 }), false)
      assert.equal(await beginMessage(store, { seq: 1, gateway: 'b', now: 2 }), false)
      assert.equal(await beginMessage(store, { seq: 1, gateway: 'a', now: 2 }), true)
      assert.equal(await beginMessage(store, { seq: 1, gateway: 'a', now: 2 }), false)
      assert.equal(await beginMessage(store, { seq: 3, gateway: 'a', now: 2 }), true)
      assert.deepEqual(
        [await requestStop(store, 'lane', 3), await stopRequests(store, 'a'), await stopRequests(store, 'b')],
        [1, [1], []],
      )
      assert.equal(await endMessage(store, { seq: 1, gateway: 'b', now: 4 }), false)
      assert.equal(await endMessage(store, { seq: 1, gateway: 'a', now: 4, note: 'fine' }), true)
      assert.equal(await endMessage(store, { seq: 1, gateway: 'a', now: 4 }), false)
      assert.equal(await putBack(store, { seq: 3, gateway: 'a' }), 1)
      assert.deepEqual(
        (await openInbox(store)).map(({ seq, state, runs }) => [seq, state, runs]),
        [
          [2, 'waiting', 0],
          [3, 'waiting', 0],
        ],
      )
      assert.equal((await findInbox(store, { platform: 'console', chatId: 'chat', messageId: '1' }))?.note, 'fine')
      assert.equal((await readInbox(store, 1))?.endedAt, 4)
    })

    test('what a dead gateway left is begun once more, not a third time, and it can answer nothing any more', async (t) => {
      const store = await opened(t)
      await storeIncoming(store, [
        incoming('1'),
        incoming('2', { lane: 'b' }),
        incoming('3', { lane: 'c', platform: 'telegram' }),
      ])
      for (const seq of [1, 3]) await beginMessage(store, { seq, gateway: 'a', now: 2 })
      const first = await takeOver(store, { ...SERVED, from: 'a', to: 'b' })
      assert.deepEqual([first.changed, first.interrupted], [2, []])
      assert.equal(await endMessage(store, { seq: 1, gateway: 'a', now: 4 }), false)
      assert.equal(await beginMessage(store, { seq: 1, gateway: 'b', now: 4 }), true)
      // Not our platform: it stays until somebody comes who serves it.
      assert.deepEqual(await orphanedBy(store, new Set(['b'])), ['a'])
      const second = await takeOver(store, { ...SERVED, from: 'b', to: 'c' })
      assert.deepEqual(
        second.interrupted.map(({ seq }) => seq),
        [1],
      )
      assert.deepEqual(
        (await interruptedInbox(store, 5)).map(({ seq }) => seq),
        [1],
      )
      assert.deepEqual(
        (await openInbox(store, { gateway: 'c' })).map(({ seq }) => seq),
        [2],
      )
      await releaseMail(store, 'c')
      assert.deepEqual((await takeOver(store, { ...SERVED, from: undefined, to: 'd' })).changed, 1)
    })

    test('a send that was under way when its gateway died is unsure, or repeated where the platform knows repeats', async (t) => {
      const store = await opened(t)
      const rows = [outgoing('1'), outgoing('2'), outgoing('3', { platform: 'webhook', lane: 'w' }), outgoing('1')]
      assert.deepEqual(await addOutgoing(store, rows), [1, 2, 3])
      assert.equal(await beginSend(store, { seq: 2, gateway: 'a' }), false)
      for (const seq of [1, 3]) assert.equal(await beginSend(store, { seq, gateway: 'a' }), true)
      await takeOver(store, { from: 'a', to: 'b', platforms: ['console', 'webhook'], repeatable: ['webhook'], now: 5 })
      const states = await Promise.all([1, 2, 3].map(async (seq) => (await readOutbox(store, seq))?.state))
      assert.deepEqual(states, ['unsure', 'waiting', 'waiting'])
      assert.equal(await endSend(store, { seq: 1, gateway: 'a', state: 'sent', now: 6 }), false)
      assert.equal(await beginSend(store, { seq: 2, gateway: 'b' }), true)
      assert.equal(await postponeSend(store, { seq: 2, gateway: 'b', nextAt: 50, note: 'later' }), true)
      assert.deepEqual(
        (await openOutbox(store, { gateway: 'b' })).map(({ seq, nextAt, attempts }) => [seq, nextAt, attempts]),
        [
          [2, 50, 1],
          [3, 1, 1],
        ],
      )
      assert.equal(await saveDelivery(store, { delivery: '2', gateway: 'b', path: '/x', note: 'gone', now: 7 }), 1)
      assert.deepEqual(
        (await troubledOutbox(store, 5)).map(({ state }) => state),
        ['saved', 'unsure'],
      )
      assert.deepEqual((await countMail(store)).outbox, { saved: 1, unsure: 1, waiting: 1 })
    })

    test('gateways beat until they are found dead, and the old is forgotten but not what went wrong', async (t) => {
      const store = await opened(t)
      const member = { machine: 'm', pid: 1, platforms: ['console'], startedAt: 1 }
      await addGateway(store, { id: 'a', ...member })
      await addGateway(store, { id: 'b', ...member })
      assert.equal(await beatGateway(store, 'a', 5), true)
      await endGateway(store, 'a', { now: 6, reason: 'died' })
      await endGateway(store, 'a', { now: 7, reason: 'stopped' })
      assert.equal(await beatGateway(store, 'a', 8), false)
      assert.deepEqual(
        (await readGateways(store, { ended: 3 })).map(({ id, beats, endReason }) => [id, beats, endReason]),
        [
          ['b', 1, undefined],
          ['a', 2, 'died'],
        ],
      )
      await storeIncoming(store, [incoming('1'), incoming('2', { lane: 'x' })])
      await beginMessage(store, { seq: 1, gateway: 'a', now: 2 })
      await endMessage(store, { seq: 1, gateway: 'a', now: 3 })
      await addOutgoing(store, [outgoing('1'), outgoing('2', { lane: 'y' })])
      for (const [seq, state] of [
        [1, 'sent'],
        [2, 'unsure'],
      ] as const) {
        await beginSend(store, { seq, gateway: 'a' })
        await endSend(store, { seq, gateway: 'a', state, now: 3 })
      }
      assert.equal(await pruneMail(store, 100), 2)
      assert.deepEqual(await countMail(store), { inbox: { waiting: 1 }, outbox: { unsure: 1 } })
    })

    test('pairing: one code a person, codes end, an approved one is in until dismissed', async (t) => {
      const store = await opened(t)
      const ask = (code: string, userId: string, askedAt = 10) =>
        addPairing(store, { code, platform: 'p', userId, userName: undefined, askedAt, until: askedAt + 100 }, 2)
      assert.deepEqual(
        [await ask('A', '1'), await ask('B', '1'), await ask('C', '2'), await ask('D', '3')],
        [true, false, true, false],
      )
      assert.equal(await approvePairing(store, 'A', 500), undefined)
      assert.equal((await approvePairing(store, 'A', 20))?.userId, '1')
      assert.equal(await approvePairing(store, 'A', 20), undefined)
      assert.deepEqual([await isAdmitted(store, 'p', '1'), await isAdmitted(store, 'q', '1')], [true, false])
      assert.deepEqual(
        (await listPairings(store, 20)).map(({ code }) => code),
        ['C'],
      )
      assert.deepEqual(
        (await listAdmitted(store)).map(({ userId }) => userId),
        ['1'],
      )
      assert.equal(await ask('E', '2', 1_000), true)
      assert.equal(await dismiss(store, 'p', '1'), 1)
      assert.equal(await isAdmitted(store, 'p', '1'), false)
    })

    test('notes end, and can be claimed once at a time', async (t) => {
      const store = await opened(t)
      await writeNote(store, 'p', { name: 'n', value: '1', until: 10 })
      await writeNote(store, 'p', { name: 'n', value: '2', until: 20 })
      assert.deepEqual(
        [await readNote(store, 'p', { name: 'n', now: 5 }), await readNote(store, 'p', { name: 'n', now: 25 })],
        ['2', undefined],
      )
      const claim = (now: number) => claimNote(store, 'p', { name: 'c', now, until: now + 10 })
      assert.deepEqual([await claim(1), await claim(5), await claim(11)], [true, false, true])
      const many = await Promise.all(
        Array.from({ length: 8 }, () => claimNote(store, 'p', { name: 'd', now: 1, until: 9 })),
      )
      assert.equal(many.filter(Boolean).length, 1)
      assert.equal(await deleteNote(store, 'p', 'n'), 1)
      assert.equal(await pruneNotes(store, 100), 2)
    })

    test('a due job is moved on by one of many', async (t) => {
      const store = await opened(t)
      const job: Job = {
        id: 'abc1',
        owner: 'sam',
        name: 'week',
        schedule: '0 9 * * 1',
        timezone: 'UTC',
        missed: 'run',
        prompt: 'p',
        deliver: 'local',
        origin: undefined,
        state: 'active',
        createdAt: 1,
        nextAt: 10,
        lastAt: undefined,
        lastState: undefined,
        lastNote: undefined,
        runs: 0,
      }
      await addJob(store, job)
      assert.deepEqual([(await dueJobs(store, 9)).length, (await dueJobs(store, 10)).length], [0, 1])
      const moved = await Promise.all(
        Array.from({ length: 6 }, () => advanceJob(store, { id: job.id, from: 10, to: 20, now: 11 })),
      )
      assert.equal(moved.filter(Boolean).length, 1)
      assert.deepEqual([(await readJob(store, job.id))?.nextAt, (await readJob(store, job.id))?.runs], [20, 1])
      for (const text of ['week', 'abc1', 'ab']) assert.equal((await findJobs(store, text, 'sam')).length, 1)
      assert.equal((await findJobs(store, 'week', 'kim')).length, 0)
    })

    test('whatever gateways do and whenever they die, a message is answered once at most, in order, and never lost', async (t) => {
      const store = await opened(t)
      let run = 0
      const step = fc.record({
        what: fc.constantFrom('receive', 'begin', 'answer', 'send', 'sent', 'die', 'take'),
        gateway: fc.constantFrom('a', 'b', 'c'),
        lane: fc.constantFrom('x', 'y'),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
          await play(store, steps, `run-${++run}`)
        }),
        { numRuns: engine === 'sqlite' ? 60 : 12 },
      )
    })
  })
}

type Step = { what: string; gateway: string; lane: string }

/** Plays steps of three gateways against the store and holds what comes of them against a few lines that say what must be. */
const play = async (store: Connection, steps: readonly Step[], run: string): Promise<void> => {
  const [alive, answered, begun]: [Set<string>, Map<number, number>, Map<string, number[]>] = [
    new Set(['a', 'b', 'c']),
    new Map(),
    new Map(),
  ]
  const holds = (gateway: string): string => `${run}-${gateway}`
  const stored: number[] = []
  for (const [index, { what, gateway, lane }] of steps.entries()) {
    const me = holds(gateway)
    const open = (await openInbox(store, { gateway: me })).filter((message) => message.lane === `${run}-${lane}`)
    const running = open.find(({ state }) => state === 'running')
    const sends = await openOutbox(store, { gateway: me })
    if (what === 'receive' && alive.has(gateway)) {
      const message = incoming(`${run}-${index}`, { lane: `${run}-${lane}`, gateway: me, chatId: run })
      const [seq] = await storeIncoming(store, [{ ...message, id: inboxId('console', run, message.messageId) }])
      if (seq !== undefined) stored.push(seq)
    }
    for (const { seq } of what === 'begin' && alive.has(gateway) ? open : [])
      if (await beginMessage(store, { seq, gateway: me, now: index }))
        begun.set(lane, [...(begun.get(lane) ?? []), seq])
    // Also one that is dead and does not know it: whoever was asleep for too long.
    if (what === 'answer' && running !== undefined)
      await store.transaction(async (transaction) => {
        if (!(await endMessage(transaction, { seq: running.seq, gateway: me, now: index }))) return
        answered.set(running.seq, (answered.get(running.seq) ?? 0) + 1)
        await addOutgoing(transaction, [
          outgoing(`${running.id}.0`, { inboxId: running.id, gateway: me, lane: `${run}-${lane}` }),
        ])
      })
    if (what === 'send' && alive.has(gateway)) for (const { seq } of sends) await beginSend(store, { seq, gateway: me })
    if (what === 'sent')
      for (const { seq } of sends) await endSend(store, { seq, gateway: me, state: 'sent', now: index })
    if (what === 'die' && alive.size > 1) alive.delete(gateway)
    if (what === 'take' && alive.has(gateway))
      for (const dead of ['a', 'b', 'c'].filter((each) => !alive.has(each)))
        await takeOver(store, { ...SERVED, from: holds(dead), to: me })
  }
  for (const count of answered.values()) assert.equal(count, 1)
  for (const seq of stored) {
    const row = await readInbox(store, seq)
    assert.ok(row !== undefined)
    assert.equal(row.state === 'answered', answered.has(seq))
    assert.ok(row.runs <= 2)
  }
  for (const order of begun.values())
    assert.deepEqual(
      order,
      order.toSorted((x, y) => x - y),
    )
}
