import fc from 'fast-check'
import type { PatternDraft, RecoveryDraft, TemplateDraft, WorkflowDraft } from '../../src/schema/template-draft.ts'

const RATE = { rate: 0.9, low: 0.7, high: 0.97, n: 20 }

/** A pattern made by hand; `shape` gives it its id. */
export const patternDraft = (shape: string, given: Partial<PatternDraft> = {}): PatternDraft => ({
  id: idOf(shape),
  tool: 'Bash',
  kind: 'terminal',
  shape,
  arguments: { command: isTask(shape) ? shape : `${shape} <path>` },
  slots: isTask(shape) ? [] : ['path'],
  intent: `run ${shape} on the package at hand`,
  intentFrom: 'user',
  result: 'ok  ./cart 0.2s\n…',
  resultIs: 'text',
  type: 'sequence',
  support: 4,
  uses: 20,
  successRate: RATE,
  sessionTypes: ['code'],
  recovery: null,
  lastSeenAt: '2026-03-14T09:26:53.000Z',
  tokens: 60,
  evidence: [{ call: `c0ffee${idOf(shape)}`, session: 'session-1' }],
  ...given,
})

/** Runners take the names of tasks, not paths. */
const isTask = (shape: string): boolean => shape.startsWith('make ')

export const recoveryDraft = (signature: string, given: Partial<RecoveryDraft> = {}): RecoveryDraft => ({
  id: idOf(signature),
  signature,
  errorType: 'not-found',
  cause: 'agent',
  tool: 'Bash',
  failed: { command: 'go test cart' },
  workedTool: 'Bash',
  worked: { command: 'go test ./cart' },
  strategy: 'name the package by its path',
  support: 3,
  occurrences: 5,
  successRate: { rate: 0.8, low: 0.37, high: 0.96, n: 5 },
  fingerprint: { sources: ['some-agent'], platforms: ['cli'], projects: ['/home/sam/shop'] },
  lastSeenAt: '2026-03-14T09:26:53.000Z',
  expiresAt: '2026-04-13T09:26:53.000Z',
  retest: 'run the failing call once more',
  tokens: 40,
  evidence: [{ call: `badc0de${idOf(signature)}`, session: 'session-2' }],
  ...given,
})

export const workflowDraft = (shapes: readonly string[], given: Partial<WorkflowDraft> = {}): WorkflowDraft => ({
  id: idOf(shapes.join(' ')),
  intent: 'check before handing over',
  steps: shapes.map((shape) => ({
    tool: 'Bash',
    kind: 'terminal',
    shape,
    arguments: { command: shape },
    result: 'done',
    resultIs: 'text',
  })),
  support: 2,
  tokens: 50,
  evidence: [{ call: `f10e${idOf(shapes.join(' '))}`, session: 'session-3' }],
  ...given,
})

/** 12 hex digits that look like an id and are the same for the same words. */
const idOf = (words: string): string => Buffer.from(words.padEnd(6, '.')).toString('hex').slice(-12)

/** A draft with something of everything. */
export const templateDraft = (given: Partial<TemplateDraft> = {}): TemplateDraft => ({
  scope: { owner: 'sam', project: '/home/sam/shop', source: null, platform: null, model: null },
  taskType: 'code',
  sourceSessions: ['session-1', 'session-2', 'session-3'],
  madeBy: 'miner@1',
  how: 'build',
  patterns: [patternDraft('go test'), patternDraft('git status'), patternDraft('make lint')],
  workflows: [workflowDraft(['make lint', 'go vet'])],
  recoveries: [recoveryDraft('package <name> is not in std'), recoveryDraft('no required module provides <name>')],
  userPatterns: {
    messageCount: 12,
    meanLength: 84.5,
    questionShare: RATE,
    commandShare: null,
    reason: 'no message begins with a slash',
    style: 'balanced',
    requestStyle: 'direct',
    feedbackStyle: null,
    preferredTools: ['Bash', 'Read'],
    domains: ['coding'],
  },
  conventions: [
    { text: 'Run the linter before every commit.', kind: 'stated', count: 3, evidence: [{ session: 's', line: 4 }] },
    { text: 'Answer in short sentences.', kind: 'correction', count: 1, evidence: [{ session: 's', line: 9 }] },
  ],
  contextMarkers: [
    { kind: 'path', value: 'cart/total.go', count: 9 },
    { kind: 'path', value: 'cart/cart.go', count: 7 },
    { kind: 'url', value: 'https://shop.example/api', count: 2 },
  ],
  addendum: '',
  toolRates: [{ tool: 'Bash', successRate: RATE }],
  redactions: [{ kind: 'home', count: 2 }],
  leftOut: [{ reason: 'destructive', count: 1 }],
  tokens: 400,
  metrics: {
    sessionsScanned: 9,
    sessionsQualified: 3,
    patterns: 3,
    sources: { 'claude-code': 3 },
    toolDistribution: { Bash: 40, Read: 12 },
    avgProficiencyGain: -0.05,
  },
  ...given,
})

const words = fc.string({ unit: 'grapheme', maxLength: 12 })
const args = fc.dictionary(words, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })

/** Drafts whose pieces, sets and texts are anything at all. */
export const anyDraft: fc.Arbitrary<TemplateDraft> = fc
  .record({
    patterns: fc.array(
      fc
        .record({ shape: words, tool: words, arguments: args, intent: words, result: words, support: fc.nat(50) })
        .map(({ shape, ...rest }) => patternDraft(shape, rest)),
      { maxLength: 4 },
    ),
    workflows: fc.array(
      fc.array(words, { minLength: 2, maxLength: 4 }).map((shapes) => workflowDraft(shapes)),
      { maxLength: 2 },
    ),
    recoveries: fc.array(
      fc
        .record({ signature: words, failed: args, worked: args })
        .map(({ signature, ...rest }) => recoveryDraft(signature, rest)),
      { maxLength: 3 },
    ),
    conventions: fc.array(
      fc.record({
        text: words,
        kind: fc.constantFrom('stated', 'correction', 'repeat', 'system'),
        count: fc.nat(9),
        evidence: fc.constant<TemplateDraft['conventions'][number]['evidence']>([]),
      }),
      { maxLength: 4 },
    ),
    contextMarkers: fc.array(
      fc.record({ kind: fc.constantFrom('path', 'url', 'code'), value: words, count: fc.nat(9) }),
      { maxLength: 4 },
    ),
    addendum: words,
  })
  .map((given) => templateDraft(given))
