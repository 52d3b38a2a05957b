import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { bothEngines } from '../../../tests/support/engines.ts'
import { bash, START, writeHistory } from '../../../tests/support/mined-history.ts'
import { scratch, testApp } from '../../../tests/support/store.ts'
import { openStore } from '../../store/open.ts'
import { FILE } from '../../store/tables.ts'
import { exportDataset } from './operation.ts'
import { DatasetCall, DatasetExported, DatasetSession } from './shape.ts'

/** A word that stands in every place where a transcript holds text. */
const CANARY = 'zebrafinch'

const SESSIONS = [
  {
    id: `session-${CANARY}`,
    title: `About ${CANARY}`,
    project: `/home/${CANARY}/shop`,
    cwd: `/home/${CANARY}/shop`,
    model: `${CANARY}-large`,
    platform: `${CANARY}-chat`,
    parentSession: `parent-${CANARY}`,
    endReason: CANARY,
    calls: [
      bash(`npm test -- ${CANARY}`, {
        asked: `Please look after ${CANARY}`,
        outcome: 'error' as const,
        cause: 'agent' as const,
        evidence: `${CANARY} failed`,
        result: `${CANARY} is not there`,
      }),
      bash(`npm test -- ${CANARY}`),
      bash(`npm test -- ${CANARY}`, { agent: `helper-${CANARY}` }),
      { tool: `feed_${CANARY}`, args: { [CANARY]: CANARY }, result: CANARY, intent: CANARY },
    ],
  },
  { id: 'plain', model: 'claude-opus-4', calls: [bash('ls')] },
  { id: 'eves', owner: 'telegram:eve', calls: [bash('ls')] },
]

const linesIn = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

for (const { engine, address } of bothEngines()) {
  test(`no text of a transcript is in a dataset, and the facts are (${engine})`, async (t) => {
    const home = scratch(t)
    const store = await openStore(address(home))
    t.after(() => void store.close())
    await store.insertNew(FILE, [
      ['file-1', 'test', 'codex', `/history/${CANARY}.jsonl`, '/history', 'jsonl', 1, START, 1, 1, '', 'v', 'ok', ''],
    ])
    await writeHistory(store, SESSIONS)
    const directory = join(home, 'dataset')
    const report = await exportDataset(testApp(home), store, { directory })
    assert.deepEqual(v.parse(DatasetExported, report), { directory, sessions: 2, calls: 5, hashedTools: 1 })
    const files = ['sessions.ndjson', 'calls.ndjson'].map((name) => join(directory, name))
    for (const file of files) {
      assert.ok(!readFileSync(file, 'utf8').toLowerCase().includes(CANARY), file)
      assert.equal(statSync(file).mode & 0o777, 0o600)
    }
    const [sessions, calls] = files.map(linesIn)
    const strict = { sessions: v.strictObject(DatasetSession.entries), calls: v.strictObject(DatasetCall.entries) }
    const readSessions = (sessions ?? []).map((line) => v.parse(strict.sessions, line))
    const readCalls = (calls ?? []).map((line) => v.parse(strict.calls, line))
    assert.equal(readSessions.filter(({ model }) => model === 'claude').length, 1)
    const hashed = readSessions.find(({ model }) => model !== 'claude')
    const own = readCalls.filter(({ session, subagent }) => session === hashed?.session && subagent === null)
    assert.deepEqual(
      own.map(({ outcome, cause, markers }) => [outcome, cause, markers.sameSubjectSeen, markers.errorsBefore]),
      [
        ['error', 'agent', false, 0],
        ['ok', null, true, 1],
        ['ok', null, false, 1],
      ],
    )
    assert.deepEqual(
      own.map(({ markers }) => markers.callsSinceError),
      [null, 0, 1],
    )
  })
}

test('two exports cannot be joined by their hashes, and none is written over another', async (t) => {
  const home = scratch(t)
  const store = await openStore(`sqlite:${join(home, 'store.db')}`)
  t.after(() => void store.close())
  await store.insertNew(FILE, [
    ['file-1', 'test', 'codex', '/history/one.jsonl', '/history', 'jsonl', 1, START, 1, 1, '', 'v', 'ok', ''],
  ])
  await writeHistory(store, [{ id: 'plain', calls: [bash('ls')] }])
  const texts: string[] = []
  for (const name of ['one', 'two']) {
    await exportDataset(testApp(home), store, { directory: join(home, name) })
    texts.push(readFileSync(join(home, name, 'sessions.ndjson'), 'utf8'))
  }
  assert.notEqual(texts[0], texts[1])
  await assert.rejects(exportDataset(testApp(home), store, { directory: join(home, 'one') }), { code: 'usage' })
})
