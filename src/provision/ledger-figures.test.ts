import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../lib/stats/random.ts'
import { type Given, summed } from './ledger-figures.ts'

const session = (arm: 'warm' | 'cold' | null, given: Partial<Given> = {}): Given => ({
  template_id: 't',
  name: 'shop',
  arm,
  drawn: arm === null ? 0 : 1,
  outcome: null,
  calls: null,
  agent_errors: null,
  experiment: 'trial',
  propensity: 0.5,
  at: 0,
  ...given,
})

const many = (count: number, arm: 'warm' | 'cold', given: (index: number) => Partial<Given>): Given[] =>
  Array.from({ length: count }, (_, index) => session(arm, given(index)))

const only = (sessions: readonly Given[]) => {
  const [one, ...others] = summed(sessions)
  assert.deepEqual(others, [])
  assert.ok(one !== undefined)
  return one
}

test('what was handed out without a session is counted, and says nothing else', () => {
  const { unknown, warm, cold, verdict } = only([session(null), session(null)])
  assert.deepEqual([unknown, warm.sessions, cold.sessions, verdict], [2, 0, 0, 'not-enough-data'])
  assert.equal(warm.reason, 'no session yet')
})

test('an arm has its sessions, those that came back, and rates with n', () => {
  const { warm } = only([
    session('warm', { calls: 10, agent_errors: 1 }),
    session('warm', { calls: 30, agent_errors: 3, outcome: 'ok' }),
    session('warm', { outcome: 'failed' }),
    session('warm'),
  ])
  assert.deepEqual([warm.sessions, warm.returned], [4, 2])
  assert.deepEqual([warm.agentErrors?.rate, warm.agentErrors?.n], [0.1, 40])
  assert.deepEqual([warm.success?.rate, warm.success?.n], [0.5, 2])
})

test('a session without a call with a known outcome came back, and has no rate', () => {
  const { warm } = only([session('warm', { calls: 0, agent_errors: 0 })])
  assert.deepEqual([warm.returned, warm.agentErrors], [1, null])
  assert.match(warm.reason ?? '', /no call with a known outcome/)
})

test('fewer than five sessions in an arm are no verdict, however clear they look', () => {
  const sessions = [
    ...many(50, 'warm', () => ({ calls: 100, agent_errors: 0 })),
    ...many(4, 'cold', () => ({ calls: 100, agent_errors: 90 })),
  ]
  const { verdict, why } = only(sessions)
  assert.equal(verdict, 'not-enough-data')
  assert.match(why, /50 warm and 4 cold/)
})

test('fewer errors in the warm arm help, more hurt; a success that is reported goes before both', () => {
  const errors = (warm: number, cold: number): Given[] => [
    ...many(40, 'warm', (index) => ({ calls: 50, agent_errors: warm + (index % 3), at: 2 * index })),
    ...many(40, 'cold', (index) => ({ calls: 50, agent_errors: cold + (index % 3), at: 2 * index + 1 })),
  ]
  assert.deepEqual([only(errors(1, 10)).verdict, only(errors(1, 10)).verdictBy], ['helps', 'agent-errors-per-call'])
  assert.equal(only(errors(10, 1)).verdict, 'hurts')
  assert.ok((only(errors(10, 1)).difference?.low ?? 0) > 0)
  const reported = errors(1, 10).map((each, index) => ({
    ...each,
    outcome: each.arm === 'cold' || index % 4 === 0 ? 'ok' : 'failed',
  }))
  assert.deepEqual([only(reported).verdict, only(reported).verdictBy], ['hurts', 'reported-success'])
})

test('an arm that somebody forced takes no part in the verdict', () => {
  const forced = [
    ...many(40, 'warm', () => ({ calls: 50, agent_errors: 1, drawn: 0 })),
    ...many(40, 'cold', () => ({ calls: 50, agent_errors: 20, drawn: 0 })),
  ]
  assert.equal(only(forced).verdict, 'not-enough-data')
  assert.equal(only(forced).warm.sessions, 40)
})

test('before there are 30 sessions in each arm the difference stands without a verdict', () => {
  const { verdict, difference, why } = only([
    ...many(40, 'warm', () => ({ outcome: 'ok' })),
    ...many(20, 'cold', () => ({ outcome: 'failed' })),
  ])
  assert.equal(verdict, 'not-enough-data')
  assert.ok((difference?.low ?? 0) > 0)
  assert.match(why, /fewer than 30 sessions/)
})

/** How often a ledger that is looked at after every ten sessions ever calls equal arms helpful or harmful. */
const everWrong = (seed: string, drawn: (random: () => number) => Partial<Given>): number => {
  const random = createRandom(seed)
  const rounds = 200
  let wrong = 0
  for (let round = 0; round < rounds; round++) {
    const sessions = Array.from({ length: 500 }, (_, at) => {
      const isCold = random() < 0.1
      return session(isCold ? 'cold' : 'warm', { ...drawn(random), propensity: isCold ? 0.1 : 0.9, at })
    })
    for (let count = 300; count <= 500; count += 20) {
      const { verdict } = only(sessions.slice(0, count))
      if (verdict !== 'helps' && verdict !== 'hurts') continue
      wrong++
      break
    }
  }
  return wrong / rounds
}

test('where nothing differs, a verdict of help or harm is rare however often one looks', () => {
  const limit = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / 200)
  const success = everWrong('same success', (random) => ({ outcome: random() < 0.6 ? 'ok' : 'failed' }))
  assert.ok(success <= limit, String(success))
  const errors = everWrong('same errors', (random) => {
    // Sessions differ, as they do.
    const [calls, rate] = [5 + Math.floor(random() * 60), 0.02 + random() * 0.1]
    return { calls, agent_errors: Array.from({ length: calls }, () => random() < rate).filter(Boolean).length }
  })
  assert.ok(errors <= limit, String(errors))
})

test('templates are summed up each for itself, a deleted one without its name', () => {
  const found = summed([session('warm'), session('warm', { template_id: 'u', name: null })])
  assert.deepEqual(
    found.map(({ template, templateId }) => [template, templateId]),
    [
      ['shop', 't'],
      [null, 'u'],
    ],
  )
})
