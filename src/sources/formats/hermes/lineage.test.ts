import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createLineage } from './lineage.ts'
import { bareSession, type SessionRow } from './rows.ts'

type Row = Partial<SessionRow> & { id: string }

/** Rows as the database gives them, each with its parent's row beside it. */
const lineageIn = (rows: Row[]) => {
  const known = new Map(rows.map((row) => [row.id, { ...bareSession(row.id), ...row }]))
  for (const row of known.values()) {
    const parent = known.get(String(row.parentId))
    if (parent === undefined) continue
    row.parent = { endReason: parent.endReason, endedAt: parent.endedAt, sessionKey: parent.sessionKey }
  }
  const lineageOf = createLineage((id) => known.get(id))
  return (id: string) => lineageOf(known.get(id) ?? bareSession(id))
}

const NOON = 1_772_366_400
const marked = (marker: string, value: string) => JSON.stringify({ temperature: 1, [marker]: value })

const cases: { name: string; parent: Partial<SessionRow>; child: Partial<SessionRow>; kind: string | undefined }[] = [
  {
    name: 'a parent ended by compression is continued',
    parent: { endReason: 'compression' },
    child: {},
    kind: 'compression',
  },
  {
    name: 'a marker wins over how the parent ended',
    parent: { endReason: 'compression' },
    child: { modelConfig: marked('_branched_from', 'parent') },
    kind: 'branch',
  },
  {
    name: 'a marker that names somebody else was inherited',
    parent: { endReason: 'compression' },
    child: { modelConfig: marked('_branched_from', 'grandparent') },
    kind: 'compression',
  },
  { name: 'a delegate', parent: {}, child: { modelConfig: marked('_delegate_from', 'parent') }, kind: 'subagent' },
  {
    name: 'an orphaned delegate is known by its platform',
    parent: { endReason: 'compression' },
    child: { modelConfig: marked('_delegate_from', '__orphaned__'), source: 'subagent' },
    kind: 'subagent',
  },
  { name: 'a marked reset', parent: {}, child: { modelConfig: marked('_reset_from', 'parent') }, kind: 'reset' },
  {
    name: 'a reset of the same chat',
    parent: { endReason: 'daily', endedAt: NOON, sessionKey: 'k' },
    child: { startedAt: NOON + 1, sessionKey: 'k' },
    kind: 'reset',
  },
  {
    name: 'a reset of another chat is nothing we know',
    parent: { endReason: 'daily', endedAt: NOON, sessionKey: 'k' },
    child: { startedAt: NOON + 1, sessionKey: 'other' },
    kind: undefined,
  },
  {
    name: 'an old branch begins after its parent ended',
    parent: { endReason: 'branched', endedAt: NOON },
    child: { startedAt: NOON + 1 },
    kind: 'branch',
  },
  {
    name: 'an old delegate begins while its parent is at work',
    parent: { endReason: 'cli_close', endedAt: NOON },
    child: { startedAt: NOON - 60 },
    kind: 'subagent',
  },
]

for (const { name, parent, child, kind } of cases) {
  void test(name, () => {
    const lineageOf = lineageIn([
      { id: 'parent', ...parent },
      { id: 'child', parentId: 'parent', ...child },
    ])
    assert.equal(lineageOf('child').parent?.kind, kind)
  })
}

void test('a parent that is not there leaves no link', () => {
  assert.equal(lineageIn([{ id: 'child', parentId: 'gone' }])('child').parent, undefined)
})

void test('continuations and branches share a root, delegates begin their own', () => {
  const lineageOf = lineageIn([
    { id: 'a', endReason: 'compression' },
    { id: 'b', parentId: 'a', endReason: 'compression' },
    { id: 'c', parentId: 'b', modelConfig: marked('_branched_from', 'b') },
    { id: 'd', parentId: 'c', modelConfig: marked('_delegate_from', 'c') },
  ])
  assert.deepEqual(
    ['c', 'a', 'd', 'b'].map((id) => lineageOf(id).root),
    ['a', 'a', 'd', 'a'],
  )
})

void test('parents in a circle end the walk, and whoever merely leads there keeps his link', () => {
  const lineageOf = lineageIn([
    { id: 'x', parentId: 'y', endReason: 'compression' },
    { id: 'y', parentId: 'x', endReason: 'compression' },
    { id: 'z', parentId: 'x' },
    { id: 'self', parentId: 'self' },
  ])
  assert.ok(lineageOf('z').parent)
  assert.equal(lineageOf('z').cyclic, false)
  for (const id of ['x', 'y', 'self']) assert.equal(lineageOf(id).cyclic, true)
})

void test('any tangle of parents gives every session a root that does not depend on who is asked first', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const row = fc.record({ id, parentId: fc.option(id), endReason: fc.constantFrom('compression', 'idle', null) })
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: (each) => each.id }), (rows) => {
      const forward = lineageIn(rows)
      const backward = lineageIn(rows)
      const first = rows.map((each) => [each.id, forward(each.id)])
      const second = rows.toReversed().map((each) => [each.id, backward(each.id)])
      assert.deepEqual(first, second.toReversed())
    }),
  )
})

void test("a helper or a continuation without a user is its parent's, however far up that is", () => {
  const lineageOf = lineageIn([
    { id: 'a', source: 'telegram', userId: '7', endReason: 'compression' },
    { id: 'b', source: 'telegram', parentId: 'a' },
    { id: 'c', source: 'subagent', parentId: 'b', modelConfig: marked('_delegate_from', 'b') },
    { id: 'd', source: 'discord', userId: '9', parentId: 'a', modelConfig: marked('_branched_from', 'a') },
    { id: 'e', source: 'cli' },
  ])
  assert.deepEqual(
    ['c', 'd', 'e', 'a'].map((id) => lineageOf(id).owner),
    ['telegram:7', 'discord:9', undefined, 'telegram:7'],
  )
})
