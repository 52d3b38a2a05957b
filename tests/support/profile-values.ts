import type { Comparison } from '../../src/schema/listing/comparison.ts'
import type { CompressionReport } from '../../src/schema/listing/compression-report.ts'
import type { HistoryProfile } from '../../src/schema/listing/history-profile.ts'
import type { SessionProfile } from '../../src/schema/listing/session-profile.ts'

type Rate = NonNullable<HistoryProfile['errorRate']>
type Estimate = NonNullable<HistoryProfile['codeFirst']['contrast']>
type EarlyLate = HistoryProfile['earlyLate']['agentOnly']

/** A rate in per cent, so that tables of values can be read. */
const rate = (percent: number, low: number, high: number, n: number): Rate => ({
  rate: percent / 100,
  low: low / 100,
  high: high / 100,
  n,
})

const points = (difference: number, low: number, high: number, n: number): Estimate => ({
  estimate: difference / 100,
  low: low / 100,
  high: high / 100,
  n,
})

const group = (sessions: number, calls: number, errorRate: Rate, agentErrorRate: Rate) => ({
  sessions,
  calls,
  unknown: calls - errorRate.n,
  masked: 0,
  errorRate,
  agentErrorRate,
})

/** A group of which under half of the outcomes are known. */
const dim = (
  sessions: number,
  calls: number,
  { known, errors, agent }: { known: number; errors: number; agent: number },
) => ({
  sessions,
  calls,
  unknown: calls - known,
  masked: 0,
  errorRate: null,
  agentErrorRate: null,
  bounds: {
    atLeast: errors / calls,
    atMost: (errors + calls - known) / calls,
    agentAtLeast: agent / calls,
    unknown: (calls - known) / calls,
  },
  reason: `at least ${Math.round((errors / calls) * 100)} %, ${Math.round(((calls - known) / calls) * 100)} % cannot be told`,
})

const UNKNOWN_ONLY = 'no call of this group has a known outcome'
const silent = (sessions: number, calls: number) => ({
  sessions,
  calls,
  unknown: calls,
  masked: 0,
  errorRate: null,
  agentErrorRate: null,
  bounds: { atLeast: 0, atMost: 1, agentAtLeast: 0, unknown: 1 },
  reason: UNKNOWN_ONLY,
})

const IMPROVES: EarlyLate = {
  early: rate(8.1, 7.2, 9.1, 6_012),
  late: rate(6.9, 6.1, 7.8, 6_044),
  difference: points(-1.3, -2.1, -0.5, 371),
  amongAll: { estimate: -0.02, low: -0.03, high: -0.01, n: 300 },
  verdict: 'improves',
}

const UNCLEAR: EarlyLate = {
  early: rate(4.2, 3.5, 5, 6_012),
  late: rate(3.9, 3.3, 4.7, 6_044),
  difference: points(-0.2, -0.9, 0.5, 371),
  amongAll: null,
  verdict: 'no-clear-difference',
}

const TOO_FEW: EarlyLate = {
  early: null,
  late: null,
  difference: null,
  amongAll: null,
  verdict: 'not-enough-data',
  reason: 'fewer than two sessions have calls in both parts',
}

const CAUSES = { agent: 1_180, environment: 402, user: 61, expected: 588, 'not-run': 19 }

