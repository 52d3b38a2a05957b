import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import pc from 'picocolors'
import { COLD, declare, liveTrials, pairsOf, plantedTrials, trialOf, WARM } from '../../../tests/support/trials.ts'
import { analyse } from '../../experiment/analyse.ts'
import type { Declaration, Trial } from '../../schema/experiment.ts'
import { reportLines } from './report-show.ts'

const PLACE = resolve(import.meta.dirname, '..', '..', '..', 'tests', 'golden', 'experiment')

const LIVE = declare({
  design: 'live',
  arms: [
    { ...COLD, share: 0.5 },
    { ...WARM, share: 0.5 },
  ],
})
const DOSES = declare({
  arms: [0, 1, 5].map((dose) => ({
    name: `dose-${dose}`,
    treatment: dose === 0 ? { kind: 'cold' as const } : { kind: 'warm' as const, dose },
    share: null,
  })),
})
const dosed = (): Trial[] =>
  [0, 1, 5].flatMap((dose) =>
    Array.from({ length: 60 }, (_, task) =>
      trialOf({ task: `task-${task}`, arm: `dose-${dose}`, end: task % 6 < (dose === 0 ? 1 : 4) ? 'pass' : 'fail' }),
    ),
  )

const PAGES: Record<string, { declaration: Declaration; trials: Trial[] }> = {
  helps: {
    declaration: declare({ repeats: 3 }),
    trials: plantedTrials({ seed: 'p', tasks: 87, repeats: 3, cold: 0.4, effect: 0.3 }),
  },
  hurts: { declaration: declare(), trials: pairsOf({ wins: 6, losses: 34, both: 30, neither: 10 }) },
  'no-difference': {
    declaration: declare({ margin: 0.1 }),
    trials: pairsOf({ wins: 6, losses: 5, both: 200, neither: 100 }),
  },
  'not-enough': { declaration: declare(), trials: plantedTrials({ seed: 'q', tasks: 24, cold: 0.5, effect: 0.1 }) },
  'fixed-early': {
    declaration: declare({ stopping: { rule: 'fixed', n: 60 } }),
    trials: pairsOf({ wins: 9, losses: 2, both: 9 }),
  },
  invalid: {
    declaration: declare(),
    trials: [
      ...pairsOf({ wins: 20, losses: 2, both: 9 }),
      ...Array.from({ length: 9 }, (_, index) =>
        trialOf({ task: `task-${index}`, arm: 'warm', end: 'invalid', reason: 'the runner crashed' }),
      ),
    ],
  },
  live: { declaration: LIVE, trials: liveTrials({ seed: 'l', sessions: 400, share: 0.5, cold: 0.4, effect: 0.2 }) },
  observational: {
    declaration: { ...LIVE, design: 'observational' },
    trials: liveTrials({ seed: 'l', sessions: 90, share: 0.5, cold: 0.4, effect: 0.2 }),
  },
  doses: { declaration: DOSES, trials: dosed() },
  empty: { declaration: declare(), trials: [] },
}

for (const [name, { declaration, trials }] of Object.entries(PAGES))
  test(`the report of ${name} is what was agreed on (UPDATE_GOLDEN=1 agrees to the new), and fits`, () => {
    const report = analyse(declaration, trials)
    for (const width of [60, 80]) {
      const lines = reportLines(report, { width, colors: pc.createColors(false) })
      const file = join(PLACE, `${name}-${width}.txt`)
      if (process.env['UPDATE_GOLDEN'] !== undefined) {
        mkdirSync(PLACE, { recursive: true })
        writeFileSync(file, `${lines.join('\n')}\n`)
      }
      assert.equal(`${lines.join('\n')}\n`, readFileSync(file, 'utf8'))
      for (const line of lines) assert.ok(line.length <= width, line)
      if (width === 80) assert.ok(lines.length <= 25, `${lines.length} lines`)
    }
  })

test('a report of many arms, metrics and alarms fits a screen all the same, and says how many alarms it has', () => {
  const arms = ['cold', 'warm', ...Array.from({ length: 8 }, (_, index) => `placebo-${index}`)].map((name) => ({
    name,
    treatment: name === 'cold' ? ({ kind: 'cold' } as const) : ({ kind: 'placebo' } as const),
    share: null,
  }))
  const trials = arms.flatMap(({ name }, arm) =>
    Array.from({ length: 40 }, (_, task) =>
      trialOf({ task: `task-${task}`, arm: name, end: (task + arm) % 3 === 0 ? 'pass' : 'fail' }),
    ),
  )
  const report = analyse(declare({ arms }), trials)
  const alarm = { name: 'made up', isAlarm: true, says: 'an alarm of many words, '.repeat(20) }
  const alarming = { ...report, checks: [...report.checks, ...Array.from({ length: 9 }, () => alarm)] }
  const lines = reportLines(alarming, { width: 80, colors: pc.createColors(false) })
  assert.ok(lines.length <= 25, `${lines.length} lines`)
  assert.match(lines.join('\n'), /! \d+ more: --html or --json/)
  assert.match(lines.join('\n'), /success of/)
})

test('helps, hurts and no difference look alike', () => {
  const marks = ['helps', 'hurts', 'no-difference'].map((name) => {
    const { declaration, trials } = PAGES[name] ?? { declaration: declare(), trials: [] }
    const [first = ''] = reportLines(analyse(declaration, trials), { width: 80, colors: pc.createColors(true) })
    return [first.slice(0, 4), first.slice(-5)]
  })
  assert.deepEqual(marks[1], marks[0])
  assert.deepEqual(marks[2], marks[0])
})

test('names of others cannot draw on the terminal', () => {
  const trials = pairsOf({ wins: 5, losses: 1 }).map((trial) => ({
    ...trial,
    task: `\u001B[2J${trial.task}`,
    model: '\u001B[31mred',
  }))
  for (const line of reportLines(analyse(declare(), trials), { width: 80, colors: pc.createColors(false) }))
    assert.doesNotMatch(line, /\u001B/)
})
