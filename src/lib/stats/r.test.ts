import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isClose, startR, vector } from '../../../tests/support/r.ts'
import { adjustedDifference, adjustedScores, asymptoticSequence } from './asymptotic-sequence.ts'
import { betaCdf, betaQuantile } from './beta.ts'
import { logGamma } from './saddle-point.ts'
import { ratioBootstrap } from './bootstrap.ts'
import { chiSquareTail } from './chi-square.ts'
import { designEffect } from './cluster-effect.ts'
import { differenceCells, differenceEvidence, differenceInterval } from './difference-bets.ts'
import { eBenjaminiHochberg } from './e-benjamini-hochberg.ts'
import { fisherExact } from './fisher.ts'
import { holm } from './holm.ts'
import { mcnemarExact } from './mcnemar.ts'
import { meanInterval, welchInterval } from './mean-interval.ts'
import { newcombe, newcombePaired } from './newcombe.ts'
import { normalCdf, normalQuantile } from './normal.ts'
import { pairedPermutation, twoSamplePermutation } from './permutation.ts'
import {
  callsNeeded,
  detectablePairedDifference,
  detectableRate,
  pairsNeeded,
  powerOfCalls,
  powerOfPairs,
} from './power.ts'
import { betsAgainstNoEffect, type DrawnOutcome, preventedShare } from './prevented-share.ts'
import { createRandom, pickIndex } from './random.ts'
import { addCluster, clusterRate, clusterRatio, emptySums, ratioDifference } from './ratio.ts'
import { sampleRatio } from './sample-ratio.ts'
import { studentCdf, studentQuantile } from './student.ts'
import { wilson } from './wilson.ts'

/*
 * R as the oracle: its own functions where it has them, else the second implementations in oracle.R.
 * Starting R takes seconds, so it is started once, here.
 */
let r: Awaited<ReturnType<typeof startR>>
before(async () => {
  r = await startR(new URL('oracle.R', import.meta.url))
})
after(() => r.close())

const numbers = (code: string): Promise<number[]> => r.numbers(code)

const PROBABILITIES = [1e-8, 0.001, 0.025, 0.2, 0.5, 0.7, 0.975, 0.9999]

test('normal distribution', async () => {
  const zs = [-30, -8, -3, -2.5, -2.4, -1, -0.1, 0, 0.3, 1.96, 2.5, 5, 9]
  isClose(zs.map(normalCdf), await numbers(`pnorm(${vector(zs)})`))
  const ps = [1e-300, 1e-20, ...PROBABILITIES, 1 - 1e-9]
  isClose(ps.map(normalQuantile), await numbers(`qnorm(${vector(ps)})`))
})

test('Student distribution from one to a million degrees of freedom, fractions included', async () => {
  for (const df of [1, 1.5, 2, 2.37, 5, 19, 30.3, 100, 1e3, 1e4, 1e5, 1e6]) {
    const quantiles = PROBABILITIES.map((p) => studentQuantile(p, df))
    isClose(quantiles, await numbers(`ifelse(${vector(PROBABILITIES)} == 0.5, 0, qt(${vector(PROBABILITIES)}, ${df}))`))
    isClose(
      quantiles.map((t) => studentCdf(t, df)),
      await numbers(`pt(${vector(quantiles)}, ${df})`),
    )
  }
})

test('beta distribution with shapes from 0.01 to 1e5', async () => {
  const shapes = [0.01, 0.1, 0.5, 1, 2.5, 10, 100, 1e3, 1e4, 1e5]
  for (const a of shapes) {
    const ours = shapes.flatMap((b) => PROBABILITIES.map((p) => ({ p, b, x: betaQuantile(p, a, b) })))
    const columns = `b <- ${vector(ours.map(({ b }) => b))}; x <- ${vector(ours.map(({ x }) => x))}`
    isClose(
      ours.map(({ x, b }) => betaCdf(x, a, b)),
      await numbers(`${columns}; pbeta(x, ${a}, b)`),
    )
    // R's own search for a quantile gives up where that lies within rounding of 0 or 1.
    const inside = ours.filter(({ x }) => x > 1e-300 && x < 0.9)
    isClose(
      inside.map(({ x }) => x),
      await numbers(`qbeta(${vector(inside.map(({ p }) => p))}, ${a}, ${vector(inside.map(({ b }) => b))})`),
    )
  }
  const xs = [1e-6, 0.01, 0.3, 0.7, 1.4, 2.7, 9, 15.9, 16.1, 1e3, 1e6]
  isClose(xs.map(logGamma), await numbers(`lgamma(${vector(xs)})`))
})

