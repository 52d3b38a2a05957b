import type { HistoryProfile } from '../../src/schema/listing/history-profile.ts'
import { HOSTILE, LONG_TOOL, rate } from './session-fixture.ts'

type Signature = HistoryProfile['signatures'][number]
type EarlyLate = HistoryProfile['byTaskType'][number]['earlyLate']

/** A history in which every figure can be given, and in every list one entry that cannot. */
export const fullHistory = (): HistoryProfile => ({
  filter: { source: 'codex', since: '2025-06-01' },
  sessions: 1840,
  sessionsWithCalls: 1512,
  calls: 48_210,
  outcomes: { ok: 44_005, error: 2890, unknown: 1315 },
  textAlone: 40,
  errorRate: rate(0.0616, 46_895, 0.004),
  agentErrorRate: rate(0.0347, 46_895, 0.003),
  withTrivial: {
    calls: 51_002,
    outcomes: { ok: 46_700, error: 2901, unknown: 1401 },
    errorRate: rate(0.0585, 49_601, 0.004),
  },
  masked: {
    calls: 380,
    sessions: 117,
    share: rate(0.0081, 46_895, 0.001),
    byMask: [
      { mask: '| tail', calls: 300, sessions: 100 },
      { mask: HOSTILE, calls: 80, sessions: 30 },
    ],
    byProject: [{ project: HOSTILE, calls: 380, sessions: 117 }],
  },
  errorCost: { calls: 5_210, tokens: 61_000_000, tokensSessions: 1_512, usd: 84.2, usdSessions: 600 },
  byCause: { agent: 1627, environment: 694, user: 186, expected: 301, 'not-run': 82 },
  byLength: [
    { bucket: '0-50', ...group(980, 14_020, 0.072) },
    { bucket: '51-100', ...group(341, 13_660, 0.064) },
    { bucket: '101+', ...group(191, 20_530, 0.053) },
  ],
  byPosition: positions(),
  byTool: tools(),
  byKind: [
    { kind: 'terminal', ...group(1340, 21_040, 0.091) },
    { kind: 'file', ...group(1211, 19_800, 0.031) },
    { kind: 'research', ...group(270, 3900, 0.064) },
    { kind: 'code', ...group(88, 2100, 0.081) },
    { kind: 'general', sessions: 1, calls: 2, ...missing('only 2 calls with a known outcome') },
  ],
  byTaskType: [
    { taskType: 'code', ...group(702, 24_210, 0.068), earlyLate: contrast(0.079, 0.058, 610, 'improves') },
    { taskType: 'file', ...group(411, 11_090, 0.044), earlyLate: contrast(0.043, 0.046, 320, 'no-clear-difference') },
    { taskType: 'mixed', ...group(349, 11_700, 0.061), earlyLate: contrast(0.066, 0.057, 290, 'no-clear-difference') },
    {
      taskType: 'research',
      ...group(50, 1210, 0.071, 0.03),
      earlyLate: noContrast('only 3 sessions have ten calls or more'),
    },
  ],
  codeFirst: {
    code: { sessions: 431, earlyLate: contrast(0.083, 0.059, 431, 'improves') },
    file: { sessions: 388, earlyLate: contrast(0.047, 0.049, 388, 'no-clear-difference') },
    contrast: { estimate: -0.026, low: -0.044, high: -0.007, n: 819 },
    answer: 'Sessions that begin with code improve more than those that begin with file work.',
  },
  bySource: [
    { source: 'codex', ...group(910, 28_400, 0.066) },
    { source: 'pi', ...group(602, 19_810, 0.052) },
  ],
  byPlatform: [{ platform: 'cli', ...group(1512, 48_210, 0.0616) }],
  byModel: [
    { model: 'large-2', ...group(800, 30_210, 0.049) },
    { model: HOSTILE, ...group(712, 18_000, 0.081) },
  ],
  byProject: Array.from({ length: 60 }, (_, index) => ({
    project: `/home/sam/code/project-${index + 1}`,
    ...group(60 - index, 4000 - index * 60, 0.05 + (index % 7) / 100, 0.02),
  })),
  byMonth: months(),
  earlyLate: {
    ...contrast(0.0702, 0.0571, 1180, 'improves'),
    agentOnly: contrast(0.041, 0.0322, 1180, 'improves'),
  },
  recoveries: { errors: 2321, recovered: rate(0.713, 2321, 0.02) },
  drivers: drivers(),
  signatures: signatures(),
  mistakes: signatures().filter(({ cause }) => cause === 'agent'),
  statement:
    'Of 46,895 calls whose outcome is known, 6.2 % failed. Inside the same session, late calls fail less often than early ones by 1.3 points (0.6 to 2.0). Long sessions are already better in their first ten calls, so part of their lower rate is that they went well from the start. The data cannot say why: nobody decided by chance which session became long.',
})