/** A history with everything a history can have: long names, rates without data, more groups than are shown. */
export const historyValue = (): HistoryProfile => ({
  filter: { source: 'example-agent', since: '2026-01-01T00:00:00.000Z', minMessages: 3 },
  sessions: 412,
  sessionsWithCalls: 398,
  calls: 31_204,
  outcomes: { ok: 28_110, error: 2_250, unknown: 844 },
  textAlone: 1240,
  errorRate: rate(7.4, 7, 7.9, 30_360),
  agentErrorRate: rate(3.9, 3.6, 4.2, 30_360),
  withTrivial: {
    calls: 32_990,
    outcomes: { ok: 29_870, error: 2_261, unknown: 859 },
    errorRate: rate(7, 6.6, 7.5, 32_131),
  },
  masked: {
    calls: 380,
    sessions: 117,
    share: rate(1.3, 1, 1.6, 30_360),
    byMask: [
      { mask: '| tail', calls: 236, sessions: 90 },
      { mask: '| head', calls: 71, sessions: 40 },
      { mask: '|| echo', calls: 40, sessions: 8 },
      { mask: '; true', calls: 33, sessions: 12 },
    ],
    byProject: [
      { project: '/home/dev/shop', calls: 300, sessions: 90 },
      { project: '/home/dev/code/customers/somewhere/far/away/ledger', calls: 80, sessions: 27 },
    ],
  },
  errorCost: { calls: 3_120, tokens: 41_300_000, tokensSessions: 398, usd: 61.4, usdSessions: 210 },
  byCause: CAUSES,
  byLength: [
    { bucket: '0-50', ...group(250, 5_900, rate(8.3, 7.3, 9.4, 5_700), rate(4.6, 3.9, 5.4, 5_700)) },
    { bucket: '51-100', ...group(96, 7_104, rate(9, 8, 10.1, 6_930), rate(4.8, 4.1, 5.6, 6_930)) },
    { bucket: '101+', ...group(52, 18_200, rate(6.5, 5.9, 7.2, 17_730), rate(3.3, 2.9, 3.8, 17_730)) },
  ],
  byPosition: [
    {
      positions: '1-10',
      lengths: [
        { bucket: '0-50', sessions: 250, errorRate: rate(8.5, 7.2, 10, 2_300) },
        { bucket: '51-100', sessions: 96, errorRate: rate(8.8, 6.9, 11.1, 940) },
        { bucket: '101+', sessions: 52, errorRate: rate(5.1, 3.4, 7.6, 510) },
      ],
    },
    {
      positions: '101-200',
      lengths: [
        { bucket: '0-50', sessions: 0, errorRate: null, reason: 'no calls' },
        { bucket: '51-100', sessions: 2, errorRate: null, reason: UNKNOWN_ONLY },
        { bucket: '101+', sessions: 49, errorRate: rate(6.2, 5.2, 7.4, 4_700) },
      ],
    },
  ],
  byTool: [
    { tool: 'Bash', kind: 'terminal', ...group(390, 14_002, rate(10.2, 9.5, 11, 13_700), rate(5, 4.5, 5.5, 13_700)) },
    { tool: 'Read', kind: 'file', ...group(371, 9_100, rate(2.1, 1.7, 2.6, 9_100), rate(1.9, 1.6, 2.4, 9_100)) },
    { tool: 'mcp__issue_tracker__list_all_open_items', kind: 'general', ...silent(3, 12) },
    ...Array.from({ length: 11 }, (_, index) => ({
      tool: `tool_${index + 1}`,
      kind: 'general' as const,
      ...group(11 - index, 40 - index, rate(0.02, 0, 9.1, 40 - index), rate(0, 0, 8.8, 40 - index)),
    })),
  ],
  byKind: [
    { kind: 'terminal', ...group(390, 14_002, rate(10.2, 9.5, 11, 13_700), rate(5, 4.5, 5.5, 13_700)) },
    { kind: 'file', ...group(380, 15_100, rate(5.1, 4.6, 5.6, 15_000), rate(3.1, 2.7, 3.5, 15_000)) },
  ],
  byTaskType: [
    {
      taskType: 'code',
      ...group(201, 17_000, rate(8.1, 7.4, 8.8, 16_600), rate(4, 3.6, 4.5, 16_600)),
      earlyLate: IMPROVES,
    },
    {
      taskType: 'file',
      ...group(150, 11_000, rate(6, 5.4, 6.7, 10_800), rate(3.6, 3.2, 4.1, 10_800)),
      earlyLate: UNCLEAR,
    },
    { taskType: 'research', ...silent(1, 4), earlyLate: TOO_FEW },
  ],
  codeFirst: {
    code: { sessions: 120, earlyLate: IMPROVES },
    file: { sessions: 140, earlyLate: UNCLEAR },
    contrast: points(-1.1, -2.4, 0.2, 260),
    answer:
      'Sessions that begin with code improve by 1.3 points; for those that begin with files no change can be told from chance, and neither can the difference of the two.',
  },
  bySource: [
    { source: 'example-agent', ...group(398, 31_204, rate(7.4, 7, 7.9, 30_360), rate(3.9, 3.6, 4.2, 30_360)) },
  ],
  byPlatform: [{ platform: 'cli', ...group(398, 31_204, rate(7.4, 7, 7.9, 30_360), rate(3.9, 3.6, 4.2, 30_360)) }],
  byModel: [
    { model: 'example-large-4', ...group(300, 26_000, rate(7, 6.5, 7.5, 25_400), rate(3.5, 3.2, 3.9, 25_400)) },
    { model: 'example-small-4', ...group(98, 5_204, rate(9.6, 8.4, 10.9, 4_960), rate(5.9, 5, 6.9, 4_960)) },
    { model: 'example-silent-1', ...dim(4, 310, { known: 40, errors: 12, agent: 7 }) },
  ],
  byProject: [
    { project: '/home/dev/shop', ...group(300, 26_000, rate(7, 6.5, 7.5, 25_400), rate(3.5, 3.2, 3.9, 25_400)) },
    {
      project: '/home/dev/code/customers/somewhere/far/away/ledger',
      ...group(98, 5_204, rate(9.6, 8.4, 10.9, 4_960), rate(5.9, 5, 6.9, 4_960)),
    },
  ],
  byMonth: [
    {
      month: '2026-01',
      ...group(180, 14_000, rate(8, 7.3, 8.8, 13_600), rate(4.2, 3.8, 4.7, 13_600)),
      byCause: CAUSES,
    },
    { month: '2026-02', ...group(218, 17_204, rate(7, 6.4, 7.6, 16_760), rate(3.6, 3.2, 4, 16_760)), byCause: CAUSES },
  ],
  earlyLate: { ...IMPROVES, agentOnly: UNCLEAR },
  recoveries: { errors: 1_582, recovered: rate(71.3, 68.4, 74, 1_582) },
  drivers: {
    notCausal:
      'Nobody assigned these by chance: a call that repeats one that worked may also be an easier call. Only an experiment can tell.',
    items: [
      {
        driver: 'shape-worked-before',
        description: 'calls of a shape that has already worked in this session, against calls of a new shape',
        exposed: rate(3.1, 2.8, 3.5, 12_003),
        unexposed: rate(5.2, 4.7, 5.7, 9_102),
        difference: points(-1.4, -2, -0.8, 310),
      },
      {
        driver: 'after-compaction',
        description: 'the first 20 calls after a compaction, against other calls of the same session',
        exposed: null,
        unexposed: null,
        difference: null,
        reason: 'only one session of this history was compacted',
      },
    ],
  },
  signatures: [
    {
      signature: 'a1b2c3d4e5f60718',
      tool: 'Edit',
      cause: 'agent',
      message: 'text to replace was not found in <path>',
      count: 212,
      sessions: 96,
      callsSpent: 540,
      recovered: rate(88.2, 83.1, 91.9, 212),
      workedNext: [
        { tool: 'Read', subject: 'src/cart/total.ts', count: 120 },
        { tool: 'Edit', subject: 'src/cart/total.ts', count: 41 },
      ],
      example: '3fa91c0b77d2e4a86f10',
    },
    {
      signature: 'b1b2c3d4e5f60718',
      tool: 'Bash',
      cause: 'environment',
      message:
        'a message that goes on and on, as messages do when a program prints everything it knows about the world around it, line after line, until somebody has to cut it off',
      count: 1,
      sessions: 1,
      callsSpent: 1,
      recovered: null,
      reason: 'none of them was followed by another call',
      workedNext: [],
      example: '9d0e1c0b77d2e4a86f10',
    },
  ],
  mistakes: [
    {
      signature: 'a1b2c3d4e5f60718',
      tool: 'Edit',
      cause: 'agent',
      message: 'text to replace was not found in <path>',
      count: 212,
      sessions: 96,
      callsSpent: 540,
      recovered: rate(88.2, 83.1, 91.9, 212),
      workedNext: [],
      example: '3fa91c0b77d2e4a86f10',
    },
    {
      signature: 'c1b2c3d4e5f60718',
      tool: 'Bash',
      cause: 'agent',
      message:
        'error: unexpected argument <...> found. For more information, try the help of this program with all its words',
      count: 61,
      sessions: 33,
      callsSpent: 148,
      recovered: rate(90, 80, 95, 61),
      workedNext: [],
      example: '4fa91c0b77d2e4a86f10',
    },
  ],
  statement:
    'In 398 sessions 7.4 % of the calls failed (95 % interval 7.0 to 7.9), 3.9 % because of what the agent asked for. Inside a session errors become fewer, by 1.3 points between the first and the last fifth. Long sessions have fewer errors from their first calls on, so their length does not explain it. What made the difference cannot be seen in a history: only an experiment shows that.',
})