test('Wilson is prop.test without correction', async () => {
  for (const [x, n] of [
    [0, 1],
    [1, 1],
    [0, 20],
    [3, 20],
    [20, 20],
    [81, 900],
    [5000, 100_000],
  ] as const) {
    const { low, high } = wilson(x, n)
    isClose([low, high], await numbers(`prop.test(${x}, ${n}, correct = FALSE)$conf.int`), 1e-9)
    const wide = wilson(x, n, 0.99)
    isClose(
      [wide.low, wide.high],
      await numbers(`prop.test(${x}, ${n}, correct = FALSE, conf.level = .99)$conf.int`),
      1e-9,
    )
  }
})

test('Newcombe, independent and paired', async () => {
  for (const [a, m, b, n] of [
    [56, 70, 48, 80],
    [9, 10, 3, 10],
    [0, 20, 0, 10],
    [10, 10, 0, 20],
  ] as const) {
    const { estimate, low, high } = newcombe({ x: a, n: m }, { x: b, n })
    isClose([estimate, low, high], await numbers(`newcombe(${a}, ${m}, ${b}, ${n})`), 1e-9)
  }
  for (const cells of [
    [20, 12, 2, 16],
    [0, 5, 5, 0],
    [43, 0, 1, 6],
    [30, 3, 9, 8],
    [10, 0, 0, 0],
  ] as const) {
    const [both, onlyA, onlyB, neither] = cells
    const { estimate, low, high } = newcombePaired({ both, onlyA, onlyB, neither })
    isClose([estimate, low, high], await numbers(`newcombe_paired(${cells.join(',')})`), 1e-9)
  }
})

test('Fisher exact, to counts of 1e5', async () => {
  const tables = [
    [3, 1, 1, 3],
    [0, 10, 10, 0],
    [5, 0, 0, 0],
    [12, 5, 29, 2],
    [100, 900, 140, 860],
  ]
  for (const [a = 0, b = 0, c = 0, d = 0] of [...tables, [50_000, 50_000, 50_100, 49_900]])
    isClose([fisherExact(a, b, c, d)], await numbers(`fisher.test(matrix(c(${a},${c},${b},${d}), 2))$p.value`), 1e-8)
})

test('McNemar, exact', async () => {
  for (const [b, c] of [
    [0, 1],
    [5, 5],
    [1, 9],
    [12, 30],
    [400, 460],
  ] as const)
    isClose([mcnemarExact(b, c)], await numbers(`binom.test(${b}, ${b + c})$p.value`))
})

test('permutation tests agree with every arrangement', async () => {
  const differences = [0.3, -0.1, 0.25, 0.4, 0, 0.05, -0.2, 0.35, 0.1]
  isClose([pairedPermutation(differences, { seed: 'a' })], await numbers(`flips(${vector(differences)})`))
  const many = Array.from({ length: 17 }, (_, index) => Math.sin(index * 7) + 0.3)
  const [exact = 0] = await numbers(`flips(${vector(many)})`)
  const rough = pairedPermutation(many, { seed: 'a', rounds: 20_000 })
  assert.ok(Math.abs(rough - exact) < 4 * Math.sqrt((exact * (1 - exact)) / 20_000), `${rough} is not near ${exact}`)
  const [a, b] = [
    [1.2, 3.4, 2.2, 5.1, 0.4],
    [2.9, 6.1, 4.4, 7.3, 5.5, 6.6],
  ]
  for (const studentised of [true, false]) {
    const theirs = await numbers(`divisions(${vector(a)}, ${vector(b)}, ${studentised ? 'TRUE' : 'FALSE'})`)
    isClose([twoSamplePermutation(a, b, { seed: 'a', studentised })], theirs)
  }
})

