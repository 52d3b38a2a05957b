import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignFiles } from './foreign-files.ts'

const ROOT = '/home/sam/shop'

test('what a session brought is foreign, and all below it, for every session', () => {
  const files = foreignFiles([{ session: 'a', root: ROOT, paths: [{ to: `${ROOT}/ext/lib` }] }])
  for (const path of [`${ROOT}/ext/lib`, `${ROOT}/ext/lib/src/a.ts`]) assert.ok(files.holds(path), path)
  for (const path of [`${ROOT}/ext`, `${ROOT}/ext/library`, `${ROOT}/src/a.ts`]) assert.ok(!files.holds(path), path)
  assert.ok(!files.holdsAllOf('a'))
})

test('a copy is foreign where it came from outside the project, or from something foreign', () => {
  const paths = [
    { to: `${ROOT}/got` },
    { to: `${ROOT}/a`, from: '/tmp/a' },
    { to: `${ROOT}/b`, from: `${ROOT}/src/b` },
    { to: `${ROOT}/c`, from: `${ROOT}/got/c` },
  ]
  const files = foreignFiles([{ session: 'a', root: ROOT, paths }])
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => files.holds(`${ROOT}/${name}`)),
    [true, false, true],
  )
})

test('a patch or a branch of somebody else makes all of its session foreign, a copy over the project nothing', () => {
  const files = foreignFiles([
    { session: 'a', root: ROOT, paths: [{ to: '*' }] },
    { session: 'b', root: ROOT, paths: [{ to: '*', from: `${ROOT}/own.patch` }] },
    {
      session: 'c',
      root: ROOT,
      paths: [
        { to: ROOT, from: '/tmp/x' },
        { to: '/home/sam', from: '/tmp/x' },
      ],
    },
  ])
  assert.deepEqual(
    ['a', 'b', 'c'].map((session) => files.holdsAllOf(session)),
    [true, false, false],
  )
  assert.ok(!files.holds(`${ROOT}/src/a.ts`))
})
