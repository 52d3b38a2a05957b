import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { distinctNames } from './distinct-names.ts'

test('a path is called by its last part, and by more of it where others end alike', () => {
  const names = distinctNames(['/home/sam/shop', '/home/sam/work/cli', '/home/sam/old/cli', '/srv/work/cli'])
  assert.deepEqual(
    Object.entries(Object.fromEntries(names)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    [
      ['/home/sam/old/cli', 'old/cli'],
      ['/home/sam/shop', 'shop'],
      ['/home/sam/work/cli', 'sam/work/cli'],
      ['/srv/work/cli', 'srv/work/cli'],
    ],
  )
})

test('every path has a name that no other has', () => {
  const part = fc.constantFrom('a', 'b', 'cli')
  fc.assert(
    fc.property(fc.array(fc.array(part, { minLength: 0, maxLength: 4 }), { maxLength: 12 }), (paths) => {
      const given = paths.map((parts) => `/${parts.join('/')}`)
      const names = distinctNames(given)
      assert.equal(names.size, new Set(given).size)
      assert.equal(new Set(names.values()).size, names.size)
    }),
  )
})
