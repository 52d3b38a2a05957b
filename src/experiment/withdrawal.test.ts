import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declarationOf } from '../../tests/support/experiment.ts'
import type { Treatment } from '../schema/experiment.ts'
import { proposeWithdrawals } from './withdrawal.ts'

const proposed = (treatment: Treatment, verdict: 'helps' | 'hurts' = 'hurts', first: Treatment = { kind: 'cold' }) =>
  proposeWithdrawals(
    declarationOf({
      arms: [
        { name: 'first', treatment: first, share: null },
        { name: 'second', treatment, share: null, given: 'hash of its words' },
      ],
    }),
    [{ arm: 'second', verdict }],
  ).flatMap(({ commands }) => commands)

test('a template that hurts is proposed for retirement', () => {
  assert.deepEqual(proposed({ kind: 'warm', template: 'shop' }), ['warmstart retire shop'])
  assert.deepEqual(proposed({ kind: 'warm', template: 'shop', dose: 3 }), ['warmstart retire shop'])
})

test('lessons that hurt can be refused one by one or undone all together', () => {
  const commands = ['warmstart lessons refuse ID', 'warmstart lessons undo --all']
  assert.deepEqual(proposed({ kind: 'warm' }), commands)
  assert.deepEqual(proposed({ kind: 'only', component: 'lessons' }), commands)
})

test('nothing is proposed where nothing of this store hurts', () => {
  assert.deepEqual(proposed({ kind: 'warm', template: 'shop' }, 'helps'), [])
  assert.deepEqual(proposed({ kind: 'code-first' }), [])
  assert.deepEqual(proposed({ kind: 'warm' }, 'hurts', { kind: 'warm', template: 'shop' }), [])
  // Two finished runs of another harness: nobody here knows their words.
  assert.deepEqual(proposeWithdrawals(declarationOf(), [{ arm: 'warm', verdict: 'hurts' }]), [])
})
