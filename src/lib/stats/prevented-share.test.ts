import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { adjustedDifference } from './asymptotic-sequence.ts'
import { eBenjaminiHochberg } from './e-benjamini-hochberg.ts'
import {
  betsAgainstNoEffect,
  createRatioBets,
  type DrawnOutcome,
  type DrawnUnit,
  preventedShare,
} from './prevented-share.ts'
import { createRandom } from './random.ts'
import { createScoreBets } from './score-bets.ts'
import { unitsNeeded } from './units-needed.ts'

const ALARM = Math.log(20)

const outcome = (isGiven: boolean, isEvent: boolean, probability = 0.5, treatment = 'a'): DrawnOutcome => ({
  treatment,
  isGiven,
  probability,
  isEvent,
})

/** So many units of each kind, one after the other in turns. */
const counted = (given: [events: number, units: number], withheld: [events: number, units: number]): DrawnUnit[] =>
  Array.from({ length: Math.max(given[1], withheld[1]) }, (_, index) => [
    ...(index < given[1] ? [[outcome(true, index < given[0])]] : []),
    ...(index < withheld[1] ? [[outcome(false, index < withheld[0])]] : []),
  ]).flat()

suite('the share that a treatment prevents', () => {
  test('is that of the two rates, with an interval around it', () => {
    const { estimate, low, high, units } = preventedShare(counted([1, 34], [10, 34]))
    assert.ok(Math.abs((estimate ?? 0) - 0.9) < 1e-12)
    assert.equal(units, 68)
    assert.ok(low !== null && low > 0 && low < 0.5, `low ${low}`)
    assert.ok(high > 0.95 && high <= 1, `high ${high}`)
  })

  test('is unknown before the first event where it is withheld, and without any limit before the first event', () => {
    assert.deepEqual(preventedShare([]), { estimate: null, low: null, high: 1, units: 0 })
    assert.deepEqual(preventedShare(counted([0, 9], [0, 9])), { estimate: null, low: null, high: 1, units: 18 })
    assert.equal(preventedShare(counted([1, 9], [0, 9])).estimate, null)
  })

  test('is not told from units that could not be withheld', () => {
    const always = Array.from({ length: 90 }, () => [outcome(true, false, 1)])
    assert.equal(preventedShare(always).units, 0)
    const some = counted([1, 34], [10, 34])
    assert.deepEqual(preventedShare([...always, ...some]), preventedShare(some))
  })

  test('is below 0 where the treatment causes what it should prevent', () => {
    const { high } = preventedShare(counted([40, 60], [8, 60]))
    assert.ok(high < 0, `high ${high}`)
  })

  test('holds every ratio that is not refuted, as looking at each of them finds', () => {
    for (let history = 0; history < 30; history++) {
      const units = simulate(`ends ${history}`, {
        units: 80,
        rates: () => Array.from({ length: 1 + (history % 3) }, () => [0.1 * (history % 5), 0.3]),
        probability: (unit) => (unit < 40 ? 0.5 : 0.9),
      })
      const { low, high } = preventedShare(units)
      for (let step = 1; step <= 160; step++) {
        const ratio = step / 40
        const bets = createRatioBets(ratio)
        for (const unit of units) bets.add(unit)
        const isInside = 1 - ratio <= high && (low === null || 1 - ratio >= low)
        assert.ok(isInside || bets.logEvidence() >= ALARM, `ratio ${ratio} of history ${history}`)
      }
    }
  })

  test('lies inside its interval, which narrows with alpha, and leaves 0 out exactly where the evidence is large', () => {
    const units = fc.array(
      fc.array(
        fc.record({
          treatment: fc.constantFrom('a', 'b', 'c'),
          isGiven: fc.boolean(),
          probability: fc.constantFrom(0.5, 0.9, 0.1),
          isEvent: fc.boolean(),
        }),
        { maxLength: 3 },
      ),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(units, (given) => {
        const share = preventedShare(given)
        const strict = preventedShare(given, 0.001)
        assert.ok((share.low ?? -99) <= (share.estimate ?? share.high) && (share.estimate ?? share.high) <= share.high)
        assert.ok((strict.low ?? -99) <= (share.low ?? -99) && strict.high >= share.high)
        const evidence = betsAgainstNoEffect(given).logEvidence()
        if ((share.low !== null && share.low > 0) || share.high < 0) assert.ok(evidence >= ALARM)
      }),
    )
  })
})