const CLUSTERS = [
  [2, 31],
  [0, 12],
  [5, 44],
  [1, 9],
  [9, 61],
  [0, 25],
  [3, 40],
  [4, 18],
  [0, 33],
  [7, 90],
].map(([x = 0, n = 0]) => ({ x, n }))
const XS = vector(CLUSTERS.map(({ x }) => x))
const NS = vector(CLUSTERS.map(({ n }) => n))

test('cluster bootstrap, percentile and BCa, of the same resamples', async () => {
  const random = createRandom('bootstrap')
  const indices = Array.from({ length: 500 * CLUSTERS.length }, () => pickIndex(random, CLUSTERS.length) + 1)
  for (const method of ['percentile', 'bca'] as const) {
    const options = { seed: 'bootstrap', rounds: 500, method }
    const { estimate, low, high } = ratioBootstrap(CLUSTERS, options)
    const theirs = await numbers(`bootstrap(${XS}, ${NS}, ${vector(indices)}, ${method === 'bca' ? 'TRUE' : 'FALSE'})`)
    isClose([estimate, low, high], theirs, 1e-9)
  }
})

test('the design effect of unequal sessions', async () => {
  isClose([designEffect(0.1, 30, 0.5)], await numbers('s <- c(15, 45); 1 + (sum(s^2) / sum(s) - 1) * .1'))
})

test('rates, ratios and differences with session clusters', async () => {
  const groups = [
    CLUSTERS,
    CLUSTERS.map(({ n }) => ({ x: 0, n })),
    CLUSTERS.map(({ n }) => ({ x: n, n })),
    CLUSTERS.map(({ x, n }) => ({ x: n - x, n })),
    CLUSTERS.map(() => ({ x: 2, n: 20 })),
    [
      { x: 1, n: 4 },
      { x: 3, n: 5 },
    ],
    Array.from({ length: 60 }, (_, index) => ({ x: index % 7 === 0 ? 9 : 0, n: 10 + (index % 13) * 5 })),
  ]
  for (const group of groups) {
    const [xs, ns] = [vector(group.map(({ x }) => x)), vector(group.map(({ n }) => n))]
    const { rate, low, high } = clusterRate(sumsOf(group)) ?? assert.fail()
    isClose([rate, low, high], await numbers(`cluster_rate(${xs}, ${ns}, .95)`), 1e-7)
    const difference = ratioDifference(sumsOf(group), sumsOf(CLUSTERS)) ?? assert.fail()
    const theirs = await numbers(`cluster_difference(${xs}, ${ns}, ${XS}, ${NS}, .95)`)
    isClose([difference.estimate, difference.low, difference.high], theirs, 1e-7)
  }
  const signed = CLUSTERS.map(({ x, n }) => ({ x: x - 2, n }))
  const { estimate, low, high } = clusterRatio(sumsOf(signed)) ?? assert.fail()
  isClose([estimate, low, high], await numbers(`cluster_ratio(${XS} - 2, ${NS})`), 1e-9)
  const equal = clusterRatio(sumsOf([1, 3, -2, 5, 0.5].map((x) => ({ x, n: 1 })))) ?? assert.fail()
  isClose([equal.low, equal.high], await numbers('t.test(c(1, 3, -2, 5, .5))$conf.int'), 1e-9)
})

const sumsOf = (clusters: readonly { x: number; n: number }[]) => {
  const sums = emptySums()
  for (const { x, n } of clusters) addCluster(sums, x, n)
  return sums
}

test('Holm is p.adjust', async () => {
  const ps = [0.01, 0.04, 0.03, 0.005, 0.2, 0.04, 1]
  isClose(holm(ps), await numbers(`p.adjust(${vector(ps)}, 'holm')`))
})

