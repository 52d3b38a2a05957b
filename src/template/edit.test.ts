import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  anyDraft,
  patternDraft,
  recoveryDraft,
  templateDraft,
  workflowDraft,
} from '../../tests/support/template-fixture.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { type Edit, edited } from './edit.ts'
import { applyPins } from './pins.ts'
import { changeBetween, type Version } from './version.ts'

const versionOf = (draft: TemplateDraft = templateDraft()): Version => ({
  draft,
  description: 'tests of the shop',
  tags: ['go'],
  taskType: draft.taskType,
  pinned: { kept: [], dropped: [] },
})

const shapes = ({ patterns }: TemplateDraft): string[] => patterns.map(({ shape }) => shape)
const idOf = (shape: string): string => patternDraft(shape).id

const EDITS: [what: string, edit: Edit, change: string][] = [
  ['an addendum', { addendum: 'Use tabs.' }, 'new'],
  ['a description', { description: 'other' }, 'new'],
  ['tags', { tags: ['shop'] }, 'new'],
  ['a task type', { taskType: 'mixed' }, 'new'],
  ['a dropped pattern', { drop: ['make lint'] }, 'new'],
  ['a kept pattern', { keep: ['make lint'] }, 'new'],
  ['what it has already', { description: 'tests of the shop', tags: ['go'], addendum: '' }, 'same'],
  ['nothing', {}, 'same'],
]

for (const [what, edit, change] of EDITS) {
  test(`an edit of ${what} makes a version that is ${change}`, () => {
    const after = edited(versionOf(), edit)
    assert.equal(changeBetween(versionOf(), after), change)
    assert.equal(after.draft.how, 'edit')
  })
}

test('a pattern is dropped by its shape, its id or four digits of it, and its cost and its workflows go with it', () => {
  for (const word of ['make lint', idOf('make lint'), idOf('make lint').slice(0, 5), idOf('make lint').toUpperCase()]) {
    const { draft, pinned } = edited(versionOf(), { drop: [word] })
    assert.deepEqual(shapes(draft), ['go test', 'git status'])
    assert.deepEqual(draft.workflows, [])
    assert.equal(draft.tokens, 400 - 60 - 50)
    assert.deepEqual(pinned, { kept: [], dropped: [idOf('make lint')] })
  }
})

test('a recovery is dropped like a pattern, and nothing points to it any more', () => {
  const recovery = recoveryDraft('gone <name>')
  const pattern = patternDraft('go test', { recovery: recovery.id })
  const version = versionOf(templateDraft({ patterns: [pattern], recoveries: [recovery] }))
  const { draft } = edited(version, { drop: [recovery.id] })
  assert.deepEqual(draft.recoveries, [])
  assert.equal(draft.patterns[0]?.recovery, null)
})

test('words that fit no piece, or several, are refused', () => {
  const double = versionOf(
    templateDraft({ patterns: [patternDraft('ls'), patternDraft('ls', { id: 'ffff00001111' })] }),
  )
  assert.throws(() => edited(versionOf(), { drop: ['rm -rf'] }), { code: 'no-such-pattern' })
  assert.throws(() => edited(versionOf(), { drop: [idOf('go test').slice(0, 3)] }), { code: 'no-such-pattern' })
  assert.throws(() => edited(double, { drop: ['ls'] }), { code: 'ambiguous', message: /ffff00001111 {2}ls/ })
  assert.throws(() => edited(versionOf(), { drop: ['go test'], keep: ['go test'] }), { code: 'usage' })
})

test('what was dropped and then kept is free again, and the other way round', () => {
  const dropped = edited(versionOf(), { drop: ['make lint'] })
  const kept = edited(dropped, { keep: [idOf('make lint').slice(0, 6)] })
  assert.deepEqual(kept.pinned, { kept: [idOf('make lint')], dropped: [] })
  assert.deepEqual(shapes(applyPins(templateDraft(), kept)), ['make lint', 'go test', 'git status'])
  const again = edited(kept, { drop: [idOf('make lint')] })
  assert.deepEqual(again.pinned, { kept: [], dropped: [idOf('make lint')] })
})

test('a secret in an addendum is replaced and counted', () => {
  const secret = `ghp_${'Ab1'.repeat(12)}`
  const { draft } = edited(versionOf(), { addendum: `The token is ${secret}.` })
  assert.ok(!draft.addendum.includes(secret))
  assert.match(draft.addendum, /<SECRET:/)
  assert.equal(
    draft.redactions.reduce((sum, { count }) => sum + count, 0),
    3,
  )
})

test('a build keeps to what was said before: dropped pieces stay out, kept ones stay and come first', () => {
  const before = edited(versionOf(), { drop: ['go test'], keep: ['make lint'], addendum: 'Use tabs.' })
  const found = templateDraft({
    patterns: [patternDraft('go test'), patternDraft('go build'), patternDraft('git status', { support: 9 })],
    workflows: [workflowDraft(['go test', 'git push']), workflowDraft(['go build', 'git push'])],
  })
  const draft = applyPins(found, before)
  assert.deepEqual(shapes(draft), ['make lint', 'go build', 'git status'])
  assert.equal(draft.patterns[2]?.support, 9)
  assert.equal(draft.workflows.length, 1)
  assert.equal(draft.addendum, 'Use tabs.')
  assert.equal(applyPins({ ...found, addendum: 'Use blanks.' }, before).addendum, 'Use blanks.')
})

test('pins are applied once for all: a second time changes nothing, and nothing that was dropped is left', () => {
  const pick = fc.array(fc.nat(9), { maxLength: 3 })
  fc.assert(
    fc.property(anyDraft, anyDraft, pick, pick, (found, draft, keeps, drops) => {
      const ids = [...draft.patterns, ...found.patterns, ...draft.recoveries].map(({ id }) => id)
      const chosen = (places: number[]) => places.flatMap((place) => ids[place] ?? [])
      const dropped = chosen(drops)
      const kept = [...new Set(chosen(keeps))].filter((id) => !dropped.includes(id))
      const previous = { draft, pinned: { kept, dropped } }
      const once = applyPins(found, previous)
      assert.deepEqual(applyPins(once, previous), once)
      assert.ok([...once.patterns, ...once.recoveries].every(({ id }) => !dropped.includes(id)))
      for (const id of kept.filter((each) => found.patterns.some((pattern) => pattern.id === each)))
        assert.ok(once.patterns.some((pattern) => pattern.id === id))
    }),
  )
})
