import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scratch } from '../../../tests/support/store.ts'
import { createReaders, readersFor } from './readers.ts'

const MB = 1024 * 1024

test('little is read without a thread, more with one, much with two where there are two cores', () => {
  assert.equal(readersFor(3 * MB), 0)
  assert.equal(readersFor(5 * MB), 1)
  assert.ok([1, 2].includes(readersFor(500 * MB)))
})

test('whoever asks gets a thread of its own, started before or not', async () => {
  const readers = createReaders()
  readers.expect(5 * MB)
  const workers = [readers.take(), readers.take()]
  assert.equal(new Set(workers).size, 2)
  readers.end()
  await Promise.all(workers.map((worker) => worker.terminate()))
})

test('threads that nobody took do not keep the program alive once they are ended', (t) => {
  const script = (rest: string) => `
    import { createReaders } from ${JSON.stringify(new URL('./readers.ts', import.meta.url).href)}
    const readers = createReaders()
    readers.expect(${5 * MB})
    ${rest}`
  const path = join(scratch(t), 'start.mjs')
  const run = (rest: string, timeout: number) => {
    writeFileSync(path, script(rest))
    return spawnSync(process.execPath, [path], { timeout })
  }
  assert.equal(run('readers.end()', 60_000).status, 0)
  // What the test above rests on: without it there is a thread, and it waits.
  assert.equal(run('', 2_000).signal, 'SIGTERM')
})
