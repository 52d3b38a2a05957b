import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import {
  claimNotices,
  consumeCompletion,
  countUnended,
  deleteNoticesBefore,
  deleteProcess,
  hasUnended,
  insertNotice,
  insertProcess,
  noticesWaiting,
  readProcesses,
  saveEnded,
  saveKept,
  saveNotify,
  saveRunning,
  type StoredNotice,
  type StoredProcess,
} from '../src/store/live/process.ts'
import { bothEngines } from './support/engines.ts'
import { eventually } from './support/eventually.ts'
import { processBench } from './support/processes.ts'
import { scratch } from './support/store.ts'

const ENGINES = bothEngines()

const HERE = { machine: 'here', home: '/home/sam/.warmstart' }

const stored = (id: string, more: Partial<StoredProcess> = {}): StoredProcess => ({
  ...HERE,
  id,
  owner: 'sam',
  command: 'npm test',
  workdir: '/work',
  pty: true,
  backend: 'local',
  target: '',
  scope: { kind: 'episode', id: 'one' },
  sessionKey: 'chat:1',
  persist: true,
  notify: true,
  watchPatterns: ['ready', 'a "quoted" one'],
  checkIntervalS: 60,
  state: 'starting',
  pid: undefined,
  startedAt: 1_000,
  exitedAt: undefined,
  exitCode: undefined,
  endedBy: undefined,
  consumed: false,
  keptBytes: 0,
  keptChars: 0,
  watchedChars: 0,
  toldChars: 0,
  ...more,
})

const ended = (id: string, exitCode = 0): Parameters<typeof saveEnded>[1] => ({
  id,
  state: 'exited',
  pid: 7,
  exitedAt: 2_000,
  exitCode,
  endedBy: undefined,
})

const notice = (process: string, more: Partial<StoredNotice> = {}): StoredNotice => ({
  id: `${process}:completion`,
  process,
  sessionKey: 'chat:1',
  type: 'completion',
  at: 2_000,
  text: 'over',
  ...more,
})

