import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SOURCES } from './registry.ts'
import { loadSource } from './load-source.ts'

test('every registered source is found by its name in its own folder', async () => {
  for (const source of SOURCES) assert.equal(await loadSource(source.name), source)
})

test('a name that is no folder of ours is refused', async () => {
  await assert.rejects(loadSource('../registry'), { code: 'unknown-source' })
})
