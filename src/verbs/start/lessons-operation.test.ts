import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothEngines } from '../../../tests/support/engines.ts'
import { bash, type MadeSession, START, writeHistory } from '../../../tests/support/mined-history.ts'
import { scratch, testApp } from '../../../tests/support/store.ts'
import { openStore } from '../../store/open.ts'
import { acceptProject } from '../lessons/consent-operation.ts'
import { startLessons } from './lessons-operation.ts'

const DAY_MS = 24 * 3_600_000

const asks = (path: string) =>
  bash(`cat ${path}`, {
    outcome: 'error',
    complaints: [{ program: 'cat', code: 'missing-path', subject: path, line: `cat: ${path}: No such file` }],
  })
const session = (id: string, project: string, path: string): MadeSession => ({ id, project, calls: [asks(path)] })

for (const { engine, address } of bothEngines())
  test(`${engine}: the first screen is given the lessons of the busiest projects, each mistake once, and knows which wait for a yes`, async (t) => {
    const place = scratch(t)
    const app = { ...testApp(place, address(place)), now: () => START + 2 * DAY_MS }
    const store = await openStore(app.storeAddress)
    t.after(() => void store.close())
    await writeHistory(store, [
      session('a', '/home/sam/shop', 'docs/api.md'),
      session('b', '/home/sam/shop', 'docs/api.md'),
      session('c', '/home/sam/shop', 'docs/api.md'),
      session('d', '/home/sam/till', 'src/pay.ts'),
      session('e', '/home/sam/till', 'src/pay.ts'),
      session('f', '/home/sam/quiet', 'once.md'),
      session('g', '/home/sam/till', 'docs/api.md'),
      session('h', '/home/sam/till', 'docs/api.md'),
    ])
    const shown = async () =>
      (await startLessons(app, store)).lessons
        .map(({ project, text, state }) => `${project} ${state}: ${text}`)
        .toSorted()
    assert.deepEqual(await shown(), [
      '/home/sam/shop candidate: `docs/api.md` does not exist.',
      '/home/sam/till candidate: `src/pay.ts` does not exist.',
    ])
    await acceptProject(app, store, '/home/sam/till')
    assert.deepEqual(await shown(), [
      '/home/sam/shop candidate: `docs/api.md` does not exist.',
      '/home/sam/till active: `src/pay.ts` does not exist.',
    ])
    const later = { ...app, now: () => START + 60 * DAY_MS }
    assert.deepEqual(await startLessons(later, store), { lessons: [], lessonsLeftOut: { told: 0, stale: 3 } })
  })
