import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeCalls } from './call.ts'
import type { Connection, Value } from '../connection.ts'
import { createCopyFilter } from './copy-filter.ts'
import { openStore } from '../open.ts'
import { CALL } from '../tables.ts'

const KEY = '00112233445566aa'

const withStores = async (check: (one: Connection, other: Connection) => Promise<void>): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'copies-'))
  const address = `sqlite:${join(directory, 'store.db')}`
  const stores = [await openStore(address), await openStore(address)] as const
  try {
    await check(...stores)
  } finally {
    for (const store of stores) await store.close()
    rmSync(directory, { recursive: true })
  }
}

test('in a new store only keys that came before can have copies', () =>
  withStores(async (store) => {
    const filter = createCopyFilter()
    await store.transaction((transaction) => filter.check(transaction))
    assert.equal(filter.mayHaveCopies(KEY), false)
    assert.equal(filter.mayHaveCopies(KEY), true)
    assert.equal(filter.mayHaveCopies('00112233445566ab'), false)
    assert.equal(filter.mayHaveCopies('zzzzzz'), true)
  }))

test('before the first look, and after somebody else has written, every key can have copies', () =>
  withStores(async (store, other) => {
    const filter = createCopyFilter()
    assert.equal(filter.mayHaveCopies(KEY), true)
    await store.transaction((transaction) => filter.check(transaction))
    await store.run("insert into meta (key, value) values ('own', '1')")
    await store.transaction((transaction) => filter.check(transaction))
    assert.equal(filter.mayHaveCopies(KEY), false)
    await other.run("insert into meta (key, value) values ('others', '1')")
    await store.transaction((transaction) => filter.check(transaction))
    assert.equal(filter.mayHaveCopies('ffffffffffffffff'), true)
    await store.transaction((transaction) => filter.check(transaction))
    assert.equal(filter.mayHaveCopies('eeeeeeeeeeeeeeee'), true)
  }))

test('a first import asks for copies of no key that it writes for the first time', () =>
  withStores(async (store) => {
    const filter = createCopyFilter()
    let asked = 0
    const write = (id: string) =>
      store.transaction((transaction) => {
        const counting: Connection = {
          ...transaction,
          all: (sql, values) => {
            if (sql.includes('copy_key')) asked++
            return transaction.all(sql, values)
          },
        }
        return writeCalls(counting, [callRow(id)], { filter })
      })
    await write('one')
    assert.equal(asked, 0)
    await write('two')
    assert.ok(asked > 0)
  }))

const callRow = (id: string): Value[] =>
  CALL.columns.map((column) => (column === 'id' ? id : column === 'copy_key' ? KEY : 0))