suite('bets against a ratio of rates', () => {
  test('expect no gain, by counting every history of six units', () => {
    for (const [rate, ratio] of [
      [0.3, 1],
      [0.5, 0.4],
      [0.2, 2.5],
    ] as const) {
      let [expected, total] = [0, 0]
      for (let history = 0; history < 4 ** 6; history++) {
        const bets = createScoreBets()
        let [chance, events, weight] = [1, 0, 0]
        for (let unit = 0; unit < 6; unit++) {
          const [isGiven, isEvent] = [((history >> (2 * unit)) & 1) === 1, ((history >> (2 * unit + 1)) & 1) === 1]
          const p = unit < 3 ? 0.5 : 0.9
          const own = isGiven ? ratio * rate : rate
          chance *= (isGiven ? p : 1 - p) * (isEvent ? own : 1 - own)
          const seen = Math.min(events / (1 + weight), 1 / Math.max(1, ratio))
          const y = isEvent ? 1 : 0
          const cells = [
            (1 - ratio * seen) / p,
            (-ratio * seen) / p,
            (ratio * (seen - 1)) / (1 - p),
            (ratio * seen) / (1 - p),
          ]
          const score = isGiven ? (y - ratio * seen) / p : (ratio * (seen - y)) / (1 - p)
          bets.add(score, Math.min(...cells), Math.max(...cells))
          events += y
          weight += p * ratio + 1 - p
        }
        total += chance
        expected += chance * Math.exp(bets.logEvidence())
      }
      assert.ok(Math.abs(total - 1) < 1e-12)
      assert.ok(Math.abs(expected - 1) < 1e-9, `expects ${expected}`)
    }
  })

  test('survive thousands of wins and losses', () => {
    const bets = createScoreBets()
    for (let step = 0; step < 5_000; step++) bets.add(1, -1, 1)
    assert.ok(bets.logEvidence() > 3_000 && Number.isFinite(bets.logEvidence()))
    for (let step = 0; step < 9_000; step++) bets.add(-0.5, -1, 1)
    assert.ok(!Number.isNaN(bets.logEvidence()))
    bets.add(-9, -1, 1)
    assert.ok(bets.logCapitals().some((each) => each === Number.NEGATIVE_INFINITY))
    assert.ok(!Number.isNaN(bets.logEvidence()))
  })
})

/** A history of units with treatments whose rates are known. */
const simulate = (
  seed: string,
  {
    units,
    rates,
    probability = () => 0.5,
  }: {
    units: number
    rates: (random: () => number) => [given: number, withheld: number][]
    probability?: (unit: number) => number
  },
): DrawnUnit[] => {
  const random = createRandom(seed)
  return Array.from({ length: units }, (_, index) =>
    rates(random).map(([given, withheld], treatment) => {
      const p = probability(index)
      const isGiven = random() < p
      return outcome(isGiven, random() < (isGiven ? given : withheld), p, `${treatment}`)
    }),
  )
}

/** After how many units the evidence against a ratio of rates is first large enough; null: never. */
const alarmAt = (units: readonly DrawnUnit[], ratio = 1): number | null => {
  const bets = createRatioBets(ratio)
  for (const [index, unit] of units.entries()) {
    bets.add(unit)
    if (bets.logEvidence() >= ALARM) return index + 1
  }
  return null
}

/** Share of histories in which looking after every unit ever raises an alarm. */
const everAlarms = (histories: number, of: (history: number) => DrawnUnit[], ratio = 1): number =>
  Array.from({ length: histories }, (_, history) => alarmAt(of(history), ratio)).filter((at) => at !== null).length /
  histories

suite('looking all the time', () => {
  test('raises a false alarm in fewer than five of a hundred histories, also with one in ten withheld', () => {
    for (const [rate, probability] of [
      [0.5, 0.5],
      [0.05, 0.5],
      [0.15, 0.9],
    ] as const) {
      const share = everAlarms(400, (history) =>
        simulate(`nothing ${rate} ${history}`, {
          units: 200,
          rates: () => [[rate, rate]],
          probability: () => probability,
        }),
      )
      assert.ok(share <= 0.05, `${share} at ${rate}, given with ${probability}`)
    }
  })

  test('refutes the common ratio of ten treatments in fewer than five of a hundred histories, however units differ', () => {
    const worlds: [name: string, badShare: number, bad: [number, number], good: [number, number]][] = [
      ['all units alike', 0, [0, 0], [0.02, 0.06]],
      ['units that go wrong ignore the treatments', 0.15, [0.25, 0.25], [0.0025, 0.025]],
      ['half of the units heed them, half do not', 0.5, [0.3, 0.3], [0, 0.3]],
    ]
    for (const [name, badShare, bad, good] of worlds) {
      const ratio = (badShare * bad[0] + (1 - badShare) * good[0]) / (badShare * bad[1] + (1 - badShare) * good[1])
      const share = everAlarms(
        200,
        (history) =>
          simulate(`${name} ${history}`, {
            units: 150,
            rates: (random) => {
              const isBad = random() < badShare
              return Array.from({ length: 10 }, () => (isBad ? bad : good))
            },
          }),
        ratio,
      )
      assert.ok(share <= 0.05, `${share}: ${name}`)
    }
  })
})

