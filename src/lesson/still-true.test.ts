import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scratch } from '../../tests/support/store.ts'
import { stillTrue } from './still-true.ts'

const on = (path: string, isThere: boolean) => ({ path: { path, isThere } })

test('a lesson about a path is given only while the working tree agrees', async (t) => {
  const root = scratch(t)
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src', 'here.ts'), '')
  const plain = { path: null }
  const lessons = [on('src/gone.ts', false), on('src/here.ts', false), plain, on('src/here.ts', true), on('x/y', true)]
  // The deadline is no part of this: the disk of a busy machine may take its time.
  const found = await stillTrue(lessons, root, { limitMs: 60_000 })
  assert.deepEqual(found, { lessons: [lessons[0], plain, lessons[3]], isHung: false })
})

test('a path below a file is not there', async (t) => {
  const root = scratch(t)
  writeFileSync(join(root, 'a'), '')
  assert.equal((await stillTrue([on('a/b', false)], root)).lessons.length, 1)
})

test('a disk that does not answer, or refuses, changes nothing', async () => {
  const lessons = [on('a', false), on('b', true)]
  const never = () => new Promise<never>(() => undefined)
  assert.deepEqual(await stillTrue(lessons, '/x', { limitMs: 1, ask: never }), { lessons, isHung: true })
  const refuse = () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
  assert.deepEqual(await stillTrue(lessons, '/x', { ask: refuse }), { lessons, isHung: false })
})

test('of a working tree that is gone nothing can be told', async (t) => {
  const lessons = [on('a', false), on('b', true)]
  assert.deepEqual(await stillTrue(lessons, join(scratch(t), 'gone')), { lessons, isHung: false })
})
