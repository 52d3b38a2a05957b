import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { redactDraft, redactionsIn } from './redact-draft.ts'

const WORD = 'hush'
const redactor = { redact: (text: string): string => text.replaceAll(WORD, '<SECRET>') }
const rate = { rate: 1, low: 0.5, high: 1, n: 3 }
const evidence = [{ call: `call-${WORD}`, session: `session-${WORD}` }]
/** Names that pieces of ours have too: in arguments they are somebody's. */
const given = {
  [`key-${WORD}`]: 1,
  support: 1,
  steps: 2,
  shape: WORD,
  id: WORD,
  kind: [WORD, { type: WORD }],
  cause: WORD,
}
const hidden = {
  'key-<SECRET>': 1,
  support: 1,
  steps: 2,
  shape: '<SECRET>',
  id: '<SECRET>',
  kind: ['<SECRET>', { type: '<SECRET>' }],
  cause: '<SECRET>',
}

const step = {
  tool: `t_${WORD}`,
  kind: 'general',
  shape: WORD,
  arguments: given,
  result: WORD,
  resultIs: 'text',
} as const
const draft: TemplateDraft = {
  scope: { owner: 'ann', project: null, source: null, platform: null, model: null },
  taskType: null,
  sourceSessions: [`session-${WORD}`],
  madeBy: 'mine@1',
  how: 'build',
  patterns: [
    {
      ...step,
      id: 'p1',
      slots: [],
      intent: WORD,
      intentFrom: 'user',
      type: 'init',
      support: 2,
      uses: 3,
      successRate: rate,
      sessionTypes: [],
      recovery: 'r1',
      lastSeenAt: null,
      tokens: 1,
      evidence,
    },
  ],
  workflows: [{ id: 'w1', intent: WORD, steps: [step], support: 2, tokens: 1, evidence }],
  recoveries: [
    {
      id: 'r1',
      signature: WORD,
      errorType: 'other',
      cause: 'agent',
      tool: WORD,
      failed: given,
      workedTool: WORD,
      worked: given,
      strategy: WORD,
      support: 2,
      occurrences: 2,
      successRate: rate,
      fingerprint: { sources: [], platforms: [], projects: [WORD] },
      lastSeenAt: null,
      expiresAt: null,
      retest: WORD,
      tokens: 1,
      evidence,
    },
  ],
  userPatterns: {
    messageCount: 1,
    meanLength: 1,
    questionShare: rate,
    commandShare: rate,
    style: 'terse',
    requestStyle: 'terse',
    feedbackStyle: null,
    preferredTools: [`t_${WORD}`],
    domains: [],
  },
  conventions: [{ text: WORD, kind: 'stated', count: 2, evidence: [{ session: `session-${WORD}`, line: 1 }] }],
  contextMarkers: [{ kind: 'path', value: WORD, count: 1 }],
  addendum: WORD,
  toolRates: [{ tool: `t_${WORD}`, successRate: rate }],
  redactions: [],
  leftOut: [],
  tokens: 3,
  metrics: {
    sessionsScanned: 2,
    sessionsQualified: 2,
    patterns: 1,
    sources: {},
    toolDistribution: { [`t_${WORD}`]: 3 },
    avgProficiencyGain: 0,
  },
}

test('nothing that a template shows keeps a secret: no value, no name of an argument, no name of a tool', async () => {
  const { sourceSessions, ...clean } = await redactDraft(draft, redactor)
  const withoutIds = JSON.stringify(clean, (name, value: unknown) => (name === 'evidence' ? undefined : value))
  assert.ok(!withoutIds.includes(WORD), withoutIds)
  assert.deepEqual(clean.patterns[0]?.arguments, hidden)
  assert.deepEqual(clean.workflows[0]?.steps[0]?.arguments, hidden)
  assert.deepEqual(clean.recoveries[0]?.worked, hidden)
  assert.deepEqual(sourceSessions, draft.sourceSessions)
})

test('what is ours, and what things are looked up by, stays', async () => {
  const clean = await redactDraft(draft, redactor)
  assert.deepEqual(clean.patterns[0]?.evidence, evidence)
  assert.deepEqual(clean.conventions[0]?.evidence, draft.conventions[0]?.evidence)
  const words = { redact: (text: string): string => text.replaceAll(/user|agent|general|path|other/g, '<SECRET>') }
  const [pattern] = (await redactDraft(draft, words)).patterns
  assert.deepEqual([pattern?.kind, pattern?.intentFrom, pattern?.successRate], ['general', 'user', rate])
})

test('without secrets a draft stays as it was', async () => {
  assert.deepEqual(await redactDraft(draft, { redact: (text) => text }), draft)
})

test('the report tells of everything that is replaced in it, also of what was when the history was read', () => {
  const addendum = 'a <SECRET:aws-key>, b <SECRET:aws-key#1> and <SECRET:environment#2>'
  assert.deepEqual(
    redactionsIn({ ...draft, addendum }, [
      { kind: 'environment', count: 5 },
      { kind: 'home-path', count: 2 },
    ]),
    [
      { kind: 'aws-key', count: 2 },
      { kind: 'environment', count: 1 },
      { kind: 'home-path', count: 2 },
    ],
  )
})
