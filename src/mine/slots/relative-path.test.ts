import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRooted, relativePaths } from './relative-path.ts'

const CASES: [text: string, shown: string][] = [
  ['/home/sam/shop/src/a.ts', 'src/a.ts'],
  ['cat /home/sam/shop/a /home/sam/shop/b', 'cat a b'],
  ['cd /home/sam/shop', 'cd .'],
  ['cd /home/sam/shop && ls', 'cd . && ls'],
  ['cd "/home/sam/shop/"', 'cd "./"'],
  ['/home/sam/shop-old/a', '/home/sam/shop-old/a'],
  ['/mnt/home/sam/shop/a', '/mnt/home/sam/shop/a'],
  ['/home/sam/other', '/home/sam/other'],
]

test('paths under the working directory are written as seen from there', () => {
  for (const [text, shown] of CASES) assert.equal(relativePaths(text, '/home/sam/shop'), shown, text)
})

test('without a directory, or in the root, nothing changes', () => {
  assert.equal(relativePaths('/a/b', undefined), '/a/b')
  assert.equal(relativePaths('/a/b', '/'), '/a/b')
})

test('a path from the root or from home names a machine', () => {
  for (const path of ['/srv/a', '~/a', '$HOME/a', 'C:\\a']) assert.equal(isRooted(path), true, path)
  for (const path of ['a/b', './a', '../a', '$DIR/a']) assert.equal(isRooted(path), false, path)
})
