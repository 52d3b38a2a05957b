import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { sync } from '../src/verbs/sync/operation.ts'
import { generateSample } from '../src/sample/generate.ts'
import { createRandom } from '../src/sample/random.ts'
import { SOURCES } from '../src/sources/registry.ts'
import { openStore } from '../src/store/open.ts'
import { failingAfter } from './support/failing-store.ts'
import { layOut } from './support/fixtures.ts'
import { contentOf, scratch, syncInto, testApp } from './support/store.ts'

const PROGRAM = join(import.meta.dirname, '..', 'bin', 'warmstart')
const MOST_ATTEMPTS = 60

test('a sync killed at random moments and run again ends like one that nobody disturbed', async (t) => {
  const history = join(scratch(t), 'history')
  generateSample(history, { seed: 11, megabytes: 12 })
  const undisturbed = testApp(scratch(t))
  const whole = await syncInto(undisturbed, { targets: [{ path: history }] })

  const app = { ...testApp(scratch(t)), machine: '' }
  const words = ['sync', '--path', history, '--store', app.storeAddress]
  const options = { env: { ...process.env, HOME: app.home, WARMSTART_OWNER: app.owner }, stdio: 'ignore' as const }
  const random = createRandom(5)
  // Killed at random moments until one run gets through; later ones have less to do, so the moments move with the speed.
  let killed = 0
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const child = spawn(PROGRAM, words, options)
    const exit = once(child, 'exit')
    const timer = setTimeout(() => child.kill('SIGKILL'), random.between(80, 260 + attempt * 40))
    const [code, signal] = (await exit) as [number | null, string | null]
    clearTimeout(timer)
    if (signal === 'SIGKILL') killed++
    else assert.equal(code, 0)
    if (code === 0) break
  }
  assert.ok(killed >= 3, `only ${killed} runs were killed`)
  const last = spawn(PROGRAM, words, options)
  assert.deepEqual(await once(last, 'exit'), [0, null])
  const store = await openStore(app.storeAddress)
  const { calls, sessions, compactions } = await contentOf(app, store)
  await store.close()
  assert.deepEqual(calls, whole.calls)
  assert.deepEqual(sessions, whole.sessions)
  assert.equal(compactions, whole.compactions)
})

test('whichever statement fails, the next run completes what was begun', async (t) => {
  const root = scratch(t)
  for (const source of SOURCES) await layOut(source, join(root, source.name))
  const targets = SOURCES.map((source) => ({ source: source.name, path: join(root, source.name) }))
  const whole = await syncInto(testApp(scratch(t)), { targets })
  let failures = 0
  for (const statements of [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]) {
    const app = testApp(scratch(t))
    const store = await openStore(app.storeAddress)
    await sync(app, failingAfter(store, statements), { targets, rebuild: false }).catch(() => failures++)
    await sync(app, store, { targets, rebuild: false })
    const content = await contentOf(app, store)
    await store.close()
    assert.deepEqual(content.calls, whole.calls, `after statement ${statements}`)
    assert.deepEqual(content.sessions, whole.sessions)
    assert.deepEqual(content.issues, whole.issues)
  }
  assert.ok(failures >= 8)
})

test('several syncs at once come to the same facts as one', async (t) => {
  const history = join(scratch(t), 'history')
  generateSample(history, { seed: 12, sessions: 24 })
  const whole = await syncInto(testApp(scratch(t)), { targets: [{ path: history }] })
  const app = { ...testApp(scratch(t)), machine: '' }
  const children = [1, 2, 3].map(() =>
    spawn(PROGRAM, ['sync', '--path', history, '--store', app.storeAddress], {
      env: { ...process.env, HOME: app.home, WARMSTART_OWNER: app.owner },
      stdio: 'ignore',
    }),
  )
  for (const exit of await Promise.all(children.map((child) => once(child, 'exit')))) assert.deepEqual(exit, [0, null])
  const store = await openStore(app.storeAddress)
  const { calls, sessions } = await contentOf(app, store)
  await store.close()
  assert.deepEqual(calls, whole.calls)
  assert.deepEqual(sessions, whole.sessions)
})
