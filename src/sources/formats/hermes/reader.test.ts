import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { closeReader, findOrphans, openReader } from './reader.ts'

const SESSIONS = 500
const TABLES = `
  create table sessions (id text primary key, source text, started_at real);
  create table messages (id integer primary key, session_id text, role text, content text, timestamp real);
  create index by_session on messages(session_id, timestamp)`

/** Messages of sessions without rows; of the index that leads to them, a page near its end is no page any more. */
const damage = (path: string): void => {
  const database = new DatabaseSync(path)
  database.exec(TABLES)
  const put = database.prepare('insert into messages (session_id, role, content, timestamp) values (?, ?, ?, ?)')
  for (let at = 0; at < SESSIONS; at++) put.run(`${1_000 + at}-${'x'.repeat(60)}`, 'user', 'go', at)
  const leaves = database
    .prepare("select pageno from dbstat where name = 'by_session' and pagetype = 'leaf' order by path")
    .all()
  const bytes = Number(database.prepare('pragma page_size').get()?.['page_size'])
  database.close()
  const page = Number(leaves.at(-2)?.['pageno'])
  const file = readFileSync(path)
  writeFileSync(path, file.fill(255, (page - 1) * bytes, page * bytes))
}

test('sessions without a row are all found, also where the index that leads to them is damaged', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'orphans-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'state.db')
  damage(path)
  const codes: string[] = []
  const reader = openReader(path, { event: () => {}, issue: ({ code }) => void codes.push(code) })
  assert.ok(reader !== undefined)
  const found = [...findOrphans(reader)]
  closeReader(reader)
  assert.equal(found.length, SESSIONS)
  assert.equal(new Set(found).size, SESSIONS)
  assert.deepEqual(codes, ['database-malformed'])
})
