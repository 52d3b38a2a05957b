import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { createRandom } from '../lib/stats/random.ts'
import { HistoryProfile } from '../schema/listing/history-profile.ts'
import type { TallyRow } from '../store/derived/tally.ts'
import { tallyRow } from '../../tests/support/tally-rows.ts'
import { createHistory } from './history.ts'
import { markLetter, MARK } from './track.ts'

const profileOf = (rows: readonly TallyRow[]): HistoryProfile => {
  const history = createHistory()
  for (const row of rows) history.add(row)
  return v.parse(HistoryProfile, history.figures({}))
}

test('counts are those of the calls, unknown ones are neither success nor failure', () => {
  const profile = profileOf([
    tallyRow('a', '..a?', { trivial_ok: 3, trivial_failed: 1 }),
    tallyRow('b', '.e', { source: 'hermes', messages: 120, started_at: Date.UTC(2026, 3, 1) }),
    tallyRow('c', '', { calls: null, track: null, strata: null, marks: null, tools: null }),
  ])
  assert.equal(profile.sessions, 3)
  assert.equal(profile.sessionsWithCalls, 2)
  assert.deepEqual(profile.outcomes, { ok: 3, error: 2, unknown: 1 })
  assert.equal(profile.textAlone, 3)
  assert.equal(profile.errorRate?.rate, 2 / 5)
  assert.equal(profile.errorRate?.n, 5)
  assert.equal(profile.agentErrorRate?.rate, 1 / 5)
  assert.deepEqual(profile.byCause, { agent: 1, environment: 1, user: 0, expected: 0, 'not-run': 0 })
  assert.equal(profile.withTrivial.errorRate?.rate, 3 / 9)
  assert.deepEqual(
    profile.byLength.map(({ bucket, sessions, calls }) => [bucket, sessions, calls]),
    [
      ['0-50', 1, 4],
      ['51-100', 0, 0],
      ['101+', 1, 2],
    ],
  )
  assert.deepEqual([profile.byLength[1]?.errorRate, profile.byLength[1]?.reason], [null, 'no calls'])
  assert.deepEqual(
    profile.bySource.map(({ source, calls }) => [source, calls]),
    [
      ['codex', 4],
      ['hermes', 2],
    ],
  )
  assert.deepEqual(
    profile.byMonth.map(({ month, byCause }) => [month, byCause.agent, byCause.environment]),
    [
      ['2026-03', 1, 0],
      ['2026-04', 0, 1],
    ],
  )
})

test('without sessions, and with unknown outcomes only, every rate is null and says why', () => {
  const empty = profileOf([])
  assert.deepEqual([empty.errorRate, empty.reason], [null, 'no calls'])
  assert.match(empty.statement, /No session has been read yet/)
  const unknown = profileOf([tallyRow('a', '????')])
  assert.deepEqual([unknown.errorRate, unknown.reason], [null, 'no call has a known outcome'])
  assert.equal(unknown.calls, 4)
  assert.match(unknown.statement, /cannot be said/)
  assert.equal(unknown.earlyLate.verdict, 'not-enough-data')
  assert.equal(typeof unknown.earlyLate.reason, 'string')
})

test('with under half of the outcomes known, bounds stand in place of a rate', () => {
  const profile = profileOf([
    tallyRow('a', 'a.???????e', { model: 'dim' }),
    tallyRow('b', '.......a..', { model: 'clear' }),
    tallyRow('c', '.a??', { model: 'half' }),
  ])
  const [dim, clear, half] = ['dim', 'clear', 'half'].map((name) => profile.byModel.find(({ model }) => model === name))
  assert.deepEqual([dim?.errorRate, dim?.agentErrorRate], [null, null])
  // 2 of 10 failed, 1 by the agent, 7 are unknown.
  assert.deepEqual(dim?.bounds, { atLeast: 0.2, atMost: 0.9, agentAtLeast: 0.1, unknown: 0.7 })
  assert.equal(dim?.reason, 'at least 20 %, 70 % cannot be told')
  assert.equal(clear?.errorRate?.rate, 0.1)
  assert.equal(clear?.bounds, undefined)
  assert.equal(half?.errorRate?.rate, 0.5)
  assert.deepEqual([dim?.unknown, clear?.unknown, half?.unknown], [7, 0, 2])
  const alone = profileOf([tallyRow('a', 'a.???????e')])
  assert.equal(alone.errorRate, null)
  assert.equal(alone.withTrivial.errorRate, null)
  assert.match(alone.statement, /Between 20\.0 % and 90\.0 % of the 10 calls .* 70\.0 % cannot be told/)
  assert.equal(alone.byPosition[0]?.lengths[0]?.errorRate, null)
})

