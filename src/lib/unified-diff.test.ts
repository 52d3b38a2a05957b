import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { unifiedDiff } from './unified-diff.ts'

const FILE = { from: 'f' }

test('two places of one file are two hunks with three lines around each', () => {
  const lines = Array.from({ length: 20 }, (_, index) => String(index + 1))
  const before = `${lines.join('\n')}\n`
  const after = before.replace('5\n', '5\nnew\n').replace('18\n', '')
  assert.equal(
    unifiedDiff(before, after, FILE),
    '--- f\n+++ f\n@@ -3,6 +3,7 @@\n 3\n 4\n 5\n+new\n 6\n 7\n 8\n@@ -15,6 +16,5 @@\n 15\n 16\n 17\n-18\n 19\n 20',
  )
})

test('a file that comes or goes, and a missing line end', () => {
  assert.equal(unifiedDiff(undefined, 'a\n', FILE), '--- /dev/null\n+++ f\n@@ -0,0 +1,1 @@\n+a')
  assert.equal(
    unifiedDiff('a', undefined, FILE),
    '--- f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n\\ No newline at end of file',
  )
  assert.equal(unifiedDiff('a', 'a', FILE), '')
})

test('for any two texts: the lines with - and blanks are the old one, those with + and blanks the new one', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = unifiedDiff(before, after, FILE).split('\n').slice(2)
      const changed = (sign: string) => diff.filter((line) => line.startsWith(sign)).length
      const count = (each: string): number => each.split('\n').length - 1
      assert.equal(changed('+') - changed('-'), count(after) - count(before))
      for (const line of diff) assert.match(line, /^(?:@@ -\d+,\d+ \+\d+,\d+ @@|[ +-][abc]?)$/)
    }),
  )
})