for (const { engine, address } of ENGINES) {
  suite(engine, () => {
    const opened = async (t: Parameters<typeof scratch>[0]): Promise<{ store: Connection; url: string }> => {
      const url = address(scratch(t))
      const store = await openStore(url)
      t.after(() => void store.close())
      return { store, url }
    }

    test('a process comes back as it was written, to its own holder alone', async (t) => {
      const { store } = await opened(t)
      const bare = stored('b', {
        scope: undefined,
        sessionKey: undefined,
        checkIntervalS: undefined,
        watchPatterns: [],
        pty: false,
      })
      await insertProcess(store, stored('a'))
      await insertProcess(store, bare)
      await insertProcess(store, stored('c', { machine: 'there' }))
      await insertProcess(store, stored('d', { home: '/elsewhere' }))
      assert.deepEqual(await readProcesses(store, HERE), [stored('a'), bare])
      assert.equal(await countUnended(store, HERE), 2)
      await assert.rejects(insertProcess(store, stored('a')))
    })

    test('an end is written once, and nothing changes it', async (t) => {
      const { store } = await opened(t)
      await insertProcess(store, stored('a'))
      assert.equal(await saveRunning(store, { id: 'a', state: 'running', pid: 7, endedBy: undefined }), 1)
      const all = await Promise.all([3, 4, 5].map((code) => saveEnded(store, ended('a', code), notice('a'))))
      assert.equal(all.filter(Boolean).length, 1)
      assert.equal(await saveRunning(store, { id: 'a', state: 'running', pid: 8, endedBy: 'kim' }), 0)
      const [found] = await readProcesses(store, HERE)
      assert.deepEqual([found?.state, found?.pid, found?.exitedAt, found?.endedBy], ['exited', 7, 2_000, undefined])
      assert.equal((await claimNotices(store, 'chat:1')).length, 1)
      assert.equal(await countUnended(store, HERE), 0)
    })

    test('of many who claim at the same moment each notice goes to one', async (t) => {
      const { store, url } = await opened(t)
      for (let at = 0; at < 20; at++) await insertNotice(store, notice('a', { id: `n${at}`, at }))
      await insertNotice(store, notice('b', { id: 'other', sessionKey: 'chat:2' }))
      const connections = await Promise.all(Array.from({ length: 4 }, () => openStore(url)))
      const claimed = await Promise.all(connections.map((connection) => claimNotices(connection, 'chat:1')))
      for (const connection of connections) await connection.close()
      const ids = claimed.flat().map(({ id }) => id)
      assert.equal(ids.length, 20)
      assert.equal(new Set(ids).size, 20)
      assert.equal((await claimNotices(store, 'chat:2')).length, 1)
    })

    test('what is claimed in a transaction that fails waits on, and looking takes nothing away', async (t) => {
      const { store } = await opened(t)
      await insertNotice(store, notice('a', { id: 'n1' }))
      await insertNotice(store, notice('b', { id: 'n2', sessionKey: 'chat:2' }))
      const failing = store.transaction(async (transaction) => {
        assert.equal((await claimNotices(transaction, 'chat:1')).length, 1)
        throw new Error('the power is gone')
      })
      await assert.rejects(failing, /the power is gone/)
      assert.deepEqual((await noticesWaiting(store)).toSorted(), ['chat:1', 'chat:2'])
      assert.deepEqual(await noticesWaiting(store, 'chat:1'), ['chat:1'])
      assert.deepEqual(await noticesWaiting(store, 'chat:3'), [])
      assert.equal((await claimNotices(store, 'chat:1')).length, 1)
      assert.deepEqual(await noticesWaiting(store), ['chat:2'])
    })

    test('a session has something running as long as a young enough process of it has not ended, wherever it runs', async (t) => {
      const { store } = await opened(t)
      await insertProcess(store, stored('a', { sessionKey: 'chat:1', machine: 'there', startedAt: 1_000 }))
      assert.equal(await hasUnended(store, 'chat:1', 999), true)
      assert.equal(await hasUnended(store, 'chat:1', 1_000), false)
      assert.equal(await hasUnended(store, 'chat:2', 0), false)
      await saveEnded(store, ended('a', 0), undefined)
      assert.equal(await hasUnended(store, 'chat:1', 0), false)
    })

    test('what was seen is not announced, whether it was seen before the end or after it', async (t) => {
      const { store } = await opened(t)
      for (const id of ['a', 'b']) await insertProcess(store, stored(id))
      await consumeCompletion(store, 'a')
      await saveEnded(store, ended('a'), notice('a'))
      await saveEnded(store, ended('b'), notice('b'))
      await insertNotice(store, notice('b', { id: 'b:watch', type: 'watch', at: 1 }))
      await consumeCompletion(store, 'b')
      assert.deepEqual(
        (await claimNotices(store, 'chat:1')).map(({ id }) => id),
        ['b:watch'],
      )
    })

    test('interim notices replace each other, old ones are dropped, and notices outlive their process', async (t) => {
      const { store } = await opened(t)
      await insertProcess(store, stored('a'))
      await insertNotice(store, notice('a', { id: 'a:interim', text: 'first', at: 1 }))
      await insertNotice(store, notice('a', { id: 'a:interim', text: 'second', at: 20 }))
      await insertNotice(store, notice('a', { id: 'old', at: 5 }))
      assert.equal(await deleteNoticesBefore(store, 10), 1)
      await deleteProcess(store, 'a')
      assert.deepEqual(
        (await claimNotices(store, 'chat:1')).map(({ text }) => text),
        ['second'],
      )
    })

    test('where the output begins, and that the end is to be told, can change', async (t) => {
      const { store } = await opened(t)
      await insertProcess(store, stored('a', { notify: false }))
      await saveKept(store, { id: 'a', keptBytes: 3_000_000_000, keptChars: 2_900_000_000 })
      await saveNotify(store, 'a')
      const [found] = await readProcesses(store, HERE)
      assert.deepEqual([found?.keptBytes, found?.keptChars, found?.notify], [3_000_000_000, 2_900_000_000, true])
    })

    test('a host holds processes with this store, and takes them up after kill -9', async (t) => {
      const { start, processes, killHost } = processBench(t, engine === 'sqlite' ? {} : { storeAddress: address('') })
      const { id } = await start('read x; echo "got $x"', { sessionKey: 'k', notifyOnComplete: true })
      await killHost()
      await processes.write(id, 'it\n')
      assert.equal((await processes.wait(id, { timeoutMs: 60_000 })).preview, 'got it\n')
      const [told] = await eventually(() => processes.claimNotices('k'), 'it is announced')
      assert.equal(told?.process, id)
    })
  })
}
