import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { findUnreadAgents } from './unread-agents.ts'

const withHome = (run: (home: string) => void): void => {
  const home = mkdtempSync(join(tmpdir(), 'warmstart-test-'))
  try {
    run(home)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const put = (home: string, path: string, text = '{}\n'): void => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
}

const makeDatabase = (path: string, table: string, rows: number): void => {
  mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path)
  database.exec(`create table ${table} (id text)`)
  for (let row = 0; row < rows; row++) database.prepare(`insert into ${table} values (?)`).run(`s${row}`)
  database.close()
}

const found = (home: string, env: Record<string, string> = {}) =>
  findUnreadAgents({ home, env, platform: 'linux' }).map(({ title, sessions }) => `${title} ${sessions ?? '?'}`)

test('agents that are on this machine and not read are counted, each at its usual place', () =>
  withHome((home) => {
    assert.deepEqual(found(home), [])
    put(home, '.kiro/sessions/cli/a.jsonl')
    put(home, '.kiro/sessions/cli/a.json')
    makeDatabase(join(home, '.local/share/zed/threads/threads.db'), 'threads', 2)
    assert.deepEqual(found(home), ['Kiro 1', 'Zed 2'])
  }))

test('an empty database and one that cannot be opened are not counted', () =>
  withHome((home) => {
    makeDatabase(join(home, 'data/zed/threads/threads.db'), 'threads', 0)
    assert.deepEqual(found(home, { XDG_DATA_HOME: join(home, 'data') }), [])
    rmSync(join(home, 'data/zed/threads/threads.db'))
    put(home, 'data/zed/threads/threads.db', 'no database, however long one looks at it')
    assert.deepEqual(found(home, { XDG_DATA_HOME: join(home, 'data') }), ['Zed ?'])
  }))