test('power, sample size and detectable rate', async () => {
  for (const [p1, p2] of [
    [0.09, 0.057],
    [0.3, 0.4],
    [0.02, 0.05],
  ] as const) {
    isClose(
      [callsNeeded(p1, p2)],
      await numbers(`ceiling(power.prop.test(p1 = ${p1}, p2 = ${p2}, power = .8, tol = 1e-12)$n)`),
    )
    const theirs = await numbers(`power.prop.test(n = 500, p1 = ${p1}, p2 = ${p2})$power`)
    isClose([powerOfCalls(p1, p2, { calls: 500 })], theirs, 1e-9)
    const above = await numbers(`power.prop.test(n = 500, p1 = ${p1}, power = .8, tol = 1e-12)$p2`)
    isClose([detectableRate(p1, { calls: 500 }) ?? 0], above, 1e-6)
  }
  for (const [difference, discordant] of [
    [0.1, 0.2],
    [0.1, 0.3],
    [0.05, 0.2],
  ] as const) {
    isClose([pairsNeeded(difference, discordant)], await numbers(`mcnemar_pairs(${difference}, ${discordant})`))
    const theirs = await numbers(`mcnemar_power(200, ${difference}, ${discordant})`)
    isClose([powerOfPairs(difference, discordant, { pairs: 200 })], theirs)
  }
  const smallest = `uniroot(function(d) mcnemar_power(200, d, .3) - .8, c(1e-6, .299), tol = 1e-12)$root`
  isClose([detectablePairedDifference(0.3, { pairs: 200 }) ?? 0], await numbers(smallest), 1e-6)
})

test('bets on treatments that were drawn, alone and several in a unit', async () => {
  const random = createRandom('drawn')
  for (const treatments of [1, 4]) {
    const units = Array.from({ length: 60 }, (_, index) =>
      Array.from({ length: treatments }, (_, treatment): DrawnOutcome => {
        const probability = index < 40 ? 0.5 : 0.9
        const isGiven = random() < probability
        const isEvent = random() < (isGiven ? 0.1 : 0.4)
        return { treatment: `${treatment}`, isGiven, probability, isEvent }
      }),
    )
    const rows = units.flatMap((unit, index) => unit.map((each) => ({ index, ...each })))
    const columns = [
      vector(rows.map(({ index }) => index)),
      vector(rows.map(({ treatment }) => Number(treatment))),
      vector(rows.map(({ isGiven }) => Number(isGiven))),
      vector(rows.map(({ probability }) => probability)),
      vector(rows.map(({ isEvent }) => Number(isEvent))),
    ].join(', ')
    isClose([betsAgainstNoEffect(units).logEvidence()], await numbers(`drawn_evidence(${columns}, 1)`), 1e-9)
    const { low, high } = preventedShare(units)
    assert.ok(low !== null)
    // Both ends are refuted, and what lies a step of the grid inside is not.
    const [least, most] = [1 - high, 1 - low]
    const ends = [Math.max(least, 1e-6), most, least + 0.0101, most > 1 ? most / 1.0501 : most - 0.0101]
    const evidence = await numbers(`sapply(${vector(ends)}, function(r) drawn_evidence(${columns}, r))`)
    assert.deepEqual(
      evidence.map((each) => each >= Math.log(20)),
      [true, true, false, false],
    )
  }
})

test('the asymptotic sequence of adjusted scores', async () => {
  const random = createRandom('values')
  const outcomes = Array.from({ length: 200 }, (_, index) => {
    const probability = index < 120 ? 0.5 : 0.8
    const isGiven = random() < probability
    return { isGiven, probability, value: 3 * random() + (isGiven ? 0 : 0.5) }
  })
  const [given, p, y] = [
    vector(outcomes.map(({ isGiven }) => Number(isGiven))),
    vector(outcomes.map(({ probability }) => probability)),
    vector(outcomes.map(({ value }) => value)),
  ]
  for (const [alpha, tightestAt] of [
    [0.05, 100],
    [0.01, 400],
  ] as const) {
    const found = adjustedDifference(outcomes, { alpha, tightestAt })
    const ours = [found?.estimate ?? 0, found?.low ?? 0, found?.high ?? 0, found?.logEvidence ?? 0]
    isClose(ours, await numbers(`adjusted_difference(${given}, ${p}, ${y}, ${alpha}, ${tightestAt})`), 1e-9)
  }
  const low = adjustedDifference(outcomes, { pretended: 2 })?.low ?? 0
  const [, theirs = 0] = await numbers(`adjusted_difference(${given}, ${p}, ${y}, .05, 100, 2)`)
  isClose([low], [theirs], 1e-9)
  assert.equal(asymptoticSequence([1, 1, 1]), null)
})

