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
    ...many(40, 'warm', (index) => ({ calls: 50, agent_errors: warm + (index % 3) })),
    ...many(40, 'cold', (index) => ({ calls: 50, agent_errors: cold + (index % 3) })),
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

test('where nothing differs, a verdict of help or harm is rare', () => {
  const random = createRandom('same in both arms')
  const errorsOf = (calls: number, rate: number): number => {
    let errors = 0
    for (let call = 0; call < calls; call++) if (random() < rate) errors++
    return errors
  }
  let wrong = 0
  const rounds = 400
  for (let round = 0; round < rounds; round++) {
    const draw = () => {
      const calls = 5 + Math.floor(random() * 60)
      // Sessions differ, as they do.
      return { calls, agent_errors: errorsOf(calls, 0.02 + random() * 0.1) }
    }
    const { verdict } = only([...many(90, 'warm', draw), ...many(10, 'cold', draw)])
    if (verdict === 'helps' || verdict === 'hurts') wrong++
  }
  // A 95 % interval that is only a little too short with ten sessions.
  assert.ok(wrong / rounds < 0.08, String(wrong / rounds))
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
