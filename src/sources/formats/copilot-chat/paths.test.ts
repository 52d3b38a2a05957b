import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scratch } from '../../../../tests/support/store.ts'
import { accepts, locations } from './paths.ts'

test('only the folders of chats are named, not the storage that holds them', (t) => {
  const home = scratch(t)
  const storage = join(home, '.config', 'Code', 'User', 'workspaceStorage')
  mkdirSync(join(storage, 'a1', 'chatSessions'), { recursive: true })
  mkdirSync(join(storage, 'b2', 'cache'), { recursive: true })
  const found = locations({ home, env: {}, platform: 'linux' }).filter((path) => path.startsWith(storage))
  assert.deepEqual(found, [join(storage, 'a1', 'chatSessions')])
})

test('chats are known by their folder or by their name', () => {
  const id = '5c000000-0000-4000-8000-000000000001'
  assert.equal(accepts(`a1/chatSessions/${id}.json`), 'document')
  assert.equal(accepts(`${id}.jsonl`), 'database')
  assert.equal(accepts('notes.json'), undefined)
  assert.equal(accepts('a1/state.json'), undefined)
})
