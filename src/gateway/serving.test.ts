import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../lib/error.ts'
import type { Platform } from './platform.ts'
import { createServing, type PlatformNews } from './serving.ts'

/** One platform that fails as long as it is told to, and a clock that a test sets. */
const setUp = (limits: Partial<Platform['limits']> = {}) => {
  let [at, error, attempts]: [number, unknown, number] = [0, new Error('away'), 0]
  let news: PlatformNews | undefined
  const leases: string[] = []
  const platform: Platform = {
    name: 'telegram',
    limits: {
      messageChars: 100,
      hasIdempotencyKeys: false,
      hasThreads: false,
      listensAlone: false,
      admission: 'list',
      ...limits,
    },
    connect: () => Promise.reject(new Error('connected by the parts')),
  }
  const serving = createServing({
    platforms: [platform],
    senders: new Map(),
    connect: async (_platform, given) => {
      attempts++
      if (error !== undefined) throw error
      news = given
      const done = async (): Promise<void> => undefined
      return { listen: done, stopListening: done, close: done, send: async () => ({ outcome: 'sent' }) }
    },
    mayListen: async (name) => {
      leases.push(`held ${name}`)
      return true
    },
    release: async (name) => {
      leases.push(`released ${name}`)
    },
    now: () => at,
    log: () => undefined,
    firstPauseMs: 5_000,
    startMs: 60_000,
  })
  return {
    serving,
    leases,
    attempts: () => attempts,
    news: () => news,
    set: (next: unknown) => {
      error = next
    },
    pass: (ms: number) => {
      at += ms
    },
  }
}

test('pauses double from five seconds to five minutes, and begin anew after a success', async () => {
  const { serving, attempts, pass, set, news } = setUp()
  await serving.connect()
  const pauses: number[] = []
  let passed = 0
  for (let failure = 0; failure < 9; failure++) {
    const pauseMs = (serving.troubles()[0]?.againAt ?? 0) - passed
    pauses.push(pauseMs)
    passed += pauseMs
    // Not a moment earlier.
    pass(pauseMs - 1)
    await serving.check()
    assert.equal(attempts(), failure + 1)
    pass(1)
    await serving.check()
    assert.equal(attempts(), failure + 2)
  }
  assert.deepEqual(
    pauses.map((ms) => ms / 1000),
    [5, 10, 20, 40, 80, 160, 300, 300, 300],
  )
  set(undefined)
  pass(300_000)
  await serving.check()
  assert.deepEqual([serving.names(), serving.troubles()], [['telegram'], []])
  set(new Error('away again'))
  news()?.failed(new Error('broken'))
  assert.equal(serving.troubles()[0]?.attempts, 1)
})

test('a platform that allows one listener gives its lease back when it fails', async () => {
  const { serving, set, news, leases } = setUp({ listensAlone: true })
  set(undefined)
  await serving.connect()
  await serving.listen()
  assert.deepEqual(leases, ['held telegram'])
  news()?.failed(new Error('broken'))
  assert.deepEqual(leases, ['held telegram', 'released telegram'])
  assert.deepEqual(serving.names(), [])
})

test('a clock that is set back does not hold a platform for as long as that', async () => {
  const { serving, attempts, pass } = setUp()
  pass(1_000_000_000)
  await serving.connect()
  pass(-900_000_000)
  await serving.check()
  assert.equal(attempts(), 2)
})

test('wrong settings are final: nothing is tried again, and nothing is waited for', async () => {
  const { serving, attempts, pass, set } = setUp()
  set(new AppError('usage', 'no token'))
  await serving.connect()
  await assert.rejects(serving.listen(), { message: 'no token' })
  pass(3_600_000)
  await serving.check()
  assert.equal(attempts(), 1)
  assert.equal(serving.isOpen(), false)
})
