import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scratch } from '../../../tests/support/store.ts'
import type { Connection } from '../../store/connection.ts'
import { createCopyFilter } from '../../store/facts/copy-filter.ts'
import { openStore } from '../../store/open.ts'
import { type Builder, buildDatabase, terminal } from '../formats/hermes/fixtures/build.ts'
import type { ReadJob } from '../plan/read-job.ts'
import { type Batch, MAX_ISSUES } from '../write/batch.ts'
import { writeBatch } from '../write/writer.ts'
import { readFiles } from './read-files.ts'
import { beginning, type SplitJobs, splitJobs } from './split-jobs.ts'

const SESSIONS = 60
const SETTINGS = { owner: 'sam', seenIn: 1 }

/** Sessions of many kinds: helpers and continuations of sessions far away, a compaction, empty ones, messages without a session. */
const fill = ({ session, user, call, result, message }: Builder): void => {
  for (let number = 0; number < SESSIONS; number++) {
    const id = `s${number}`
    session(id, {
      end_reason: number % 7 === 0 ? 'compression' : 'user_exit',
      ended_at: 1_772_360_000 + number,
      parent_session_id: number > 40 ? `s${number - 36}` : null,
    })
    if (number % 5 === 4) continue
    for (let row = 0; row < 30; row += 3) {
      const archived = number % 11 === 3 && row < 12 ? { active: 0, compacted: 1 } : {}
      user(id, `question ${number} ${row}`, row, archived)
      call(id, [[`call_${row}`, 'terminal', { command: `make part${number % 3}` }]], row + 1, archived)
      result(id, `call_${row}`, terminal('x'.repeat(300), row % 2), row + 2, archived)
    }
    if (number % 13 === 2) message(id, 'stranger', 'hello', 40)
  }
  for (let row = 0; row < 6; row++) user('left-behind', `alone ${row}`, row)
}

const jobOf = (path: string, previous?: ReadJob['previous']): ReadJob => ({
  fileId: 'file',
  machine: 'test',
  source: 'hermes',
  path,
  root: path,
  shape: 'database',
  rank: 0,
  size: statSync(path).size,
  modifiedAt: 0,
  isKnown: false,
  previous,
  readTo: 0,
  line: 0,
  mark: '',
})

const batchesOf = async (jobs: readonly ReadJob[], saved: string | null = null): Promise<Batch[]> => {
  const batches: Batch[] = []
  await readFiles(jobs, SETTINGS, {
    savedOf: async () => saved,
    write: async (batch) => void batches.push(batch),
  })
  return batches
}

const TABLES = ['session', 'call', 'turn', 'compaction', 'issue', 'file'] as const

const rowsOf = async (store: Connection): Promise<Record<string, string[]>> => {
  const tables: Record<string, string[]> = {}
  for (const table of TABLES) {
    const rows = await store.all(`select * from ${table}`)
    tables[table] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return tables
}

const stored = async (batches: readonly Batch[]): Promise<Record<string, string[]>> => {
  const store = await openStore('sqlite::memory:')
  const filter = createCopyFilter()
  for (const batch of batches) await store.transaction((transaction) => writeBatch(transaction, batch, filter))
  const rows = await rowsOf(store)
  await store.close()
  return rows
}

const split = async (path: string, previous?: ReadJob['previous']): Promise<SplitJobs> => {
  const parts = await splitJobs([jobOf(path, previous)], 2, statSync(path).size / 8)
  assert.ok(parts.jobs.length >= 6, `${parts.jobs.length} parts`)
  return parts
}

/** The batches of parts as they are written, one part after another in this order. */
const written = async (parts: SplitJobs, order: readonly ReadJob[]): Promise<Batch[]> => {
  const batches = parts.wholes.map(beginning)
  for (const job of order) {
    for (const batch of await batchesOf([job])) {
      parts.settle(batch)
      batches.push(batch)
    }
  }
  return batches
}

const database = (t: { after(clean: () => void): void }): string => {
  const path = join(scratch(t), 'state.db')
  buildDatabase(path, 30, fill)
  return path
}

test('a database that is read in parts, in any order, leaves the rows that one reading leaves', async (t) => {
  const path = database(t)
  const whole = await stored(await batchesOf([jobOf(path)]))
  assert.ok((whole['call']?.length ?? 0) > 300)
  assert.ok((whole['issue']?.length ?? 0) > 2)
  const { jobs } = await split(path)
  for (const order of [[...jobs], jobs.toReversed(), [...jobs.slice(3), ...jobs.slice(0, 3)]]) {
    const parts = await split(path)
    assert.deepEqual(await stored(await written(parts, order)), whole)
    assert.deepEqual(parts.failed(), [])
  }
})

test('the cursor tells of the parts before the first gap, and the next run reads the rest', async (t) => {
  const path = database(t)
  const whole = await stored(await batchesOf([jobOf(path)]))
  const parts = await split(path)
  const [first, second, third, fourth] = parts.jobs
  const batches = await written(
    parts,
    [fourth, second, first].filter((job) => job !== undefined),
  )
  const cursors = batches.flatMap((batch) => batch.files)
  const [begun, told] = cursors
  assert.equal(cursors.length, 2)
  // Size -1: the file must not look unchanged.
  assert.deepEqual([begun?.[6], begun?.at(-1), told?.[6]], [-1, null, -1])
  const next = third?.part?.made as { after: number } | undefined
  const saved = String(told?.at(-1))
  assert.equal((JSON.parse(saved) as { parser: { sessionRowid: number } }).parser.sessionRowid, next?.after)
  const rest = await batchesOf([{ ...jobOf(path), isKnown: true }], saved)
  assert.deepEqual(await stored([...batches, ...rest]), whole)
})

test('what another version had read is dropped once all parts are read', async (t) => {
  const path = database(t)
  const parts = await split(path, { readTo: 0, mark: '', size: 1, modifiedAt: 1 })
  const batches = await written(parts, parts.jobs)
  assert.deepEqual(
    batches.flatMap((batch) => batch.replaced),
    ['file'],
  )
  assert.deepEqual(batches.at(-1)?.replaced, ['file'])
})

test('a damaged database, and one with more issues than are kept, are read as a whole', async (t) => {
  const path = database(t)
  const damaged = await split(path)
  const bytes = readFileSync(path)
  const page = bytes.readUInt16BE(16)
  for (let at = page * 12; at < bytes.length - page * 8; at += page * 9) bytes.fill(0xee, at, at + page)
  writeFileSync(path, bytes)
  await written(damaged, damaged.jobs)
  assert.deepEqual(damaged.failed(), damaged.wholes)

  const garbled = join(scratch(t), 'state.db')
  buildDatabase(garbled, 30, (build) => {
    fill(build)
    for (let number = 0; number < MAX_ISSUES; number++) build.message('s1', 'stranger', `hello ${number}`, 50)
  })
  const parts = await split(garbled)
  await written(parts, parts.jobs)
  assert.deepEqual(parts.failed(), parts.wholes)
})

test('a small database, a known one and one for a single thread stay whole', async (t) => {
  const path = database(t)
  const job = jobOf(path)
  for (const [jobs, threads, partBytes] of [
    [[job], 2, job.size],
    [[{ ...job, isKnown: true }], 2, job.size / 8],
    [[job], 1, job.size / 8],
  ] as const) {
    const parts = await splitJobs(jobs, threads, partBytes)
    assert.deepEqual([parts.jobs, parts.wholes], [jobs, []])
  }
})
