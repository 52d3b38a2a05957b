import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openStore } from '../../store/open.ts'
import { readProcesses } from '../../store/live/process.ts'
import { createKeeper, type Keeper } from './keeper.ts'
import { LIMITS } from '../limits.ts'
import { newProcessId } from '../process-id.ts'
import { type HostStart, startProcess } from './start-process.ts'
import { findMembers } from '../trees/end-tree.ts'

const HOLDER = { machine: 'test', home: 'here' }

const keeperIn = async (t: TestContext): Promise<{ keeper: Keeper; directory: string }> => {
  const directory = mkdtempSync(join(tmpdir(), 'warmstart-test-'))
  const store = await openStore('sqlite::memory:')
  t.after(async () => {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    keeper: createKeeper({ now: Date.now, store, holder: HOLDER, limits: LIMITS, directory, env: process.env }),
    directory,
  }
}

const request = (directory: string, more: Partial<HostStart> = {}): HostStart => ({
  id: newProcessId(),
  command: 'sleep 600',
  workdir: directory,
  owner: 'sam',
  baseEnv: { PATH: process.env['PATH'] ?? '' },
  ...more,
})

for (const pty of [false, true]) {
  test(`what cannot be written down does not run ${pty ? 'in a terminal' : 'in a pipe'}`, async (t) => {
    const { keeper, directory } = await keeperIn(t)
    const { store } = keeper
    const start = request(directory, { pty })
    const failing: Keeper = {
      ...keeper,
      store: {
        ...store,
        run: (sql, values) =>
          sql.startsWith('update process set state') ? Promise.reject(new Error('disk full')) : store.run(sql, values),
      },
    }
    await assert.rejects(startProcess(failing, start), /disk full/)
    assert.deepEqual(findMembers({ id: start.id, root: undefined, spared: [] }), [])
    const [row] = await readProcesses(store, HOLDER)
    assert.equal(row?.state, 'killed')
  })
}

test('where the row cannot be written nothing is started at all', async (t) => {
  const { keeper, directory } = await keeperIn(t)
  const start = request(directory)
  const failing: Keeper = { ...keeper, store: { ...keeper.store, run: () => Promise.reject(new Error('no store')) } }
  await assert.rejects(startProcess(failing, start), /no store/)
  assert.equal(keeper.held.size, 0)
  assert.deepEqual(findMembers({ id: start.id, root: undefined, spared: [] }), [])
})

test('the same start asked for twice is one process', async (t) => {
  const { keeper, directory } = await keeperIn(t)
  const start = request(directory)
  const [first, second] = [await startProcess(keeper, start), await startProcess(keeper, start)]
  assert.equal(first.pid, second.pid)
  const backend = await keeper.backend('local')
  await backend.end({ id: start.id, target: '', pty: false }, { graceMs: 500 })
  for (const held of keeper.held.values()) for (const stop of held.stops) stop()
})

test('a command without a PATH runs as well', async (t) => {
  const { keeper, directory } = await keeperIn(t)
  const start = request(directory, { baseEnv: { PATH: '/nowhere' }, command: 'echo "$PATH"' })
  await startProcess(keeper, start)
  const held = keeper.held.get(start.id)
  await new Promise<void>((resolve) => held?.waiters.add(resolve))
  assert.equal(held?.buffer.slice(), '/nowhere\n')
})