/** A history that nothing fits. */
export const emptyHistoryValue = (filter: HistoryProfile['filter']): HistoryProfile => {
  const reason = 'no session fits'
  const none = {
    early: null,
    late: null,
    difference: null,
    amongAll: null,
    verdict: 'not-enough-data' as const,
    reason,
  }
  const nothing = { calls: 0, outcomes: { ok: 0, error: 0, unknown: 0 }, errorRate: null, reason }
  return {
    ...historyValue(),
    ...nothing,
    filter,
    sessions: 0,
    sessionsWithCalls: 0,
    agentErrorRate: null,
    withTrivial: nothing,
    masked: { calls: 0, sessions: 0, share: null, reason, byMask: [], byProject: [] },
    errorCost: { calls: 0, tokens: null, tokensSessions: 0, usd: null, usdSessions: 0 },
    byCause: { agent: 0, environment: 0, user: 0, expected: 0, 'not-run': 0 },
    byLength: [],
    byPosition: [],
    byTool: [],
    byKind: [],
    byTaskType: [],
    codeFirst: {
      code: { sessions: 0, earlyLate: none },
      file: { sessions: 0, earlyLate: none },
      contrast: null,
      answer: 'No session fits.',
      reason,
    },
    bySource: [],
    byPlatform: [],
    byModel: [],
    byProject: [],
    byMonth: [],
    earlyLate: { ...none, agentOnly: none },
    recoveries: { errors: 0, recovered: null, reason },
    drivers: { notCausal: '', items: [] },
    signatures: [],
    mistakes: [],
    statement: 'No session fits.',
  }
}

