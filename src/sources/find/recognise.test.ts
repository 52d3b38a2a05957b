import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { discoverPath } from './discover.ts'
import { recogniseFile } from './recognise.ts'
import { sourceNamed } from '../registry.ts'

const withFolder = async (run: (folder: string) => void | Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'warmstart-test-'))
  try {
    await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const lines = (...records: unknown[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('')

const qwen = (type: string, more: object) => ({
  uuid: 'u1',
  parentUuid: null,
  sessionId: '5e551000-0000-4000-8000-0000000000aa',
  timestamp: '2026-10-01T10:00:00.000Z',
  type,
  cwd: '/home/sam/shop',
  version: '0.24.4',
  ...more,
})

const message = { role: 'user', content: 'hello' }
const run = (trial: number, traj: unknown) => ({ task_id: trial, trial, reward: 0, info: {}, traj })

const files: [name: string, text: string, source: string | undefined, reason: string | undefined][] = [
  [
    'qwen.jsonl',
    lines(
      qwen('system', { subtype: 'ui_telemetry' }),
      qwen('user', { message: { role: 'user', parts: [{ text: 'fix it' }] } }),
      qwen('assistant', { model: 'qwen3', message: { role: 'model', parts: [{ functionCall: { name: 'shell' } }] } }),
    ),
    'qwen-code',
    undefined,
  ],
  ['claude.jsonl', lines(qwen('system', {}), qwen('user', { message })), 'claude-code', undefined],
  ['one-empty.json', JSON.stringify([run(0, []), run(1, [message])]), 'openai-chat', undefined],
  ['one-null.json', JSON.stringify([run(0, null), null, run(1, [message])]), 'openai-chat', undefined],
  ['one-broken.json', JSON.stringify([run(0, [message]), run(1, [message, null]), 7]), 'openai-chat', undefined],
  ['empty-first.json', JSON.stringify([...Array(40).fill(run(0, [])), run(1, [message])]), 'openai-chat', undefined],
  [
    'broken-line.jsonl',
    lines({ messages: [message] }, { messages: [] }, { messages: [message] }),
    'openai-chat',
    undefined,
  ],
  ['nothing.jsonl', '', undefined, 'an empty file'],
  ['words.json', 'hello there', undefined, 'neither JSON nor lines of JSON nor a database'],
  ['list.json', '[1, 2, 3]', undefined, 'a list that holds no conversation'],
  ['empty-list.json', '[]', undefined, 'an empty list'],
  ['number.json', '7', undefined, 'JSON that is no record of a session'],
  ['bare.json', '{}', undefined, 'JSON without fields'],
  [
    'package.json',
    JSON.stringify({ name: 'shop', version: '1', a: 1, b: 2, c: 3, d: 4 }),
    undefined,
    'no agent we know writes records with the fields name, version, a, b, c, ...',
  ],
]
for (const [name, text, source, reason] of files) {
  test(`${name} is ${source ?? `named with its reason: ${reason}`}`, () =>
    withFolder((folder) => {
      writeFileSync(join(folder, name), text)
      const found = recogniseFile(join(folder, name))
      assert.deepEqual([found.recognised?.name, found.reason, found.problem], [source, reason, undefined])
    }))
}

test('every file that is not recognised at a place given by hand is named, and none in an agent’s own folder', () =>
  withFolder(async (folder) => {
    mkdirSync(join(folder, 'deeper'))
    writeFileSync(join(folder, 'talk.json'), JSON.stringify({ messages: [message] }))
    writeFileSync(join(folder, 'deeper', 'notes.md'), '# notes')
    writeFileSync(join(folder, 'deeper', 'package.json'), '{"name":"shop"}')
    const database = new DatabaseSync(join(folder, 'other.db'))
    database.exec('create table customer (id text)')
    database.close()
    writeFileSync(join(folder, 'other.db-wal'), '')
    const { files: read, issues } = await discoverPath(folder, undefined)
    assert.deepEqual(
      read.map(({ path }) => path),
      [join(folder, 'talk.json')],
    )
    assert.deepEqual(
      issues.map(({ path, code, message: text }) => [path.slice(folder.length + 1), code, text]),
      [
        [
          join('deeper', 'notes.md'),
          'unknown-format',
          'history is kept in files called .jsonl, .json, .ndjson, .db, .sqlite, .traj or .eval',
        ],
        [join('deeper', 'package.json'), 'unknown-format', 'no agent we know writes records with the fields name'],
        ['other.db', 'unknown-format', 'a database of another kind, with the tables customer'],
      ],
    )
    const named = (await discoverPath(folder, sourceNamed('codex'))).issues
    assert.deepEqual(
      [...new Set(named.map((issue) => issue.message))],
      ['Codex gives no such name to a file with history'],
    )
  }))

test('of very many files that are not recognised the first thousand are named and the rest is counted', () =>
  withFolder(async (folder) => {
    for (let at = 0; at < 1_003; at++) writeFileSync(join(folder, `${at}.txt`), '')
    const { issues } = await discoverPath(folder, undefined)
    assert.equal(issues.length, 1_001)
    assert.deepEqual(
      [issues.at(-1)?.path, issues.at(-1)?.message],
      [folder, '3 more files below this place were not recognised'],
    )
  }))
