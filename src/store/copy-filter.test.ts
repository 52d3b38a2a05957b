import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Connection } from './connection.ts'
import { createCopyFilter } from './copy-filter.ts'
import { openStore } from './open.ts'

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