test('the mixture of bets on pairs, three-valued and not', async () => {
  const random = createRandom('mixture')
  const three = Array.from({ length: 60 }, () => (random() < 0.3 ? 1 : random() < 0.2 ? -1 : 0))
  const means = Array.from({ length: 40 }, () => Math.round(8 * random() - 3) / 6)
  for (const differences of [three, means]) {
    const cells = differenceCells(differences)
    for (const candidate of [-0.6, -0.1, 0, 0.25, 0.8])
      isClose(
        [differenceEvidence(cells, candidate)],
        await numbers(`difference_evidence(${vector(differences)}, ${candidate})`),
        1e-9,
      )
    for (const alpha of [0.05, 0.01]) {
      const { low, high } = differenceInterval(cells, alpha)
      const theirs = await numbers(`difference_interval(${vector(differences)}, ${alpha})`)
      assert.ok([low, high].every((end, index) => Math.abs(end - (theirs[index] ?? 9)) < 1e-6))
    }
  }
})

test('the chi-square distribution and the ratio of a sample', async () => {
  for (const df of [1, 2, 3, 7, 40]) {
    const xs = [1e-6, 0.1, 1, 3.84, 10, 60, 200]
    isClose(
      xs.map((x) => chiSquareTail(x, df)),
      await numbers(`pchisq(${vector(xs)}, ${df}, lower.tail = FALSE)`),
      1e-8,
    )
  }
  const ratio = sampleRatio([
    { count: 430, share: 0.5 },
    { count: 280, share: 0.3 },
    { count: 210, share: 0.2 },
  ])
  isClose([ratio ?? 0], await numbers('chisq.test(c(430, 280, 210), p = c(.5, .3, .2))$p.value'), 1e-9)
})

test('means with Student’s and Welch’s interval', async () => {
  const [a, b] = [
    [1.2, 3.4, -0.5, 2.2, 0.1],
    [4.4, 2.1, 9.6, 3.3, 2.8, 5.1],
  ]
  const one = meanInterval(a, 0.1)
  isClose(
    [one?.low ?? 0, one?.high ?? 0, one?.p ?? 0],
    await numbers(`t <- t.test(${vector(a)}, conf.level = .9); c(t$conf.int, t$p.value)`),
  )
  const two = welchInterval(a, b)
  isClose(
    [two?.low ?? 0, two?.high ?? 0, two?.p ?? 0],
    await numbers(`t <- t.test(${vector(b)}, ${vector(a)}); c(t$conf.int, t$p.value)`),
  )
})

test('scores that are adjusted by the past of their stratum', async () => {
  const random = createRandom('stratified')
  const outcomes = Array.from({ length: 160 }, () => {
    const stratum = random() < 0.5 ? 'easy' : 'hard'
    const isGiven = random() < 0.6
    return { isGiven, probability: 0.6, stratum, value: random() < (stratum === 'easy' ? 0.8 : 0.3) ? 1 : 0 }
  })
  const columns = [
    vector(outcomes.map(({ isGiven }) => Number(isGiven))),
    vector(outcomes.map(({ probability }) => probability)),
    vector(outcomes.map(({ value }) => value)),
    vector(outcomes.map(({ stratum }) => (stratum === 'easy' ? 1 : 2))),
  ].join(', ')
  isClose(adjustedScores(outcomes, { pretended: 0.5 }) ?? [], await numbers(`stratified_scores(${columns})`), 1e-9)
})

test('e-values of many hypotheses', async () => {
  const random = createRandom('e-values')
  for (let round = 0; round < 20; round++) {
    const evidence = Array.from({ length: 1 + pickIndex(random, 12) }, () => 8 * random() - 1)
    const { refuted } = eBenjaminiHochberg(evidence, 0.1)
    isClose(refuted.map(Number), await numbers(`e_bh(exp(${vector(evidence)}), .1)`))
  }
})

test('random numbers are uniform and independent', async () => {
  const random = createRandom('uniform')
  const values = vector(Array.from({ length: 4000 }, () => Number(random().toFixed(6))))
  const [uniform = 0, lagged = 0, runs = 0] = await numbers(
    `x <- ${values}; c(ks.test(x, 'punif')$p.value, cor.test(x[-1], x[-4000])$p.value, Box.test(x, 10, 'Ljung')$p.value)`,
  )
  for (const p of [uniform, lagged, runs]) assert.ok(p > 0.001, `p = ${p}`)
})