/** Sessions of which no outcome is known: every rate is missing, and says why. */
export const unknownHistoryValue = (): HistoryProfile => ({
  ...emptyHistoryValue({}),
  sessions: 2,
  sessionsWithCalls: 2,
  calls: 9,
  outcomes: { ok: 0, error: 0, unknown: 9 },
  textAlone: 0,
  reason: 'no call has a known outcome',
  byLength: [{ bucket: '0-50', ...silent(2, 9) }],
  statement: 'Nothing can be said about errors: of none of the 9 calls is the outcome known.',
})

/** Sessions of which under half of the outcomes are known: bounds in place of the rates. */
export const dimHistoryValue = (): HistoryProfile => {
  const { sessions: _, calls: __, unknown, masked: ___, ...bounded } = dim(6, 412, { known: 54, errors: 17, agent: 9 })
  return {
    ...historyValue(),
    filter: {},
    sessions: 6,
    sessionsWithCalls: 6,
    calls: 412,
    outcomes: { ok: 37, error: 17, unknown },
    textAlone: 3,
    ...bounded,
    withTrivial: { ...historyValue().withTrivial, errorRate: null, reason: 'under half of the outcomes are known' },
    masked: {
      calls: 3,
      sessions: 1,
      share: null,
      reason: 'under half of the outcomes are known',
      byMask: [{ mask: '| tail', calls: 3, sessions: 1 }],
      byProject: [{ project: '/home/dev/shop', calls: 3, sessions: 1 }],
    },
    errorCost: { calls: 25, tokens: null, tokensSessions: 0, usd: null, usdSessions: 0 },
    byCause: { agent: 9, environment: 4, user: 0, expected: 4, 'not-run': 0 },
    byTool: [{ tool: 'exec', kind: 'terminal', ...dim(6, 412, { known: 54, errors: 17, agent: 9 }) }],
    bySource: [{ source: 'example-agent', ...dim(6, 412, { known: 54, errors: 17, agent: 9 }) }],
    byModel: [
      { model: 'example-silent-1', ...dim(4, 310, { known: 40, errors: 12, agent: 7 }) },
      { model: 'unknown', ...silent(1, 4) },
    ],
    byProject: [{ project: '/home/dev/shop', ...dim(6, 412, { known: 54, errors: 17, agent: 9 }) }],
    statement:
      'Between 4.1 % and 91.0 % of the 412 calls in 6 sessions failed: the outcome of 86.9 % cannot be told, so no rate is given.',
  }
}

