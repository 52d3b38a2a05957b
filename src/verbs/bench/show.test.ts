import assert from 'node:assert/strict'
import { test } from 'node:test'
import pc from 'picocolors'
import { widthOf } from '../../interfaces/cli/table.ts'
import type { BenchModel, BenchReport } from './shape.ts'
import { benchLines, doseLines, modelLines, warmUpLines } from './show.ts'

const screen = { width: 80, colors: pc.createColors(false) }
const interval = { low: 0.1, high: 0.3, p: 0.001 }

const REPORT: BenchReport = {
  effect: 20,
  tasks: 200,
  repeats: 1,
  seed: 1,
  replications: 1000,
  truth: 0.2,
  meanEstimate: 0.198,
  coverage: 0.98,
  coverageFixed: 0.951,
  falseHelps: 0,
  verdicts: { helps: 970, hurts: 0, 'no-practical-difference': 0, 'not-enough-data': 30 },
  run: {
    verdict: 'helps',
    estimate: 0.2,
    low: 0.12,
    high: 0.28,
    alwaysValid: interval,
    pairs: { pairs: 200, wins: 60, losses: 20, ties: 120 },
  },
  agent: { skill: 0.8, luck: 0.5, uptake: 0.4, misled: 0 },
  learnt: { sessions: 120, calls: 970, patterns: 9, workflows: 2, recoveries: 0, lessons: 2 },
  traps: { drift: { careless: 0.31, careful: 0.01 }, leak: { careless: -0.33, careful: 0 } },
}

const MODEL: BenchModel = {
  model: 'small',
  seed: 1,
  hash: 'abc',
  arms: ['cold', 'warm', 'placebo', 'shuffled'].map((arm) => ({
    arm,
    tokens: 400,
    passed: 12,
    trials: 60,
    invalid: 0,
  })),
  comparisons: ['warm', 'placebo', 'shuffled'].map((arm) => ({
    arm,
    estimate: 0,
    low: -0.1,
    high: 0.1,
    p: 1,
    alwaysValid: { low: -0.2, high: 0.2, p: 1 },
    alpha: 0.05 / 3,
    verdict: 'not-enough-data',
    why: '',
    pairs: null,
  })),
  kinds: [{ kind: 'label', arm: 'cold', passed: 1, trials: 15 }],
}

const RATE = { rate: 0.1, low: 0.05, high: 0.2, n: 240 }
const DOSES = {
  tasks: 200,
  seed: 1,
  best: 3,
  smallest: 1,
  rows: [
    { arm: 'cold', dose: 0, mean: 0.4, n: 200, fromBest: { estimate: -0.4, low: -0.5, high: -0.3 }, isLikeBest: false },
    {
      arm: 'dose-1',
      dose: 1,
      mean: 0.79,
      n: 200,
      fromBest: { estimate: -0.01, low: -0.1, high: 0.1 },
      isLikeBest: true,
    },
    { arm: 'dose-3', dose: 3, mean: 0.8, n: 200, fromBest: null, isLikeBest: true },
  ],
}
const WARM_UP = {
  tasks: 15,
  sessions: 12,
  seed: 1,
  strategies: ['proficiency-preserving', 'structured-summary'].map((strategy) => ({
    strategy,
    tokensBefore: 6000,
    tokensAfter: 700,
    errorsBefore: RATE,
    errorsAfter: RATE,
    change: null,
    repeatedErrors: 3,
    verdict: 'not-enough-data' as const,
    template: { patterns: 9, recoveries: 2 },
  })),
}

test('everything the bench shows fits a terminal, with the answer in its first line', () => {
  const pages = [
    benchLines(REPORT, screen),
    modelLines(MODEL, screen),
    doseLines(DOSES, screen),
    warmUpLines(WARM_UP, screen),
  ]
  for (const line of pages.flat()) assert.ok(widthOf(line) <= 80, line)
  const firsts = pages.map(([first = '']) => first)
  assert.match(firsts[0] ?? '', /^Planted \+20\.0 points; 1000 experiments of 200 tasks/)
  assert.match(firsts[2] ?? '', /^1 example is enough: fewer can be told from the best dose, 3\./)
})

test('a false verdict is given as a share, and called impossible where it is', () => {
  const text = (changes: Partial<BenchReport>): string => benchLines({ ...REPORT, ...changes }, screen).join(' ')
  assert.match(text({}), /A false "helps" is not\s+possible here/)
  assert.match(text({ truth: 0, falseHelps: 0.013 }), /A false "helps"\s+at any look:\s+1\.3 %/)
  assert.match(text({ coverageFixed: null }), /98\.0 % at every look\./)
})
