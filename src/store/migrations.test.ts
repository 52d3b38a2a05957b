import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { test } from 'node:test'
import { scratch } from '../../tests/support/store.ts'
import { MIGRATIONS } from './migrations.ts'
import { openStore } from './open.ts'
import { SCHEMA_VERSION } from './meta.ts'

test('the version that programs ask for is that of the last migration', () => {
  assert.equal(MIGRATIONS.length, SCHEMA_VERSION)
})

test('what a reader remembers of a file survives the move to the end of its row', async (t) => {
  const path = join(scratch(t), 'store.db')
  const old = new DatabaseSync(path)
  old.exec('create table migration (id bigint primary key)')
  for (const [index, migration] of MIGRATIONS.slice(0, 6).entries()) {
    for (const statement of migration({ name: 'sqlite', textType: 'text' })) old.exec(statement)
    old.prepare('insert into migration (id) values (?)').run(index + 1)
  }
  old.exec(`insert into file (id, machine, source, path, root, shape, size, modified_at, read_to, line, mark, saved,
    version, state) values ('f', 'm', 's', '/p', '/', 'lines', 1, 2, 3, 4, 'mark', '{"kept":1}', 'v', 'ok')`)
  old.close()
  const store = await openStore(`sqlite:${path}`)
  t.after(() => store.close())
  assert.deepEqual(
    (await store.all('select read_to, version, state, memory from file')).map((row) => ({ ...row })),
    [{ read_to: 3, version: 'v', state: 'ok', memory: '{"kept":1}' }],
  )
})