const call = (
  position: number,
  outcome: 'ok' | 'error' | 'unknown',
  more: Partial<SessionProfile['timeline'][number]> = {},
): SessionProfile['timeline'][number] => ({
  id: `${String(position).padStart(4, '0')}c0ffee0123456789`,
  agent: null,
  position,
  turn: 1,
  at: '2026-02-03T10:00:00.000Z',
  tool: 'Bash',
  kind: 'terminal',
  trivial: false,
  subject: 'npm test -- cart',
  outcome,
  cause: outcome === 'error' ? 'agent' : null,
  contextTokens: 12_000 + position * 250,
  ...more,
})

/** Ninety calls in which every outcome, every cause, a compaction and a sub-agent occur. */
const timelineValue = (): SessionProfile['timeline'] => {
  const causes = ['agent', 'environment', 'user', 'expected', 'not-run'] as const
  const calls = Array.from({ length: 90 }, (_, index) => {
    if (index % 17 === 16) return call(index + 1, 'error', { cause: causes[Math.floor(index / 17)] ?? 'agent' })
    return call(index + 1, index % 31 === 30 ? 'unknown' : 'ok')
  })
  const helper = {
    agent: 'explore-1',
    tool: 'Read',
    kind: 'file' as const,
    subject: 'src/a/very/long/way/down/to/index.ts',
  }
  return [...calls, call(1, 'ok', helper), call(2, 'error', { ...helper, contextTokens: null })]
}

export const sessionValue = (): SessionProfile => ({
  session: '0f3c9a5e-2b1d-4c7e-9a10-5d6e7f808192',
  source: 'example-agent',
  platform: 'cli',
  project: '/home/dev/shop',
  model: 'example-large-4',
  title: 'Totals of the cart are off by a cent',
  startedAt: '2026-02-03T10:00:00.000Z',
  lastAt: '2026-02-03T12:30:00.000Z',
  messageCount: 214,
  toolCallCount: 92,
  outcomes: { ok: 84, error: 6, unknown: 2 },
  textAlone: 7,
  errorRate: rate(6.7, 3.1, 13.8, 90),
  agentErrorRate: rate(2.2, 0.6, 7.7, 90),
  toolDistribution: { Bash: 70, Read: 20, some_tool_with_a_name_that_nobody_remembers: 2 },
  toolSuccessRates: {
    Bash: rate(92.9, 84.3, 96.9, 70),
    Read: rate(95, 76.4, 99.1, 20),
    some_tool_with_a_name_that_nobody_remembers: null,
  },
  withTrivial: {
    toolCallCount: 97,
    outcomes: { ok: 89, error: 6, unknown: 2 },
    errorRate: rate(6.3, 2.9, 13.1, 95),
  },
  early: rate(11.1, 3.1, 32.8, 18),
  late: rate(5.6, 1, 25.8, 18),
  proficiencyGain: points(-5.6, -27.1, 16.3, 36),
  recoveryRate: rate(83.3, 43.6, 97, 6),
  dominantToolType: 'terminal',
  taskType: 'code',
  tokens: { input: 1_200_000, output: 41_000, cacheRead: null, cacheWrite: null },
  context: { largest: 148_000, last: 61_000, calls: 91 },
  compactions: [{ agent: null, kind: 'compact_boundary', at: '2026-02-03T11:30:00.000Z', afterCall: 60 }],
  userPatterns: {
    messageCount: 12,
    meanLength: 84.5,
    questionShare: rate(25, 8.9, 53.2, 12),
    commandShare: null,
    reason: 'this source records no slash commands',
    style: 'balanced',
    requestStyle: 'direct',
    feedbackStyle: 'terse',
    preferredTools: ['Bash', 'Read'],
    domains: ['coding'],
    conventions: [
      { text: 'Money is whole cents, never a fraction.', kind: 'stated', count: 1, turn: 1, line: 4 },
      {
        text: 'No, run the tests of the package only: the whole suite takes half an hour and somebody else needs the machine.',
        kind: 'correction',
        count: 2,
        turn: 3,
        line: 88,
      },
    ],
  },
  contextMarkers: [
    { kind: 'path', value: 'src/cart/total.ts', count: 31 },
    { kind: 'url', value: 'https://docs.example.com/rounding', count: 2 },
    { kind: 'code', value: 'export const total = (lines: readonly Line[]): Cents => lines.reduce(...)', count: 1 },
  ],
  errorPatterns: [
    {
      signature: 'c1b2c3d4e5f60718',
      tool: 'Bash',
      cause: 'agent',
      message: 'npm error Missing script: <quoted>',
      count: 2,
      recovered: 2,
      callsSpent: 4,
      workedNext: [{ tool: 'Bash', subject: 'npm run test:cart', count: 2 }],
      example: '0017c0ffee0123456789',
    },
  ],
  recoveries: [
    {
      signature: 'c1b2c3d4e5f60718',
      failed: { call: '0017c0ffee0123456789', subject: 'npm run cart-test', message: 'Missing script' },
      worked: { call: '0018c0ffee0123456789', tool: 'Bash', subject: 'npm run test:cart' },
      after: 1,
    },
  ],
  timeline: timelineValue(),
})