/** A history of two sessions, in which nothing can be given and everything says why. */
export const scantHistory = (): HistoryProfile => {
  const reason = 'only 3 calls, all with an unknown outcome'
  const none = { ...missing(reason), sessions: 2, calls: 3 }
  const unknown = { ok: 0, error: 0, unknown: 3 }
  const noCause = { agent: 0, environment: 0, user: 0, expected: 0, 'not-run': 0 }
  const flat = noContrast('no session has ten calls with a known outcome')
  return {
    filter: {},
    sessions: 2,
    sessionsWithCalls: 2,
    calls: 3,
    outcomes: unknown,
    textAlone: 0,
    errorRate: null,
    agentErrorRate: null,
    reason,
    withTrivial: { calls: 3, outcomes: unknown, errorRate: null, reason },
    masked: { calls: 0, sessions: 0, share: null, reason, byMask: [], byProject: [] },
    errorCost: { calls: 0, tokens: null, tokensSessions: 0, usd: null, usdSessions: 0 },
    byCause: noCause,
    byLength: [{ bucket: '0-50', ...none }],
    byPosition: [{ positions: '1-10', lengths: [{ bucket: '0-50', sessions: 2, errorRate: null, reason }] }],
    byTool: [{ tool: 'Bash', kind: 'terminal', ...none }],
    byKind: [{ kind: 'terminal', ...none }],
    byTaskType: [{ taskType: 'mixed', ...none, earlyLate: flat }],
    codeFirst: {
      code: { sessions: 0, earlyLate: flat },
      file: { sessions: 0, earlyLate: flat },
      contrast: null,
      answer: 'There are too few sessions to answer this.',
      reason: 'no session begins with 30 calls',
    },
    bySource: [],
    byPlatform: [],
    byModel: [],
    byProject: [],
    byMonth: [{ month: '2026-02', ...none, byCause: noCause }],
    earlyLate: { ...flat, agentOnly: flat },
    recoveries: { errors: 0, recovered: null, reason: 'no error is known' },
    drivers: {
      notCausal: 'These figures show what goes together, not what causes what.',
      items: [
        {
          driver: 'position',
          description: 'later against earlier in the session',
          exposed: null,
          unexposed: null,
          difference: null,
          reason,
        },
      ],
    },
    signatures: [],
    mistakes: [],
    statement: 'Two sessions with three calls: too little to say how reliable anything is.',
  }
}

/** A history before anything was read. */
export const emptyHistory = (): HistoryProfile => ({
  ...scantHistory(),
  sessions: 0,
  sessionsWithCalls: 0,
  calls: 0,
  statement: 'No session has been read yet. `warmstart sync` reads your history.',
})

const group = (sessions: number, calls: number, value: number, half = 0.006) => ({
  sessions,
  calls,
  unknown: 0,
  masked: 0,
  errorRate: rate(value, calls, half),
  agentErrorRate: rate(value * 0.56, calls, half * 0.7),
})

const missing = (reason: string) => ({ unknown: 0, masked: 0, errorRate: null, agentErrorRate: null, reason })

const contrast = (early: number, late: number, n: number, verdict: EarlyLate['verdict']): EarlyLate => ({
  early: rate(early, n * 8, 0.009),
  late: rate(late, n * 8, 0.008),
  difference: { estimate: late - early, low: late - early - 0.007, high: late - early + 0.007, n },
  amongAll: { estimate: late - early, low: late - early - 0.009, high: late - early + 0.009, n },
  verdict,
})

const noContrast = (reason: string): EarlyLate => ({
  early: null,
  late: null,
  difference: null,
  amongAll: null,
  verdict: 'not-enough-data',
  reason,
})

const positions = (): HistoryProfile['byPosition'] =>
  ['1-10', '11-20', '21-40', '41-80', '81+'].map((places, index) => ({
    positions: places,
    lengths: [
      index < 3
        ? {
            bucket: '0-50',
            sessions: 980 - index * 300,
            errorRate: rate(0.078 - index * 0.004, 6000, 0.006 + index * 0.004),
          }
        : { bucket: '0-50', sessions: 0, errorRate: null, reason: 'no session of this length has so many calls' },
      index < 4
        ? { bucket: '51-100', sessions: 341, errorRate: rate(0.068 - index * 0.003, 3400, 0.008) }
        : { bucket: '51-100', sessions: 4, errorRate: null, reason: 'only 4 sessions' },
      { bucket: '101+', sessions: 191, errorRate: rate(0.057 - index * 0.002, 1900, 0.009) },
    ],
  }))

