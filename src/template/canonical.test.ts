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
import { canonicalJson, contentOf, hashOfText } from './canonical.ts'
import { writtenOf } from './version.ts'

const hashOf = (draft: TemplateDraft): string => hashOfText(canonicalJson(contentOf(draft)))

test('keys are sorted, blanks left out, and what is not there is not written', () => {
  assert.equal(
    canonicalJson({ b: [1, { d: undefined, c: 'é' }], a: null, 'a b': -0.5, __proto__x: true }),
    '{"__proto__x":true,"a":null,"a b":-0.5,"b":[1,{"c":"é"}]}',
  )
})

test('canonical JSON says the same as the value, whatever the order of its keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
      assert.equal(canonicalJson(JSON.parse(text)), text)
    }),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.integer()), (record) => {
      const turned = Object.fromEntries(Object.entries(record).toReversed())
      assert.equal(canonicalJson(turned), canonicalJson(record))
    }),
  )
})

test('a key called __proto__ is a key like others', () => {
  assert.equal(canonicalJson(JSON.parse('{"b":1,"__proto__":{"x":2}}')), '{"__proto__":{"x":2},"b":1}')
})

const first = (draft: TemplateDraft) => draft.patterns[0] ?? patternDraft('go test')

const CHANGES: [what: string, change: (draft: TemplateDraft) => Partial<TemplateDraft>][] = [
  ['a tool', (draft) => ({ patterns: [{ ...first(draft), tool: 'exec' }] })],
  ['arguments', (draft) => ({ patterns: [{ ...first(draft), arguments: { command: 'go test' } }] })],
  ['an intent', (draft) => ({ patterns: [{ ...first(draft), intent: 'other' }] })],
  ['a result', (draft) => ({ patterns: [{ ...first(draft), result: 'other' }] })],
  ['a type', (draft) => ({ patterns: [{ ...first(draft), type: 'init' }] })],
  ['the order of patterns', ({ patterns }) => ({ patterns: patterns.toReversed() })],
  ['a step of a workflow', () => ({ workflows: [workflowDraft(['make lint', 'go build'])] })],
  ['a signature', () => ({ recoveries: [recoveryDraft('other')] })],
  ['what worked', () => ({ recoveries: [recoveryDraft('package <name> is not in std', { worked: {} })] })],
  ['a strategy', () => ({ recoveries: [recoveryDraft('package <name> is not in std', { strategy: 'ask' })] })],
  ['a convention', ({ conventions }) => ({ conventions: conventions.slice(1) })],
  ['a marker', ({ contextMarkers }) => ({ contextMarkers: contextMarkers.slice(1) })],
  ['the addendum', () => ({ addendum: 'Use tabs.' })],
]

for (const [what, change] of CHANGES) {
  test(`another hash with another one of: ${what}`, () => {
    const draft = templateDraft({
      patterns: [patternDraft('go test'), patternDraft('git status')],
      recoveries: [recoveryDraft('package <name> is not in std')],
    })
    const base = what.includes('order') ? draft : { ...draft, patterns: [first(draft)] }
    assert.notEqual(hashOf({ ...base, ...change(base) }), hashOf(base))
  })
}

test('support, figures, dates, evidence, scope and the order of sets do not change the hash', () => {
  fc.assert(
    fc.property(anyDraft, fc.nat(99), (draft, number) => {
      const rate = { rate: 1, low: 0.2, high: 1, n: number + 1 }
      const other: TemplateDraft = {
        ...draft,
        scope: { owner: 'kim', project: null, source: 'a', platform: 'b', model: 'c' },
        taskType: 'mixed',
        sourceSessions: [],
        madeBy: 'miner@2',
        how: 'extract',
        patterns: draft.patterns.map((each) => ({
          ...each,
          support: number,
          uses: number,
          successRate: rate,
          lastSeenAt: null,
          tokens: number,
          evidence: [],
        })),
        recoveries: draft.recoveries.map((each) => ({ ...each, support: number, expiresAt: null, evidence: [] })),
        conventions: draft.conventions.toReversed().map((each) => ({ ...each, count: number })),
        contextMarkers: draft.contextMarkers.toReversed().map((each) => ({ ...each, count: number })),
        tokens: number,
        userPatterns: null,
        toolRates: [],
        metrics: { ...draft.metrics, sessionsScanned: number },
      }
      assert.equal(hashOf(other), hashOf(draft))
    }),
  )
})

test('the same draft gives the same bytes', () => {
  const version = () => ({ description: '', tags: [], taskType: null, pinned: { kept: [], dropped: [] } })
  assert.deepEqual(
    writtenOf({ draft: templateDraft(), ...version() }),
    writtenOf({ draft: templateDraft(), ...version() }),
  )
  assert.match(hashOf(templateDraft()), /^[0-9a-f]{64}$/)
})
