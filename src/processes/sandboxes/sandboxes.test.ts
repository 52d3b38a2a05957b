import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { IDLE_MS, mayEnd } from './idle-sandbox.ts'
import type { Scope } from '../processes.ts'
import { createSandboxes } from './sandboxes.ts'

const scope = (id: string): Scope => ({ kind: 'episode', id })
const box = { backend: 'docker', target: 'box' }

test('a sandbox may be ended when it is idle and every scope is known to run nothing', () => {
  const sandbox = { scopes: [scope('a'), scope('b')], lastUsedAt: 1_000 }
  const at = (now: number, running: Record<string, boolean | undefined>): boolean =>
    mayEnd(sandbox, { now, isRunning: ({ id }) => running[id] })
  const idle = 1_000 + IDLE_MS
  assert.equal(at(idle, { a: false, b: false }), true)
  assert.equal(at(idle - 1, { a: false, b: false }), false)
  assert.equal(at(idle, { a: false, b: true }), false)
  assert.equal(at(idle, { a: false }), false, 'not known is not idle')
  assert.equal(at(0, { a: false, b: false }), false, 'the clock was set back')
})

test('five minutes after its last process it is ended, not five minutes after its last start', async () => {
  let now = 0
  let running = true
  const ended: string[] = []
  const sandboxes = createSandboxes({
    now: () => now,
    isRunning: () => Promise.resolve(running),
    end: ({ target }) => Promise.resolve(void ended.push(target)),
  })
  await sandboxes.use(box, scope('a'))
  now = 10 * IDLE_MS
  assert.deepEqual(await sandboxes.reap(), [])
  running = false
  now += IDLE_MS - 1
  assert.deepEqual(await sandboxes.reap(), [])
  now += 1
  assert.deepEqual(await sandboxes.reap(), ['box'])
  assert.deepEqual([ended, sandboxes.list()], [['box'], []])
})

test('one that cannot be asked about stays, one that cannot be ended is tried again', async () => {
  let now = 0
  let asks = 0
  let ends = 0
  const sandboxes = createSandboxes({
    now: () => now,
    isRunning: () => (asks++ === 0 ? Promise.reject(new Error('unreachable')) : Promise.resolve(false)),
    end: () => (ends++ === 0 ? Promise.reject(new Error('busy')) : Promise.resolve()),
  })
  await sandboxes.use(box, scope('a'))
  const reapings: string[][] = []
  for (let round = 0; round < 3; round++) {
    now += IDLE_MS
    reapings.push(await sandboxes.reap())
  }
  assert.deepEqual(reapings, [[], [], ['box']])
})

test('what is used while its scopes are asked is not ended, and what is being ended is waited for', async () => {
  let now = 0
  let onAsk = (): Promise<void> => Promise.resolve()
  let finishEnd: (() => void) | undefined
  const order: string[] = []
  const sandboxes = createSandboxes({
    now: () => now,
    isRunning: async () => {
      await onAsk()
      return false
    },
    end: () =>
      new Promise((resolve) => {
        finishEnd = () => {
          order.push('ended')
          resolve()
        }
      }),
  })
  await sandboxes.use(box, scope('a'))
  now = IDLE_MS
  onAsk = () => sandboxes.use(box, scope('b'))
  assert.deepEqual(await sandboxes.reap(), [])
  now += IDLE_MS
  onAsk = () => Promise.resolve()
  const reaping = sandboxes.reap()
  // The end is under way once `end` was called.
  while (finishEnd === undefined) await new Promise((resolve) => setImmediate(resolve))
  const using = sandboxes.use(box, scope('c')).then(() => order.push('used'))
  finishEnd()
  assert.deepEqual(await reaping, ['box'])
  await using
  assert.deepEqual(order, ['ended', 'used'])
  assert.deepEqual(
    sandboxes.list().map(({ scopes }) => scopes),
    [[scope('c')]],
  )
})

/** Any history of uses, starts, ends, failures and passing time, against the plain rule. */
test('whatever happens, nothing is ended under a running process or before its time', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('use' as const), target: fc.constantFrom('x', 'y'), scope: fc.constantFrom('a', 'b') }),
    fc.record({
      do: fc.constantFrom('run' as const, 'stop' as const, 'deaf' as const),
      scope: fc.constantFrom('a', 'b'),
    }),
    fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: -1_000, max: IDLE_MS }) }),
    fc.record({ do: fc.constant('reap' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      let now = 1_000_000
      const running = new Set<string>()
      const deaf = new Set<string>()
      const uses = new Map<string, { at: number; scopes: Set<string> }>()
      const sandboxes = createSandboxes({
        now: () => now,
        isRunning: ({ id }) => (deaf.has(id) ? Promise.reject(new Error('deaf')) : Promise.resolve(running.has(id))),
        end: ({ target }) => {
          const use = uses.get(target)
          assert.ok(use !== undefined && now - use.at >= IDLE_MS)
          for (const id of use.scopes) assert.ok(!running.has(id) && !deaf.has(id), `${target} was in use`)
          uses.delete(target)
          return Promise.resolve()
        },
      })
      for (const each of steps) {
        if (each.do === 'use') {
          await sandboxes.use({ backend: 'docker', target: each.target }, scope(each.scope))
          const scopes = uses.get(each.target)?.scopes ?? new Set()
          uses.set(each.target, { at: now, scopes: scopes.add(each.scope) })
        } else if (each.do === 'run') running.add(each.scope)
        else if (each.do === 'stop') {
          running.delete(each.scope)
          deaf.delete(each.scope)
        } else if (each.do === 'deaf') deaf.add(each.scope)
        else if (each.do === 'pass') now += each.ms
        else await sandboxes.reap()
      }
      // Left alone, all of them go.
      running.clear()
      deaf.clear()
      for (let round = 0; round < 2; round++) {
        now += 2 * IDLE_MS + 60_000
        await sandboxes.reap()
      }
      assert.deepEqual(sandboxes.list(), [])
    }),
    { numRuns: 300 },
  )
})