const tools = (): HistoryProfile['byTool'] => {
  const names = ['Bash', 'Read', 'Edit', 'Grep', 'apply_patch', 'WebFetch', 'Write', 'Glob', 'exec_command']
  const more = ['web_search', 'mcp__issues__create_comment', LONG_TOOL, 'Task', 'browser_navigate', 'read_file']
  const known = [...names, ...more].map((tool, index) => ({
    tool,
    kind: 'general' as const,
    ...group(900 - index * 50, Math.round(20_000 / (index + 1)), 0.02 + ((index * 7) % 11) / 100, 0.004 * (index + 1)),
  }))
  return [
    ...known,
    { tool: HOSTILE, kind: 'general', ...group(2, 9000, 0.11, 0.3) },
    { tool: 'silent_tool', kind: 'general', sessions: 4, calls: 5000, ...missing('its results are never recorded') },
  ]
}

const months = (): HistoryProfile['byMonth'] =>
  Array.from({ length: 11 }, (_, index) => {
    const month = new Date(Date.UTC(2025, 5 + index, 1)).toISOString().slice(0, 7)
    const calls = [900, 2400, 3100, 4100, 5200, 4800, 6100, 7200, 6900, 40, 7470][index] ?? 0
    if (calls < 100)
      return {
        month,
        sessions: 2,
        calls,
        ...missing('only 2 sessions'),
        byCause: { agent: 1, environment: 0, user: 0, expected: 0, 'not-run': 0 },
      }
    const value = 0.082 - index * 0.0025 + (index % 3) * 0.006
    const errors = Math.round(calls * value)
    const share = (part: number): number => Math.round(errors * part)
    return {
      month,
      ...group(Math.round(calls / 30), calls, value, 0.3 / Math.sqrt(calls)),
      byCause: {
        agent: share(0.56),
        environment: share(0.24),
        user: share(0.07),
        expected: share(0.1),
        'not-run': share(0.03),
      },
    }
  })

const drivers = (): HistoryProfile['drivers'] => {
  const item = (driver: string, description: string, estimate: number, half: number) => ({
    driver,
    description,
    exposed: rate(0.035 + estimate, 20_000, 0.004),
    unexposed: rate(0.035, 24_000, 0.003),
    difference: { estimate, low: estimate - half, high: estimate + half, n: 1100 },
  })
  return {
    notCausal:
      'These figures show what goes together, not what causes what: harder work may bring both a fuller context and more errors.',
    items: [
      item(
        'seen-before',
        'a call of the same shape has already worked in this session, against not yet',
        -0.019,
        0.005,
      ),
      item('markers', 'the file or address is already in the context, against new', -0.011, 0.006),
      item('position', 'second half of the session, against first half', -0.004, 0.005),
      item('correction', 'after the user has corrected the agent, against before', 0.003, 0.012),
      item('context', 'context larger than half of its largest, against smaller', 0.008, 0.005),
      item('compaction', 'within ten calls after a compaction, against later', 0.017, 0.011),
      {
        driver: 'checkable',
        description: 'many early calls with a result that can be checked, against few',
        exposed: null,
        unexposed: null,
        difference: null,
        reason: 'only 6 sessions on one side',
      },
    ],
  }
}

const recovery = (index: number, cause: Signature['cause']): Pick<Signature, 'recovered' | 'reason'> => {
  if (cause !== 'agent' && cause !== 'environment') return { recovered: null, reason: 'nothing to recover from' }
  if (index === 5) return { recovered: null, reason: 'only 2 of them could be followed' }
  return { recovered: rate(1 - index * 0.11, 190 - index * 24, 0.04 + index * 0.02) }
}

const signatures = (): Signature[] => {
  const messages: [string, Signature['cause'], string][] = [
    ['Edit', 'agent', 'The text to replace was not found in <path>'],
    ['Bash', 'agent', 'exit <n>: error TS<n>: property <word> does not exist on type <word>'],
    ['Bash', 'environment', '<word>: command not found'],
    ['Read', 'agent', 'File does not exist: <path>'],
    [HOSTILE, 'user', HOSTILE],
    ['WebFetch', 'environment', 'request failed with status code <n>'],
    ['mcp__issues__create_comment', 'not-run', 'cancelled: a call beside it failed'],
  ]
  return messages.map(([tool, cause, message], index) => ({
    signature: `sig-${index}`,
    tool,
    cause,
    message,
    count: 190 - index * 24,
    sessions: 92 - index * 12,
    callsSpent: 640 - index * 85,
    ...recovery(index, cause),
    workedNext:
      index === 3
        ? []
        : [
            { tool: 'Read', subject: index === 4 ? HOSTILE : 'src/checkout/total.ts', count: 40 - index },
            { tool: 'Bash', subject: 'npm test -- --only checkout', count: 12 },
          ],
    example: `call-${index}`,
  }))
}
