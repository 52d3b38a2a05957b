import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateDraft } from '../../tests/support/template-fixture.ts'
import type { Template } from '../schema/listing/template.ts'
import { type HeardSession, readyTerms } from './ready-terms.ts'

const TEMPLATE = {
  ...templateDraft({ patterns: [], workflows: [], recoveries: [], conventions: [], contextMarkers: [] }),
  name: 'shop',
  description: '',
  tags: [],
  addendum: '',
} as unknown as Template

const session = (message: string): HeardSession => ({
  project: null,
  title: null,
  messages: [message],
  subjects: [],
  intents: [],
  inputs: [],
  results: [],
})

const weightsOf = (messages: readonly string[]): Map<string, number> =>
  new Map(
    readyTerms(TEMPLATE, { sessions: messages.map(session), frequency: () => 1e-4 }).map(({ term, weight }) => [
      term,
      weight,
    ]),
  )

test('a weight is the share of a word in all that was said, over how often anybody says it', () => {
  // By hand: the name counts 3, each message one for each of its words: 3 + 2 + 1 = 6, and 100 that was not heard.
  const weights = weightsOf(['zeppelin regolith', 'zeppelin'])
  assert.equal(weights.get('zeppelin'), Math.round((2 / 106 / 1e-4) * 1e4) / 1e4)
  assert.equal(weights.get('regolith'), Math.round((1 / 106 / 1e-4) * 1e4) / 1e4)
})

test('what was said once among much tells less than once among little', () => {
  const many = Array.from({ length: 40 }, (_, at) => `lantern${'abcdefgh'[at % 8]} harbour gannet puffin guillemot`)
  const [much, little] = [weightsOf(['zeppelin', ...many]), weightsOf(['zeppelin', ...many.slice(0, 2)])]
  assert.ok((much.get('zeppelin') ?? 0) < (little.get('zeppelin') ?? 0) / 2)
})

test('said twice in one session counts once, and words that hold sentences together never', () => {
  const weights = weightsOf(['the zeppelin and the regolith, the zeppelin'])
  assert.equal(weights.get('zeppelin'), weights.get('regolith'))
  assert.ok(!weights.has('the') && !weights.has('and'))
})
