import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { compressCheck } from '../src/verbs/compress-check/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { openStore } from '../src/store/open.ts'
import { scratch, testApp } from './support/store.ts'

/** One session of an exported Hermes history: a read of each file, failing where the letter says so. */
const session = (id: string, track: string, given: object, startedAt: number): object => ({
  id,
  source: 'cli',
  model: 'gpt-5',
  started_at: startedAt,
  ended_at: startedAt + 900,
  ...given,
  messages: [
    { role: 'user', content: 'go on', timestamp: startedAt + 1 },
    ...[...track].flatMap((letter, at) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: `call_${id}_${at}`,
            type: 'function',
            function: { name: 'read_file', arguments: JSON.stringify({ path: `src/file${at % 5}.ts` }) },
          },
        ],
        timestamp: startedAt + 2 + at,
      },
      {
        role: 'tool',
        tool_call_id: `call_${id}_${at}`,
        tool_name: 'read_file',
        content: JSON.stringify(letter === '.' ? { content: 'ok' } : { error: 'File not found: nothing.ts' }),
        timestamp: startedAt + 2 + at,
      },
    ]),
  ],
})

const checked = async (t: Parameters<typeof scratch>[0], sessions: object[], name?: string) => {
  const directory = scratch(t)
  const path = join(directory, 'export.jsonl')
  writeFileSync(path, sessions.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const app = testApp(directory)
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  await sync(app, store, { targets: [{ source: 'hermes', path }], rebuild: false })
  return compressCheck(store, { tolerance: 1.2, filter: {}, ...(name === undefined ? {} : { session: name }) })
}

const START = 1_772_359_200
const chain = [
  session('first', '...a................a...', { end_reason: 'compression' }, START),
  session(
    'second',
    'a.......................',
    { end_reason: 'compression', parent_session_id: 'first' },
    START + 1_000,
  ),
  session('third', '........................', { parent_session_id: 'second' }, START + 2_000),
]

test('a session that is continued by another counts as one compaction, with calls of both', async (t) => {
  const report = await checked(t, chain)
  assert.deepEqual(
    report.events
      .toSorted((a, b) => (a.session < b.session ? -1 : 1))
      .map((event) => [event.session, event.continuedIn, event.before?.n, event.after?.n]),
    [
      ['first', 'second', 20, 20],
      ['second', 'third', 20, 20],
    ],
  )
  assert.deepEqual([report.before?.rate, report.after?.rate], [1 / 40, 1 / 40])
  // Files are read in rounds of five: nearly every read is one of a file that was read before.
  assert.ok(report.events.every((event) => event.rereads.after === 20))
})

test('sessions that continue each other are one cluster, so their change is an anecdote about calls', async (t) => {
  const report = await checked(t, chain)
  assert.equal(report.change?.n, 1)
})

test('asked about one session, compactions on both its ends are shown', async (t) => {
  const report = await checked(t, chain, 'second')
  assert.equal(report.events.length, 2)
})

test('a session that ended by compression and whose continuation is missing is named, and compared with nothing', async (t) => {
  const report = await checked(t, chain.slice(0, 1))
  assert.deepEqual(
    [report.hasCompression, report.events.length, report.before, report.verdict],
    [true, 1, null, 'not-enough-data'],
  )
  assert.match(report.events[0]?.reason ?? '', /after it/)
})

test("sessions that are each other's parents do no harm", async (t) => {
  const circle = [
    session('a', '.....................', { end_reason: 'compression', parent_session_id: 'b' }, START),
    session('b', '.....................', { end_reason: 'compression', parent_session_id: 'a' }, START + 1_000),
  ]
  assert.equal((await checked(t, circle)).verdict, 'not-enough-data')
})