/** A session in which nothing was called and nobody spoke. */
export const silentSessionValue = (): SessionProfile => ({
  ...sessionValue(),
  title: null,
  model: null,
  project: null,
  messageCount: 0,
  toolCallCount: 0,
  outcomes: { ok: 0, error: 0, unknown: 0 },
  textAlone: 0,
  errorRate: null,
  agentErrorRate: null,
  reason: 'no calls',
  toolDistribution: {},
  toolSuccessRates: {},
  withTrivial: { toolCallCount: 0, outcomes: { ok: 0, error: 0, unknown: 0 }, errorRate: null, reason: 'no calls' },
  early: null,
  late: null,
  proficiencyGain: null,
  recoveryRate: null,
  dominantToolType: null,
  taskType: null,
  tokens: { input: null, output: null, cacheRead: null, cacheWrite: null },
  context: null,
  compactions: [],
  userPatterns: {
    messageCount: 0,
    meanLength: null,
    questionShare: null,
    commandShare: null,
    reason: 'no messages',
    style: null,
    requestStyle: null,
    feedbackStyle: null,
    preferredTools: [],
    domains: [],
    conventions: [],
  },
  contextMarkers: [],
  errorPatterns: [],
  recoveries: [],
  timeline: [],
})

export const compressionValue = (): CompressionReport => ({
  session: null,
  hasCompression: true,
  events: [
    {
      session: '0f3c9a5e-2b1d-4c7e-9a10-5d6e7f808192',
      continuedIn: null,
      source: 'example-agent',
      kind: 'compact_boundary',
      at: '2026-02-03T11:30:00.000Z',
      afterCall: 60,
      before: rate(5, 0.9, 23.6, 20),
      after: rate(15, 5.2, 36, 20),
      rereads: { before: 1, after: 6 },
      repeatedErrors: 1,
    },
    {
      session: '7b21d0f4-0000-4000-8000-000000000002',
      continuedIn: '8d44e1a0-0000-4000-8000-000000000004',
      source: 'example-agent',
      kind: 'compression',
      at: null,
      afterCall: 1_204,
      before: rate(10, 2.8, 30.1, 20),
      after: null,
      reason: 'no call after it has a known outcome',
      rereads: { before: 0, after: 0 },
      repeatedErrors: 0,
    },
    ...Array.from({ length: 20 }, (_, index) => ({
      session: `9c${String(index).padStart(2, '0')}aa00-0000-4000-8000-000000000003`,
      continuedIn: null,
      source: 'example-agent',
      kind: 'compacted',
      at: null,
      afterCall: 40 + index,
      before: rate(0, 0, 16.1, 20),
      after: rate(5, 0.9, 23.6, 20),
      rereads: { before: 0, after: index % 3 },
      repeatedErrors: 0,
    })),
  ],
  before: rate(6.1, 4.9, 7.6, 1_220),
  after: rate(7.9, 6.4, 9.7, 1_190),
  control: {
    points: 183,
    before: rate(6.3, 5.5, 7.2, 3_660),
    after: rate(6.1, 5.3, 7, 3_620),
    difference: points(-0.2, -1.1, 0.7, 183),
  },
  change: points(1.8, 0.2, 3.4, 61),
  difference: points(2, 0.2, 3.8, 244),
  rereads: { before: rate(12.1, 9.3, 15.6, 420), after: rate(31.4, 27, 36.2, 405) },
  repeatedErrors: { count: 9, rate: rate(9.6, 5.1, 17.2, 94) },
  tolerance: 1.2,
  excess: points(0.6, -1.2, 2.4, 61),
  preserved: null,
  verdict: 'not-enough-data',
  reason: 'the interval of what is in excess of the tolerance holds 0',
  note: 'After compaction 7.9 % of the calls failed, before it 6.1 %. Whether that is more than 1.2 times as much cannot be told from so few. Files are read again more often.',
})

