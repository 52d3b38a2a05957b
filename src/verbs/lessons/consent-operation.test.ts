import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MadeSession, START, writeHistory } from '../../../tests/support/mined-history.ts'
import { scratch, testApp } from '../../../tests/support/store.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'
import { listLessons } from './operation.ts'
import { deliver } from '../hook/deliver-operation.ts'
import { acceptProject, decideLessons, markJoined, readyAccepted } from './consent-operation.ts'

const SHOP = '/home/sam/shop'
const DAY_MS = 24 * 60 * 60 * 1000

const asks = (path: string) => ({
  tool: 'Read',
  args: { file_path: `${SHOP}/${path}` },
  outcome: 'error' as const,
  cause: 'agent' as const,
  result: 'File does not exist.',
  complaints: [{ program: 'Read', code: 'missing-path', subject: `${SHOP}/${path}`, line: 'File does not exist.' }],
})
const session = (id: string, ...paths: string[]): MadeSession => ({ id, calls: paths.map(asks) })

const opened = async (t: Parameters<typeof scratch>[0], sessions: MadeSession[]) => {
  let now = START + DAY_MS
  const app = { ...testApp(scratch(t)), now: () => now++ }
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  await writeHistory(store, sessions)
  return { app, store }
}

const told = async (store: Connection, sessionKey: string, now: number, owner = 'sam'): Promise<string> => {
  const given = { owner, source: 'codex', machine: 'test', now, arm: 'warm' as const, env: {}, mostBytes: 10_000 }
  const moment = { kind: 'start' as const, sessionKey, cwd: SHOP }
  return (await deliver(store, moment, { ...given, isNear: () => false })).text ?? ''
}

test('one yes gives the lessons of a project to its sessions, a no takes one out for good', async (t) => {
  const { app, store } = await opened(t, [
    session('a', 'src/cart.ts', 'src/pay.ts'),
    session('b', 'src/cart.ts', 'src/pay.ts'),
  ])
  assert.equal(await told(store, 'one', app.now()), '')
  const { changed } = await acceptProject(app, store, SHOP)
  assert.deepEqual(changed.map(({ lesson }) => lesson.trigger.subject).toSorted(), ['src/cart.ts', 'src/pay.ts'])
  assert.match(await told(store, 'two', app.now()), /`src\/(?:cart|pay)\.ts`, `src\/(?:cart|pay)\.ts`/)
  assert.equal(await told(store, 'three', app.now(), 'kim'), '', 'a yes counts for its owner')
  const cart = changed.find(({ lesson }) => lesson.trigger.subject === 'src/cart.ts')
  const ids = [cart?.lesson.id.slice(0, 8) ?? '']
  const refused = await decideLessons(app, store, { project: SHOP, ids, word: 'refused' })
  assert.deepEqual(
    refused.changed.map(({ state }) => state),
    ['refused'],
  )
  assert.ok(!(await told(store, 'four', app.now())).includes('cart'))
  const listed = await listLessons(app, store, { projects: [SHOP], isAll: true })
  assert.deepEqual(listed.lessons.map(({ state }) => state).toSorted(), ['active', 'refused'])
  assert.ok(!listed.text.includes('cart'), 'nor is it listed for a start')
  await acceptProject(app, store, SHOP)
  assert.ok(!(await told(store, 'five', app.now())).includes('cart'), 'another yes does not bring it back')
  await decideLessons(app, store, { project: SHOP, ids, word: 'accepted' })
  assert.ok((await told(store, 'six', app.now())).includes('cart'))
})

test('ids that are unknown or stand for several lessons are refused in words', async (t) => {
  const { app, store } = await opened(t, [])
  for (const id of ['abcd', 'x', "' or 1"])
    await assert.rejects(decideLessons(app, store, { project: SHOP, ids: [id], word: 'accepted' }), {
      code: 'no-such-lesson',
    })
})

test('lessons that are found after the yes join by themselves and are announced once', async (t) => {
  const { app, store } = await opened(t, [session('a', 'src/cart.ts'), session('b', 'src/cart.ts')])
  assert.deepEqual(await readyAccepted(app, store), [], 'without a yes nothing is made ready')
  await acceptProject(app, store, SHOP)
  assert.deepEqual(await readyAccepted(app, store), [])
  await writeHistory(store, [session('c', 'src/pay.ts'), session('d', 'src/pay.ts')])
  const joined = await readyAccepted(app, store)
  assert.deepEqual(
    joined.map(({ text, project }) => [text, project]),
    [['`src/pay.ts` does not exist.', SHOP]],
  )
  assert.deepEqual(await readyAccepted(app, store), joined, 'until a person was told')
  await markJoined(app, store, joined)
  assert.deepEqual(await readyAccepted(app, store), [])
  assert.ok((await told(store, 'one', app.now())).includes('src/pay.ts'))
})
