import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { readGatewayConfig } from '../../config/config.ts'
import { resetDue } from './reset-due.ts'
import { reasonInWords } from './reset-notice.ts'
import {
  DEFAULT_RESET_POLICY,
  policyFor,
  RESET_MODES,
  type ResetMode,
  type ResetPolicy,
} from '../../config/reset-policy.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Noon in a place that is at UTC; the day begun at 4:00. */
const NOON = Date.UTC(2026, 5, 10, 12)

const policy = (mode: ResetMode, change: Partial<ResetPolicy> = {}): ResetPolicy => ({
  ...DEFAULT_RESET_POLICY,
  mode,
  ...change,
})
const due = (mode: ResetMode, ago: { started: number; spoken: number }, activity: 'active' | 'quiet' = 'quiet') =>
  resetDue(policy(mode), { startedAt: NOON - ago.started, interactedAt: NOON - ago.spoken }, NOON, activity)

suite('what is due at noon', () => {
  const FRESH = { started: HOUR, spoken: HOUR }
  const LONG = { started: 30 * DAY, spoken: MINUTE }
  const SILENT = { started: 30 * DAY, spoken: DAY + 1 }
  const CASES: [mode: ResetMode, ago: { started: number; spoken: number }, reason: string | undefined][] = [
    ['none', SILENT, undefined],
    ['idle', FRESH, undefined],
    ['idle', { started: 30 * DAY, spoken: DAY }, undefined],
    ['idle', SILENT, 'idle'],
    ['idle', LONG, undefined],
    ['daily', FRESH, undefined],
    ['daily', { started: 8 * HOUR, spoken: MINUTE }, undefined],
    ['daily', { started: 8 * HOUR + 1, spoken: MINUTE }, 'daily'],
    ['daily', LONG, 'daily'],
    ['both', FRESH, undefined],
    ['both', LONG, 'daily'],
    ['both', SILENT, 'idle'],
    ['daily-and-idle', LONG, undefined],
    ['daily-and-idle', SILENT, 'daily-and-idle'],
    ['daily-and-idle', FRESH, undefined],
  ]
  for (const [mode, ago, reason] of CASES)
    test(`${mode}, begun ${ago.started / HOUR} h ago, silent for ${ago.spoken / HOUR} h: ${reason ?? 'nothing'}`, () => {
      assert.equal(due(mode, ago), reason)
      assert.equal(due(mode, ago, 'active'), undefined, 'a process that works for it keeps it')
    })
})

const clocks = fc.record({
  startedAt: fc.integer({ min: 0, max: 4e12 }),
  interactedAt: fc.integer({ min: 0, max: 4e12 }),
})

test('a clock that went backwards resets nothing', () => {
  fc.assert(
    fc.property(
      clocks,
      fc.nat(400 * DAY),
      fc.constantFrom(...RESET_MODES),
      ({ startedAt, interactedAt }, back, mode) => {
        const now = Math.max(0, Math.min(startedAt, interactedAt) - back)
        assert.equal(resetDue(policy(mode), { startedAt, interactedAt }, now, 'quiet'), undefined)
      },
    ),
  )
})

test('both is either, and daily-and-idle is both at once', () => {
  fc.assert(
    fc.property(clocks, fc.integer({ min: 0, max: 4e12 }), (times, now) => {
      const is = (mode: ResetMode): boolean => resetDue(policy(mode), times, now, 'quiet') !== undefined
      assert.equal(is('both'), is('idle') || is('daily'))
      assert.equal(is('daily-and-idle'), is('idle') && is('daily'))
      assert.equal(is('none'), false)
    }),
  )
})

test('the policy of a platform comes before that of a type of chat, each as a whole', () => {
  const config = readGatewayConfig({
    reset: { mode: 'daily', atHour: 5, notify: false },
    resetByType: { group: { mode: 'idle', idleMinutes: 10 } },
    resetByPlatform: { Telegram: { mode: 'both' } },
  })
  const found = (platform: string, chatType: string): ResetPolicy => policyFor({ platform, chatType }, config)
  assert.equal(found('telegram', 'group').mode, 'both')
  assert.deepEqual([found('discord', 'group').mode, found('discord', 'group').idleMinutes], ['idle', 10])
  assert.deepEqual([found('discord', 'dm').mode, found('discord', 'dm').atHour], ['daily', 5])
  // Nothing of the default is mixed in.
  assert.deepEqual([found('discord', 'group').atHour, found('discord', 'group').notify], [4, true])
})

test('the reason is told as it was', () => {
  const times = { startedAt: NOON - 3 * DAY, interactedAt: NOON - 26 * HOUR, updatedAt: NOON }
  const words = (reason: 'idle' | 'daily' | 'daily-and-idle'): string =>
    reasonInWords(reason, policy('both', { timeZone: 'Europe/Berlin' }), { clocks: times, now: NOON })
  assert.equal(words('idle'), 'nothing was written for 26 h (the limit is 24 h)')
  assert.equal(words('daily'), 'a new day began at 4:00 (Europe/Berlin)')
  assert.equal(
    words('daily-and-idle'),
    'a new day began at 4:00 (Europe/Berlin), and nothing was written for 26 h (the limit is 24 h)',
  )
})