test('calls that looked fine and had failed are counted by what hid them and by project', () => {
  const masks = (...list: [string, number][]) => JSON.stringify(list)
  const profile = profileOf([
    tallyRow('a', '.........a', { project: '/shop', masks: masks(['| tail', 2], ['; true', 1]) }),
    tallyRow('b', '..........', { project: '/shop', masks: masks(['| tail', 1]) }),
    tallyRow('c', '..........', { project: '/tally', masks: masks(['| head', 2]) }),
    tallyRow('d', '..........', { project: null }),
  ])
  assert.deepEqual([profile.masked.calls, profile.masked.sessions], [6, 3])
  assert.deepEqual(profile.masked.byMask, [
    { mask: '| tail', calls: 3, sessions: 2 },
    { mask: '| head', calls: 2, sessions: 1 },
    { mask: '; true', calls: 1, sessions: 1 },
  ])
  assert.deepEqual(profile.masked.byProject, [
    { project: '/shop', calls: 4, sessions: 2 },
    { project: '/tally', calls: 2, sessions: 1 },
  ])
  assert.equal(profile.masked.share?.rate, 6 / 40)
  assert.equal(profile.byProject.find(({ project }) => project === '/shop')?.masked, 4)
  // They count as ok: the rate of errors does not hold them.
  assert.equal(profile.errorRate?.rate, 1 / 40)
})

test('errors are charged their share of the tokens and the money of their session', () => {
  const profile = profileOf([
    // 2 of 10 calls: a fifth of 1,000 tokens and of 0.50 dollars.
    tallyRow('a', 'a.........', { spent: 2, input_tokens: 700, output_tokens: 300, cost_usd: 0.5 }),
    // 5 of 10 with 10 trivial calls beside them: a quarter of 400 tokens; a price of zero was not recorded.
    tallyRow('b', 'a.........', { spent: 5, trivial_ok: 10, cache_read_tokens: 400, cost_usd: 0 }),
    tallyRow('c', 'a.........', { spent: 3 }),
  ])
  assert.deepEqual(profile.errorCost, { calls: 10, tokens: 300, tokensSessions: 2, usd: 0.1, usdSessions: 1 })
  const silent = profileOf([tallyRow('a', 'a.', { spent: 1, cost_usd: 0 })])
  assert.deepEqual(silent.errorCost, { calls: 1, tokens: null, tokensSessions: 0, usd: null, usdSessions: 0 })
})

test('the order of sessions does not matter', () => {
  const rows = Array.from({ length: 30 }, (_, index) =>
    tallyRow(`s${index}`, index % 3 === 0 ? '.a..e.....' : '....a.....'),
  )
  assert.deepEqual(profileOf(rows), profileOf(rows.toReversed()))
})

/** Sessions whose calls fail with a chance that depends on where they stand; `quits` may end a session after a call. */
const simulate = (
  count: number,
  chance: (index: number, length: number) => number,
  {
    seed,
    length = 60,
    quits = () => false,
  }: { seed: string; length?: number; quits?: (errors: number, random: number) => boolean },
): TallyRow[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, at) => {
    let track = ''
    let errors = 0
    for (let index = 0; index < length; index++) {
      const failed = random() < chance(index, length)
      if (failed) errors++
      track += failed ? 'a' : '.'
      if (quits(errors, random())) break
    }
    const strata = [...track].map((_letter, index) => 'rest'[index % 4]).join('')
    return tallyRow(`${seed}-${at}`, track, { strata })
  })
}

test('survivorship without any effect is not taken for improvement', () => {
  // The chance to fail differs between sessions and never changes inside one; failing sessions are given up early.
  let base = 0
  const random = createRandom('bases')
  const rows = simulate(1500, (index) => (index === 0 ? (base = 0.02 + 0.25 * random() ** 2) : base), {
    seed: 'survivors',
    quits: (errors, chance) => chance < 0.01 + 0.06 * errors,
  })
  const profile = profileOf(rows)
  const short = profile.byLength.find((each) => each.bucket === '0-50')?.errorRate
  const long = profile.byLength.find((each) => each.bucket === '101+')?.errorRate
  assert.ok(short && long && long.high < short.low, 'long sessions look better, as planted')
  const start = profile.byPosition[0]?.lengths
  const rateAtStart = (bucket: string) => start?.find((each) => each.bucket === bucket)?.errorRate
  assert.ok(
    (rateAtStart('101+')?.high ?? 1) < (rateAtStart('0-50')?.low ?? 0),
    'but they are so from the first calls on',
  )
  assert.equal(profile.earlyLate.verdict, 'no-clear-difference')
  assert.match(profile.statement, /length selects/)
  assert.doesNotMatch(profile.statement, /Late calls fail less/)
})

test('sessions that end because of how they go show no change where there is none', () => {
  const rules: [name: string, quits: (track: string) => boolean][] = [
    ['five successes in a row', (track) => track.endsWith('.....')],
    ['the third error', (track) => track.split('a').length > 3],
    ['two errors in a row', (track) => track.endsWith('aa')],
  ]
  for (const [name, quits] of rules) {
    const random = createRandom(name)
    const rows = Array.from({ length: 2000 }, (_, at) => {
      let track = ''
      while (track.length < 120 && !quits(track)) track += random() < 0.1 ? 'a' : '.'
      return tallyRow(`${name} ${at}`, track)
    })
    const { earlyLate, statement } = profileOf(rows)
    assert.equal(earlyLate.verdict, 'no-clear-difference', name)
    assert.match(statement, /look like this without any change|neither clearly/, name)
  }
})

