import type { SessionProfile } from '../../src/schema/listing/session-profile.ts'

type Rate = NonNullable<SessionProfile['errorRate']>
type Call = SessionProfile['timeline'][number]

/** Text as hostile as a transcript can hold: markup, quotes, direction marks, control characters, a very long word. */
export const HOSTILE = `<script>alert("x")</script> '"> &amp; \u202Egnp.exe\u202C \u0007${'unbreakable'.repeat(40)}`

/** As long as the names of tools get, and wide: servers put their own name before it. */
export const LONG_TOOL = 'mcp__WAREHOUSE_server__some_long_tool_name_of_many_words'

/** A share with an interval of this half width. */
export const rate = (value: number, n: number, half: number): Rate => ({
  rate: value,
  low: Math.max(0, value - half),
  high: Math.min(1, value + half),
  n,
})

/** A session with errors of both sorts, unknown outcomes, sub-agents and compactions. */
export const fullSession = (calls = 184): SessionProfile => ({
  session: 'a1b2c3d4-5555-4000-8000-00000000abcd',
  source: 'codex',
  platform: 'cli',
  project: '/home/sam/code/project-1',
  model: 'large-2',
  title: 'Make the checkout tests pass again',
  startedAt: '2026-03-14T09:26:53.000Z',
  lastAt: '2026-03-14T11:02:10.000Z',
  messageCount: 402,
  toolCallCount: calls,
  outcomes: { ok: calls - 19, error: 15, unknown: 4 },
  textAlone: 6,
  errorRate: rate(0.083, 180, 0.04),
  agentErrorRate: rate(0.05, 180, 0.03),
  toolDistribution: { Bash: 70, Read: 60, Edit: 34, Grep: 20, [HOSTILE]: 1 },
  toolSuccessRates: {
    Bash: rate(0.86, 70, 0.08),
    Read: rate(0.98, 60, 0.02),
    Edit: rate(0.91, 34, 0.09),
    Grep: null,
    [HOSTILE]: null,
  },
  withTrivial: {
    toolCallCount: calls + 6,
    outcomes: { ok: calls, error: 15, unknown: 4 },
    errorRate: rate(0.08, 186, 0.04),
  },
  early: rate(0.139, 36, 0.1),
  late: rate(0.056, 36, 0.05),
  proficiencyGain: { estimate: -0.083, low: -0.22, high: 0.06, n: 72 },
  recoveryRate: rate(0.8, 15, 0.19),
  dominantToolType: 'terminal',
  taskType: 'code',
  tokens: { input: 1_204_000, output: 88_000, cacheRead: null, cacheWrite: null },
  context: { largest: 168_400, last: 61_200, calls: 184 },
  compactions: [
    { agent: null, kind: 'compaction', at: '2026-03-14T10:05:00.000Z', afterCall: Math.floor(calls * 0.45) },
    { agent: null, kind: 'compaction', at: null, afterCall: Math.floor(calls * 0.8) },
  ],
  userPatterns: {
    messageCount: 12,
    meanLength: 84,
    questionShare: rate(0.25, 12, 0.2),
    commandShare: rate(0.083, 12, 0.08),
    style: 'balanced',
    requestStyle: 'direct',
    feedbackStyle: 'terse',
    preferredTools: ['Bash', 'Read'],
    domains: ['coding'],
    conventions: [],
  },
  contextMarkers: [{ kind: 'path', value: 'src/checkout/total.ts', count: 9 }],
  errorPatterns: [
    {
      signature: 'sig-1',
      tool: 'Edit',
      cause: 'agent',
      message: 'The text to replace was not found in <path>',
      count: 5,
      recovered: 4,
      callsSpent: 11,
      workedNext: [{ tool: 'Read', subject: 'src/checkout/total.ts', count: 3 }],
      example: 'call-17',
    },
    {
      signature: 'sig-2',
      tool: HOSTILE,
      cause: 'environment',
      message: HOSTILE,
      count: 1,
      recovered: 0,
      callsSpent: 10,
      workedNext: [],
      example: 'call-99',
    },
  ],
  recoveries: [],
  timeline: timeline(calls),
})

/** A session that only talked. */
export const silentSession = (): SessionProfile => ({
  ...fullSession(),
  project: null,
  model: null,
  title: null,
  startedAt: null,
  toolCallCount: 0,
  outcomes: { ok: 0, error: 0, unknown: 0 },
  errorRate: null,
  agentErrorRate: null,
  reason: 'the session made no calls',
  toolDistribution: {},
  toolSuccessRates: {},
  early: null,
  late: null,
  proficiencyGain: null,
  recoveryRate: null,
  context: null,
  compactions: [],
  errorPatterns: [],
  timeline: [],
})

const NAMES: [string, Call['kind']][] = [
  ['Bash', 'terminal'],
  ['Read', 'file'],
  ['Edit', 'file'],
  ['Grep', 'file'],
  ['exec_command', 'terminal'],
  [LONG_TOOL, 'general'],
  ['TodoWrite', 'meta'],
]

const timeline = (calls: number): Call[] =>
  Array.from({ length: calls }, (_, index) => {
    const [tool, kind] = NAMES[(index * 7 + Math.floor(index / 9)) % NAMES.length] ?? ['Bash', 'terminal']
    const isError = index % 13 === 5
    const isUnknown = index % 47 === 40
    const isSub = index % 29 === 28
    return {
      id: `call-${index}`,
      agent: isSub ? 'helper-1' : null,
      position: isSub ? Math.floor(index / 29) + 1 : index + 1,
      turn: Math.floor(index / 20) + 1,
      at: null,
      tool,
      kind,
      trivial: tool === 'TodoWrite',
      subject: index === 18 ? HOSTILE : `src/checkout/part-${index % 11}.ts`,
      outcome: isError ? 'error' : isUnknown ? 'unknown' : 'ok',
      cause: isError ? (index % 2 === 0 ? 'agent' : 'environment') : null,
      contextTokens: 20_000 + index * 700,
    }
  })