suite('how many more units', () => {
  test('are fewer the more often the event happens and the more is prevented', () => {
    const none = createScoreBets()
    const needed = (rate: number, prevented: number, probability = 0.5) =>
      unitsNeeded(none, { rate, prevented, probability }) ?? Number.POSITIVE_INFINITY
    assert.ok(needed(0.5, 0.8) < needed(0.3, 0.8) && needed(0.3, 0.8) < needed(0.1, 0.8))
    assert.ok(needed(0.3, 0.8) < needed(0.3, 0.5))
    assert.ok(needed(0.1, -2) < needed(0.1, -1))
    assert.equal(unitsNeeded(none, { rate: 0.3, prevented: 0, probability: 0.5 }), null)
    assert.equal(unitsNeeded(none, { rate: 0, prevented: 0.8, probability: 0.5 }), null)
  })

  test('are about as many as histories with that effect take', () => {
    for (const [rate, share] of [
      [0.5, 0.8],
      [0.3, 0.8],
    ] as const) {
      const taken = Array.from({ length: 60 }, (_, history) => {
        const units = simulate(`takes ${rate} ${history}`, { units: 300, rates: () => [[rate * (1 - share), rate]] })
        return alarmAt(units) ?? units.length
      }).toSorted((a, b) => a - b)
      const median = taken[30] ?? 0
      const said = unitsNeeded(createScoreBets(), { rate, prevented: share, probability: 0.5 }) ?? 0
      assert.ok(said > 0.7 * median && said < 1.5 * median, `says ${said}, takes ${median}`)
    }
  })

  test('are none where it is settled', () => {
    const bets = betsAgainstNoEffect(counted([1, 40], [20, 40]))
    assert.equal(unitsNeeded(bets, { rate: 0.5, prevented: 0.9, probability: 0.5 }), 0)
  })
})

suite('many hypotheses', () => {
  test('are refuted together: the more there are, the more evidence one of them needs alone', () => {
    const strong = Math.log(25)
    assert.deepEqual(eBenjaminiHochberg([strong]).refuted, [true])
    assert.deepEqual(eBenjaminiHochberg([strong, 0]).refuted, [false, false])
    assert.deepEqual(eBenjaminiHochberg([strong, strong]).refuted, [true, true])
    assert.deepEqual(eBenjaminiHochberg([Math.log(41), strong, strong, 0]).refuted, [false, false, false, false])
    assert.deepEqual(eBenjaminiHochberg([]), { refuted: [], alpha: 0.05 })
  })

  test('an interval at the level that comes with it leaves no effect out exactly where the hypothesis is refuted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -3, max: 12, noNaN: true }), { minLength: 1, maxLength: 20 }),
        (evidence) => {
          const { refuted, alpha } = eBenjaminiHochberg(evidence)
          assert.deepEqual(
            evidence.map((each) => each >= Math.log(1 / alpha)),
            refuted,
          )
          assert.ok(alpha >= 0.05 / evidence.length - 1e-12 && alpha <= 0.05)
        },
      ),
    )
  })
})

test('an adjusted difference of any values waits for thirty units in each arm', () => {
  const random = createRandom('thirty')
  const outcomes = Array.from({ length: 59 }, (_, index) => ({
    isGiven: index % 2 === 0,
    probability: 0.5,
    value: random() + (index % 2),
  }))
  assert.equal(adjustedDifference(outcomes), null)
  const found = adjustedDifference([...outcomes, { isGiven: false, probability: 0.5, value: 1.5 }])
  assert.ok(found !== null && found.n === 60 && found.high < 0 && found.logEvidence > ALARM)
  assert.equal(adjustedDifference(outcomes.map((each) => ({ ...each, probability: 1 }))), null)
})
