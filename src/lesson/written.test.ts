import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { scratch } from '../../tests/support/store.ts'
import { putBlock } from './block.ts'
import { type Disk, openTree } from './tree.ts'
import { findRemovedLessons } from './written.ts'

const BLOCK = putBlock('# Shop\n', [
  { id: 'aaaa', text: '`src/cart.ts` does not exist.' },
  { id: 'bbbb', text: '`src/pay.ts` does not exist.' },
])
const WRITTEN = ['aaaa', 'bbbb'].map((id) => ({ id, file: 'docs/CLAUDE.md' }))

type TestContext = Parameters<typeof scratch>[0]

const goneFrom = async (
  t: TestContext,
  text: string | undefined,
  { isRepository = true, file = 'docs/CLAUDE.md' } = {},
) => {
  const root = scratch(t)
  if (isRepository) mkdirSync(join(root, '.git'))
  mkdirSync(dirname(join(root, 'docs/CLAUDE.md')))
  if (text !== undefined) writeFileSync(join(root, 'docs/CLAUDE.md'), text)
  const tree = openTree(root, { limitMs: 60_000 })
  return [
    ...(await findRemovedLessons(
      tree,
      WRITTEN.map((each) => ({ ...each, file })),
    )),
  ]
}

test('a lesson is taken out where a person deleted the block, the file, or where another write left it out', async (t) => {
  assert.deepEqual(await goneFrom(t, BLOCK), [])
  assert.deepEqual(await goneFrom(t, '# Shop\n'), ['aaaa', 'bbbb'])
  assert.deepEqual(await goneFrom(t, undefined), ['aaaa', 'bbbb'])
  assert.deepEqual(await goneFrom(t, putBlock('', [{ id: 'bbbb', text: '`src/pay.ts` does not exist.' }])), ['aaaa'])
})

test('a file that does not tell decides nothing', async (t) => {
  assert.deepEqual(await goneFrom(t, BLOCK.replace('cart', 'basket')), [], 'edited')
  assert.deepEqual(await goneFrom(t, BLOCK + BLOCK), [], 'broken')
  assert.deepEqual(await goneFrom(t, 'x'.repeat(300_000)), [], 'too large to be read whole')
  assert.deepEqual(await goneFrom(t, 'bytes \0'), [], 'binary')
  assert.deepEqual(await goneFrom(t, undefined, { isRepository: false }), [], 'the project may have moved')
  for (const file of ['', '../CLAUDE.md', '/etc/CLAUDE.md']) assert.deepEqual(await goneFrom(t, '', { file }), [], file)
  const denied = (): Promise<never> => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
  const disk: Disk = { stat: denied, read: denied, readdir: denied }
  assert.deepEqual([...(await findRemovedLessons(openTree('/srv/shop', { disk }), WRITTEN))], [], 'unreadable')
})
