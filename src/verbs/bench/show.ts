import { percent, points as signedPoints } from '../../lib/number-text.ts'
import { renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'
import type { BenchDoses, BenchModel, BenchReport, BenchWarmUp } from './shape.ts'

const points = (share: number | null): string => (share === null ? '-' : signedPoints(share, '−'))
const right = (title: string): Column => ({ title, align: 'right' })

/**
 * Prints whether the analysis found the planted effect, how often its intervals held it, and what a careless analysis
 * would have shown.
 */
export const benchLines = (report: BenchReport, screen: Screen): string[] => {
  const { truth, meanEstimate, coverage, coverageFixed, falseHelps, verdicts, replications, tasks, run, learnt } =
    report
  const rows = Object.entries(verdicts).map(([verdict, count]) => [verdict, String(count), share(count, replications)])
  return [
    ...wrap(
      `Planted ${points(truth)} points; ${replications} experiments of ${tasks} tasks, ${report.repeats} times in each arm, find ${points(meanEstimate)} on average.`,
      screen.width,
    ),
    ...wrap(
      `Intervals held the truth in ${percent(coverage)} at every look${coverageFixed === null ? '' : `, and in ${percent(coverageFixed)} at the end`}. ${falseHelps === 0 && truth > 0 ? 'A false "helps" is not possible here.' : `A false "helps" at any look: ${percent(falseHelps)}.`}`,
      screen.width,
    ),
    ...renderSection(
      'What they said first',
      renderTable([{ title: 'verdict' }, right('experiments'), right('share')], rows, screen),
      screen,
    ),
    ...renderSection(
      'The whole run',
      wrap(
        `${learnt.sessions} cold sessions with ${learnt.calls} calls gave ${learnt.patterns} patterns, ${learnt.workflows} workflows, ${learnt.recoveries} recoveries and ${learnt.lessons} lines of lessons. Then ${run.pairs?.pairs ?? 0} tasks: warm did better on ${run.pairs?.wins ?? 0}, cold on ${run.pairs?.losses ?? 0}; ${points(run.estimate)} points (${points(run.alwaysValid?.low ?? null)} to ${points(run.alwaysValid?.high ?? null)}, at any look): ${run.verdict}.`,
        screen.width,
      ),
      screen,
    ),
    ...trapLines(report, screen),
  ]
}

const share = (count: number, of: number): string => (of === 0 ? '-' : percent(count / of))

const trapLines = ({ traps: { drift, leak } }: BenchReport, screen: Screen): string[] => [
  ...renderSection(
    'The same agent in both arms, measured carelessly',
    renderTable(
      [{ title: 'what goes wrong', shrink: 'end' }, right('careless'), right('careful')],
      [
        ['the provider gets better, cold trials run first', points(drift.careless), points(drift.careful)],
        ['the cold trial leaves its state to the warm one', points(leak.careless), points(leak.careful)],
      ],
      screen,
    ),
    screen,
  ),
  ...renderRemark('Points of success; the true difference is 0.', screen),
]

/** Prints the success at each dose. */
export const doseLines = ({ rows, best, smallest, tasks }: BenchDoses, screen: Screen): string[] => [
  ...wrap(
    `${smallest} ${smallest === 1 ? 'example is' : 'examples are'} enough: fewer can be told from the best dose, ${best}. ${tasks} tasks a dose.`,
    screen.width,
  ),
  ...renderSection(
    'Dose',
    renderTable(
      [right('examples'), right('passed'), right('from the best'), { title: 'at any look' }],
      rows.map(({ dose, mean, fromBest }) => [
        String(dose),
        percent(mean),
        fromBest === null ? '' : points(fromBest.estimate),
        fromBest === null ? 'best' : `${points(fromBest.low)} to ${points(fromBest.high)}`,
      ]),
      screen,
    ),
    screen,
  ),
]

/** Prints what compress-check says about each strategy. */
export const warmUpLines = ({ strategies, tasks, sessions }: BenchWarmUp, screen: Screen): string[] => [
  ...wrap(`${sessions} sessions a strategy, ${tasks} tasks before the compaction and ${tasks} after it.`, screen.width),
  ...renderSection(
    'Errors before and after',
    renderTable(
      [
        { title: 'strategy' },
        right('tokens left'),
        right('before'),
        right('after'),
        right('change'),
        { title: 'verdict' },
      ],
      strategies.map(({ strategy, tokensAfter, errorsBefore, errorsAfter, change, verdict }) => [
        strategy,
        String(tokensAfter),
        errorsBefore === null ? '-' : percent(errorsBefore.rate),
        errorsAfter === null ? '-' : percent(errorsAfter.rate),
        points(change?.estimate ?? null),
        verdict,
      ]),
      screen,
    ),
    screen,
  ),
]

/** Prints how a real model did in each arm. */
export const modelLines = ({ model, arms, comparisons, kinds }: BenchModel, screen: Screen): string[] => [
  ...wrap(`${model}, one trial a task and arm.`, screen.width),
  ...renderSection(
    'Arms',
    renderTable(
      [{ title: 'arm' }, right('tokens given'), right('passed'), right('of'), right('invalid'), right('share')],
      arms.map(({ arm, tokens, passed, trials, invalid }) => [
        arm,
        String(tokens),
        String(passed),
        String(trials),
        String(invalid),
        share(passed, trials),
      ]),
      screen,
    ),
    screen,
  ),
  ...renderSection(
    'Against cold',
    renderTable(
      [{ title: 'arm' }, right('points'), { title: 'at any look' }, right('p at the end'), { title: 'verdict' }],
      comparisons.map(({ arm, estimate, alwaysValid, p, verdict }) => [
        arm,
        points(estimate),
        alwaysValid === null ? '-' : `${points(alwaysValid.low)} to ${points(alwaysValid.high)}`,
        p === null ? '-' : p.toPrecision(2),
        verdict,
      ]),
      screen,
    ),
    screen,
  ),
  ...renderSection(
    'By kind of task',
    kindTable(
      kinds,
      arms.map(({ arm }) => arm),
      screen,
    ),
    screen,
  ),
]

const kindTable = (kinds: BenchModel['kinds'], arms: readonly string[], screen: Screen): string[] => {
  const names = [...new Set(kinds.map(({ kind }) => kind))]
  return renderTable(
    [{ title: 'task' }, ...arms.map(right)],
    names.map((name) => [
      name,
      ...arms.map((arm) => {
        const found = kinds.find((each) => each.kind === name && each.arm === arm)
        return found === undefined ? '-' : `${found.passed}/${found.trials}`
      }),
    ]),
    screen,
  )
}
