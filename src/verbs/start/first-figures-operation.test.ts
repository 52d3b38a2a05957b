import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { claudeCode } from '../../sources/formats/claude-code/source.ts'
import { openStore } from '../../store/open.ts'
import { layOut } from '../../../tests/support/fixtures.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { scratch, syncInto, testApp } from '../../../tests/support/store.ts'
import { firstFigures, withFirstFigures } from './first-figures-operation.ts'
import { profileHistory } from '../profile/operation.ts'
import { start } from './operation.ts'

test('first figures of a short history are those of its profile, and write nothing', async (t) => {
  const home = scratch(t)
  const app = testApp(home)
  await layOut(claudeCode, join(app.place.home, '.claude'))
  await syncInto(app, {})
  const store = await openStore(app.storeAddress)
  try {
    const figures = await firstFigures(store)
    assert.deepEqual(await store.all('select session_id from tally'), [])
    const { sessions: _, ...profile } = await profileHistory(store, {})
    assert.ok(figures !== undefined && profile.calls > 0)
    const { sessions: __, ...first } = figures
    assert.deepEqual(first, profile)
  } finally {
    await store.close()
  }
})

test('an empty store has no first figures', async (t) => {
  const store = await openStore(testApp(scratch(t)).storeAddress)
  assert.equal(await firstFigures(store), undefined)
  await store.close()
})

test('figures are told once while the work goes on, as soon as there are any', async (t) => {
  const home = scratch(t)
  const app = testApp(home)
  await layOut(claudeCode, join(app.place.home, '.claude'))
  const told: number[] = []
  const work = async (): Promise<string> => {
    await syncInto(app, {})
    await eventually(() => told.length > 0, 'figures are told')
    return 'done'
  }
  const result = await withFirstFigures(
    app.storeAddress,
    { afterMs: 0, tell: ({ calls }) => void told.push(calls) },
    work,
  )
  assert.equal(result, 'done')
  assert.equal(told.length, 1)
  assert.ok((told[0] ?? 0) > 0)
})

test('work that is done before is not commented on, and a store that cannot be opened spoils nothing', async (t) => {
  const app = testApp(scratch(t))
  const told: unknown[] = []
  const tell = (history: unknown): void => void told.push(history)
  assert.equal(await withFirstFigures(app.storeAddress, { afterMs: 60_000, tell }, async () => 1), 1)
  const wait = (): Promise<number> => new Promise((done) => setTimeout(done, 50, 2))
  assert.equal(await withFirstFigures('nowhere:x', { afterMs: 0, tell }, wait), 2)
  assert.deepEqual(told, [])
})

test('start tells the figures of all history before it looks for what to carry over', async (t) => {
  const app = testApp(scratch(t))
  await layOut(claudeCode, join(app.place.home, '.claude'))
  const store = await openStore(app.storeAddress)
  try {
    const told: [unknown, string][] = []
    const { report } = await start(app, async () => store, {
      onFigures: (figures, of) => void told.push([figures, of]),
      firstFiguresMs: 60_000,
    })
    assert.deepEqual(told, [[report.figures, 'all']])
  } finally {
    await store.close()
  }
})
