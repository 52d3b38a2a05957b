import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isProcessId, matchProcessId, newProcessId } from './process-id.ts'

const IDS = ['proc_aaaa11112222', 'proc_aaaa11113333', 'proc_bbbb00000000']

test('an id is known by itself and by a beginning that is its own', () => {
  const cases: [string, string | undefined][] = [
    ['proc_aaaa11112222', 'proc_aaaa11112222'],
    ['aaaa11112222', 'proc_aaaa11112222'],
    ['proc_bbbb', 'proc_bbbb00000000'],
    ['bbbb', 'proc_bbbb00000000'],
    ['BBBB', 'proc_bbbb00000000'],
    ['aaaa11112', 'proc_aaaa11112222'],
    ['aaaa', undefined],
    ['bbb', undefined],
    ['proc_bbb', undefined],
    ['cccc', undefined],
    ['', undefined],
    ['proc_', undefined],
    ['bbbb0000000000', undefined],
    ['bbbb%', undefined],
  ]
  for (const [given, expected] of cases) assert.equal(matchProcessId(given, IDS), expected, given)
})

test('new ids are ids, and all different', () => {
  const ids = Array.from({ length: 1_000 }, newProcessId)
  assert.ok(ids.every(isProcessId))
  assert.equal(new Set(ids).size, ids.length)
})
