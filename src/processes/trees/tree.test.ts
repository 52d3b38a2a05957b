import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { identityOf, isAlive, signalProcess, statFields } from './identity.ts'
import { type Listed, listProcesses, membersOf } from './tree.ts'

const listed = (pid: number, parent: number, more: Partial<Listed> = {}): Listed => ({
  pid,
  parent,
  group: pid,
  session: pid,
  born: `b${pid}`,
  ...more,
})
const NOBODY = { strays: new Set<number>(), spared: new Set<number>() }
const pids = (members: readonly Listed[]): number[] => members.map(({ pid }) => pid)

test('a tree is the root and all below it, children first', () => {
  const all = [listed(1, 0), listed(10, 1), listed(11, 10), listed(12, 11), listed(20, 1)]
  assert.deepEqual(pids(membersOf(all, { root: { pid: 10, born: 'b10' }, ...NOBODY })), [12, 11, 10])
})

test('who left the tree is found by group, by session and by what it inherited', () => {
  const all = [
    listed(10, 1),
    listed(30, 1, { group: 10 }),
    listed(31, 1, { session: 10 }),
    listed(32, 1),
    listed(33, 32),
  ]
  const members = membersOf(all, { root: { pid: 10, born: 'b10' }, strays: new Set([32]), spared: new Set() })
  assert.deepEqual(
    pids(members).toSorted((a, b) => a - b),
    [10, 30, 31, 32, 33],
  )
})

test('a number that was given to somebody else has no tree, no group and no session', () => {
  const all = [listed(10, 1, { born: 'later' }), listed(11, 10), listed(12, 1, { group: 10, session: 10 })]
  assert.deepEqual(membersOf(all, { root: { pid: 10, born: 'b10' }, ...NOBODY }), [])
  assert.deepEqual(
    pids(membersOf(all, { root: { pid: 10, born: 'b10' }, strays: new Set([12]), spared: new Set() })),
    [12],
  )
})

test('whoever is spared stays, with what hangs below alone', () => {
  const all = [listed(10, 1), listed(11, 10), listed(12, 11)]
  assert.deepEqual(
    pids(membersOf(all, { root: { pid: 10, born: 'b10' }, strays: new Set(), spared: new Set([11]) })),
    [10],
  )
})

test('no table of processes leads to a stranger or in circles', () => {
  const entry = fc.record({ pid: fc.integer({ min: 1, max: 12 }), parent: fc.integer({ min: 0, max: 12 }) })
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: ({ pid }) => pid }),
      fc.integer({ min: 1, max: 12 }),
      (rows, root) => {
        const all = rows.map(({ pid, parent }) => listed(pid, parent))
        const members = membersOf(all, { root: { pid: root, born: `b${root}` }, ...NOBODY })
        const found = new Set(pids(members))
        for (const { pid, parent } of members) assert.ok(pid === root || found.has(parent))
        assert.equal(
          found.has(root),
          all.some(({ pid }) => pid === root),
        )
      },
    ),
  )
})

test('a name in /proc may hold brackets and spaces', () => {
  const stat = '77 (a) b (c) d) S 5 6 7 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 4242 1 1'
  assert.deepEqual(statFields(stat), { state: 'S', parent: 5, group: 6, session: 7, startTicks: '4242' })
  assert.equal(statFields(''), undefined)
})

test('we ourselves are alive and listed, and one who was born at another time under our number is not', () => {
  const own = identityOf(process.pid)
  assert.ok(own !== undefined && isAlive(own))
  assert.ok(listProcesses().some(({ pid, born }) => pid === own.pid && born === own.born))
  const recycled = { pid: process.pid, born: 'another boot' }
  assert.equal(isAlive(recycled), false)
  assert.equal(signalProcess(recycled, 'SIGKILL'), false) // We are still here.
  assert.equal(identityOf(0), undefined)
  assert.equal(identityOf(-1), undefined)
  assert.equal(identityOf(Number.NaN), undefined)
})
