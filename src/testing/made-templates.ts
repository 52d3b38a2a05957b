import type { Pattern, Recovery, Template, Workflow } from '../schema/listing/template.ts'

const RATE = { rate: 0.9, low: 0.7, high: 0.97, n: 20 }

/** A pattern made by hand; the same name gives the same id. */
export const pattern = (name: string, given: Partial<Pattern> = {}): Pattern => ({
  id: hexOf(name),
  tool: 'Bash',
  kind: 'terminal',
  shape: name,
  arguments: { command: `${name} <path>` },
  slots: ['path'],
  intent: `run ${name} on the package at hand`,
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
  tokens: 40,
  evidence: [],
  ...given,
})

export const recovery = (signature: string, given: Partial<Recovery> = {}): Recovery => ({
  id: hexOf(signature),
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
  successRate: RATE,
  fingerprint: { sources: [], platforms: [], projects: [] },
  lastSeenAt: '2026-03-14T09:26:53.000Z',
  expiresAt: '2026-04-13T09:26:53.000Z',
  retest: 'run the failing call once more',
  tokens: 40,
  evidence: [],
  ...given,
})

export const workflow = (shapes: readonly string[], given: Partial<Workflow> = {}): Workflow => ({
  id: hexOf(shapes.join(' ')),
  intent: 'check before handing over',
  steps: shapes.map((shape) => ({
    tool: 'Bash',
    kind: 'terminal',
    shape,
    arguments: { command: shape },
    result: `${shape} done`,
    resultIs: 'text',
  })),
  support: 2,
  tokens: 50,
  evidence: [],
  ...given,
})

const hexOf = (words: string): string => Buffer.from(words.padEnd(6, '.')).toString('hex').slice(-12)

/** A template with nothing but what is given. */
export const template = (given: Partial<Template> = {}): Template => ({
  id: 't1',
  name: 'shop',
  version: 2,
  hash: 'c0ffee'.repeat(10),
  state: 'active',
  description: 'What works in the shop',
  tags: [],
  taskType: 'code',
  scope: { owner: 'sam', project: null, source: null, platform: null, model: null },
  createdAt: '2026-03-14T09:26:53.000Z',
  updatedAt: '2026-03-14T09:26:53.000Z',
  sourceSessions: [],
  patternCount: given.patterns?.length ?? 0,
  recoveryCount: given.recoveries?.length ?? 0,
  tokens: 0,
  usage: { uses: 0, outcomes: 0, lastUsedAt: null, returned: 0, agentErrors: null },
  success: null,
  madeBy: 'miner@1',
  how: 'build',
  isNew: false,
  patterns: [],
  workflows: [],
  recoveries: [],
  userPatterns: null,
  conventions: [],
  contextMarkers: [],
  addendum: '',
  addendumYes: null,
  toolRates: [],
  redactions: [],
  leftOut: [],
  pinned: { kept: [], dropped: [] },
  metrics: {
    sessionsScanned: 0,
    sessionsQualified: 0,
    patterns: 0,
    sources: {},
    toolDistribution: {},
    avgProficiencyGain: null,
  },
  ...given,
})

export const convention = (text: string): Template['conventions'][number] => ({
  text,
  kind: 'stated',
  count: 2,
  evidence: [],
  id: '0123456789ab',
  confirmed: true,
})

export const user: NonNullable<Template['userPatterns']> = {
  messageCount: 12,
  meanLength: 84.5,
  questionShare: RATE,
  commandShare: null,
  style: 'balanced',
  requestStyle: 'terse',
  feedbackStyle: 'corrections_only',
  preferredTools: ['Bash', 'Read'],
  domains: ['coding'],
}

/** A template with something of everything. */
export const fullTemplate = (given: Partial<Template> = {}): Template =>
  template({
    patterns: ['go test', 'git commit', 'make lint', 'go vet'].map((name) => pattern(name)),
    workflows: [workflow(['make lint', 'go vet'])],
    recoveries: [recovery('package <name> is not in std'), recovery('no required module provides <name>')],
    conventions: [convention('Run the linter before every commit.')],
    userPatterns: user,
    toolRates: [{ tool: 'Bash', successRate: RATE }],
    ...given,
  })