export const noCompressionValue = (): CompressionReport => ({
  ...compressionValue(),
  session: '0f3c9a5e-2b1d-4c7e-9a10-5d6e7f808192',
  hasCompression: false,
  events: [],
  before: null,
  after: null,
  control: null,
  change: null,
  difference: null,
  rereads: { before: null, after: null, reason: 'nothing was compacted' },
  repeatedErrors: { count: 0, rate: null, reason: 'nothing was compacted' },
  excess: null,
  reason: 'nothing was compacted',
  note: 'This session was never compacted, so there is nothing to compare.',
})

export const comparisonValue = (): Comparison => ({
  unit: 'group',
  warm: {
    label: 'project=shop,since=2026-02-01',
    sessions: 40,
    calls: 3_100,
    outcomes: { ok: 2_840, error: 180, unknown: 80 },
    errorRate: rate(6, 4.9, 7.2, 3_020),
    agentErrorRate: rate(2.9, 2.2, 3.8, 3_020),
    recoveryRate: rate(74.4, 66, 81.3, 121),
    callsPerSession: 77.5,
  },
  cold: {
    label: 'project=shop,until=2026-02-01',
    sessions: 61,
    calls: 4_010,
    outcomes: { ok: 3_560, error: 340, unknown: 110 },
    errorRate: rate(8.7, 7.5, 10.1, 3_900),
    agentErrorRate: rate(4.4, 3.6, 5.3, 3_900),
    recoveryRate: null,
    callsPerSession: 65.738,
    reason: 'none of the errors was followed by another call',
  },
  improvement: points(2.7, 1, 4.4, 6_920),
  agentImprovement: points(1.5, 0.3, 2.7, 6_920),
  overlap: 1,
  verdict: 'helps',
  note: 'The first group made fewer errors. The groups were observed and not assigned by chance: they may differ in other ways too.',
})

export const anecdoteValue = (): Comparison => {
  const side = {
    label: '0f3c9a5e-2b1d-4c7e-9a10-5d6e7f808192',
    sessions: 1,
    calls: 0,
    outcomes: { ok: 0, error: 0, unknown: 0 },
    errorRate: null,
    agentErrorRate: null,
    recoveryRate: null,
    callsPerSession: null,
    reason: 'no calls',
  }
  return {
    unit: 'session',
    warm: side,
    cold: { ...side, label: '7b21d0f4-0000-4000-8000-000000000002' },
    improvement: null,
    agentImprovement: null,
    overlap: 0,
    verdict: 'not-enough-data',
    reason: 'a session without calls has no error rate',
    note: 'Two single sessions are an anecdote: the difference between them may be chance, the task, or anything else.',
  }
}
