import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyDraft, patternDraft, recoveryDraft, templateDraft } from '../../tests/support/template-fixture.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { difference } from './diff.ts'
import type { Version } from './version.ts'

const versionOf = (draft: TemplateDraft, given: Partial<Version> = {}): Version => ({
  draft,
  description: '',
  tags: [],
  taskType: 'code',
  pinned: { kept: [], dropped: [] },
  ...given,
})

test('added, removed, changed and moved pieces are told apart', () => {
  const from = versionOf(templateDraft())
  const to = versionOf(
    templateDraft({
      patterns: [patternDraft('make lint'), patternDraft('go test', { result: 'FAIL' }), patternDraft('go build')],
      recoveries: [recoveryDraft('package <name> is not in std', { strategy: 'ask' })],
      conventions: [{ text: 'Use tabs.', kind: 'stated', count: 1, evidence: [] }],
      contextMarkers: [{ kind: 'path', value: 'cart/total.go', count: 1 }],
      addendum: 'Be brief.',
    }),
    { description: 'new', tags: ['a', 'b'], taskType: null },
  )
  const found = difference(from, to)
  assert.equal(found.isSame, false)
  assert.deepEqual(found.patterns, {
    added: [{ id: patternDraft('go build').id, what: 'Bash: go build' }],
    removed: [{ id: patternDraft('git status').id, what: 'Bash: git status' }],
    changed: [
      {
        id: patternDraft('go test').id,
        what: 'Bash: go test',
        fields: [{ field: 'result', from: 'ok  ./cart 0.2s\n…', to: 'FAIL' }],
      },
    ],
    reordered: true,
  })
  assert.deepEqual(
    found.recoveries.changed.map(({ fields }) => fields.map(({ field }) => field)),
    [['strategy']],
  )
  assert.equal(found.recoveries.removed.length, 1)
  assert.deepEqual(found.conventions, {
    added: ['Use tabs.'],
    removed: ['Run the linter before every commit.', 'Answer in short sentences.'],
  })
  assert.deepEqual(found.contextMarkers, { added: [], removed: ['path cart/cart.go', 'url https://shop.example/api'] })
  assert.deepEqual(found.addendum, { from: '', to: 'Be brief.' })
  assert.deepEqual(found.description, { from: '', to: 'new' })
  assert.deepEqual(found.tags, { from: '', to: 'a, b' })
  assert.deepEqual(found.taskType, { from: 'code', to: '' })
})

/** Whether a difference of contents shows anything. */
const isSilent = (found: ReturnType<typeof difference>): boolean => {
  const pieces = [found.patterns, found.workflows, found.recoveries]
  return (
    pieces.every(({ added, removed, changed, reordered }) => !reordered && !added[0] && !removed[0] && !changed[0]) &&
    [found.conventions, found.contextMarkers].every(({ added, removed }) => added.length + removed.length === 0) &&
    found.addendum === null
  )
}

test('a difference is shown exactly where the hashes differ', () => {
  const near = fc.tuple(anyDraft, anyDraft, fc.subarray(['patterns', 'recoveries', 'addendum', 'conventions'] as const))
  fc.assert(
    fc.property(near, ([draft, other, taken]) => {
      const mixed = { ...draft, ...Object.fromEntries(taken.map((name) => [name, other[name]])) }
      const found = difference(versionOf(draft), versionOf(mixed))
      assert.equal(isSilent(found), found.isSame)
      const back = difference(versionOf(mixed), versionOf(draft))
      assert.deepEqual(back.patterns.added, found.patterns.removed)
      assert.deepEqual(back.conventions.removed, found.conventions.added)
    }),
  )
  fc.assert(fc.property(anyDraft, (draft) => assert.ok(difference(versionOf(draft), versionOf(draft)).isSame)))
})