test('sessions without any error have nothing that changes, and that is said with an interval', () => {
  const { earlyLate } = profileOf(Array.from({ length: 50 }, (_, at) => tallyRow(`ok-${at}`, '.'.repeat(20))))
  assert.equal(earlyLate.verdict, 'no-clear-difference')
  assert.ok(earlyLate.difference && earlyLate.difference.estimate === 0 && earlyLate.difference.low < 0)
})

test('errors of the agent are never said to be possibly more than all errors', () => {
  const rows = Array.from({ length: 6 }, (_, at) => tallyRow(`x-${at}`, `${'.'.repeat(90)}xx${'.'.repeat(10)}`))
  const { errorRate, agentErrorRate } = profileOf(rows)
  assert.ok(errorRate && agentErrorRate && agentErrorRate.high <= errorRate.high)
})

test('of a signature the cause is that of most errors, and what nobody has to recover from has no rate', () => {
  const pattern = (cause: string, count: number) => ({
    signature: 'abc',
    tool: 'Bash',
    cause,
    message: 'exit code 1',
    count,
    recovered: count,
    callsSpent: count,
    workedNext: [],
    example: 'c1',
  })
  const row = (id: string, cause: string, count: number) =>
    tallyRow(id, 'x...', { errors: JSON.stringify([pattern(cause, count)]) })
  const [mixed] = profileOf([row('a', 'agent', 1), row('b', 'expected', 3)]).signatures
  assert.deepEqual([mixed?.cause, mixed?.recovered?.n], ['expected', 1])
  const [expected] = profileOf([row('b', 'expected', 3)]).signatures
  assert.deepEqual([expected?.recovered, typeof expected?.reason], [null, 'string'])
})

test('a planted improvement inside sessions is found, with its size inside the interval', () => {
  const rows = simulate(400, (index, length) => (index < length * 0.2 ? 0.2 : index >= length * 0.8 ? 0.08 : 0.14), {
    seed: 'improves',
  })
  const { earlyLate } = profileOf(rows)
  assert.equal(earlyLate.verdict, 'improves')
  assert.ok(earlyLate.difference && earlyLate.difference.low < -0.12 && earlyLate.difference.high > -0.12)
  assert.equal(earlyLate.difference.n, 400)
})

test('a change of the tool mix alone is no improvement', () => {
  // Early calls are of a kind that fails often, late ones mostly of one that never does; each kind stays as it is.
  const random = createRandom('mix')
  const rows = Array.from({ length: 300 }, (_, at) => {
    let [track, strata] = ['', '']
    for (let index = 0; index < 50; index++) {
      const risky = random() < (index < 25 ? 0.8 : 0.3)
      strata += risky ? 't' : 'r'
      track += risky && random() < 0.3 ? 'a' : '.'
    }
    return tallyRow(`mix-${at}`, track, { strata })
  })
  const { earlyLate } = profileOf(rows)
  assert.ok((earlyLate.late?.high ?? 1) < (earlyLate.early?.low ?? 0), 'the plain rates fall')
  assert.equal(earlyLate.verdict, 'no-clear-difference')
})

test('a planted driver is found and the others are not', () => {
  const random = createRandom('drivers')
  const rows = Array.from({ length: 200 }, (_, at) => {
    let [track, marks] = ['', '']
    for (let index = 0; index < 40; index++) {
      const known = random() < 0.5
      const corrected = random() < 0.5
      marks += markLetter((known ? MARK.shapeWorked : 0) | (corrected ? MARK.corrected : 0))
      track += random() < (known ? 0.04 : 0.16) ? 'a' : '.'
    }
    return tallyRow(`driver-${at}`, track, { marks })
  })
  const { items } = profileOf(rows).drivers
  const of = (name: string) => items.find((item) => item.driver === name)
  const planted = of('shape-worked-before')?.difference
  assert.ok(planted && planted.low < -0.12 && planted.high > -0.12 && planted.high < 0)
  const nothing = of('after-correction')?.difference
  assert.ok(nothing && nothing.low < 0 && nothing.high > 0)
  assert.equal(of('context-size')?.difference, null)
  assert.match(of('context-size')?.reason ?? '', /only 0 sessions/)
})

test('the code-first question is answered with the sessions that began so', () => {
  const code = simulate(60, (index) => (index < 12 ? 0.3 : 0.02), { seed: 'code' }).map((row) => ({
    ...row,
    opening: 'code',
  }))
  const file = simulate(60, (index) => (index < 12 ? 0.02 : 0.3), { seed: 'file' }).map((row) => ({
    ...row,
    opening: 'file',
  }))
  const { codeFirst } = profileOf([...code, ...file])
  assert.equal(codeFirst.code.earlyLate.verdict, 'improves')
  assert.equal(codeFirst.file.earlyLate.verdict, 'worsens')
  assert.ok(codeFirst.contrast && codeFirst.contrast.high < -0.3)
  assert.match(codeFirst.answer, /begin with code get better; those that begin with file work get worse/)
  assert.equal(profileOf(code).codeFirst.contrast, null)
})
