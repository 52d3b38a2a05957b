import fc from 'fast-check'
import type { Pattern, Recovery, Template, Workflow } from '../../src/schema/listing/template.ts'
import { SEED_ID_PREFIX } from '../../src/schema/seed.ts'

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

/** Any text: letters, whole and half emoji, control characters, markup. */
export const anyText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom('\ud83d', '\u0000', '\n', '"', '<', '---', ' ', '\u2028', 'é', '|'),
    maxLength: 12,
  }),
)

const toolName = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('Bash', 'read_file', 'mcp__shop__find', 'exec-command') },
  { weight: 1, arbitrary: anyText },
)
const args = fc.dictionary(anyText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
const id = fc.constantFrom('aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc', '')

const anyPattern = fc
  .record({ id, tool: toolName, arguments: args, intent: anyText, result: anyText, tokens: fc.nat(300) })
  .map((given) => pattern('any', given))

/** Templates of any content, with ids that come twice; never quite empty. */
export const anyTemplate: fc.Arbitrary<Template> = fc
  .record({
    name: anyText,
    description: anyText,
    patterns: fc.array(anyPattern, { maxLength: 5 }),
    workflows: fc.array(
      fc
        .record({ id, intent: anyText, steps: fc.array(anyPattern, { minLength: 2, maxLength: 4 }) })
        .map((given) => workflow([], given)),
      { maxLength: 2 },
    ),
    recoveries: fc.array(
      fc
        .record({ signature: anyText, strategy: anyText, failed: args, worked: args })
        .map(({ signature, ...given }) => recovery(signature, given)),
      { maxLength: 4 },
    ),
    conventions: fc.array(anyText.map(convention), { maxLength: 3 }),
    userPatterns: fc.constantFrom(null, user),
    addendum: anyText,
  })
  .map((given) =>
    template(given.patterns.length === 0 && given.addendum.trim() === '' ? { ...given, addendum: 'Be kind.' } : given),
  )

/** A conversation that is in no provider's form yet. */
export interface Talk {
  system: string | undefined
  turns: { user: string; steps: { tool: string; args: Record<string, unknown>; result: string }[][]; answer: string }[]
  /** What the user said last, where nobody has answered yet. */
  open: string | undefined
}

const visible = anyText.map((text) => `${text.toWellFormed()}.`)

/** Talks with parallel calls. Their ids are those that a seed would choose, so that it has to choose others. */
export const anyTalk: fc.Arbitrary<Talk> = fc.record({
  system: fc.option(visible, { nil: undefined }),
  turns: fc.array(
    fc.record({
      user: visible,
      steps: fc.array(
        fc.array(fc.record({ tool: fc.constantFrom('Bash', 'read_file'), args, result: anyText }), {
          minLength: 1,
          maxLength: 3,
        }),
        { maxLength: 2 },
      ),
      answer: visible,
    }),
    { maxLength: 3 },
  ),
  open: fc.option(visible, { nil: undefined }),
})

/** Ids like those of a seed, no two alike. */
export const createIds = (): (() => string) => {
  let count = 0
  const own = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'aaaaaaaaaaaaa', 'cccccccccccc']
  return () => {
    const at = count++
    return at < own.length ? `${SEED_ID_PREFIX}${own[at]}` : `call_${at}`
  }
}
