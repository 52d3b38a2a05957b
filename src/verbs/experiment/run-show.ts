import { withdrawalSentence } from '../../experiment/withdrawal.ts'
import { renderFacts, toPlainLine, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'
import type { RunEnd, RunInput } from './run-operation.ts'
import type { ExperimentStatus } from './shape.ts'

type Ended = Parameters<NonNullable<RunInput['onTrial']>>[0]

/** One line for a finished trial. */
export const trialLine = ({ task, repeat, arm, result }: Ended, { colors, width }: Screen): string => {
  const { end, reason, metrics } = result
  const seconds = metrics.seconds === undefined ? '' : ` ${metrics.seconds.toFixed(1)} s`
  const word = end === 'pass' ? colors.green('pass') : end === 'fail' ? colors.red('fail') : (end ?? 'to be rated')
  const line = `${word.padEnd(8)} ${toPlainLine(task)} #${repeat} ${toPlainLine(arm)}${seconds}${reason === null ? '' : `: ${toPlainLine(reason)}`}`
  return line.length > width + 10 ? `${line.slice(0, width + 9)}…` : line
}

/** The progress in one line: trials, each arm, the difference so far. */
export const progressLine = (status: ExperimentStatus, { width }: Pick<Screen, 'width'>): string => {
  const { trials, arms, running } = status
  const all = trials.waiting + trials.running + trials.done + trials.unrated
  const passed = arms.map(({ name, passed: won, failed }) => `${name} ${won}/${won + failed}`).join(', ')
  const [first] = running
  const difference = first === undefined ? '' : ` · ${differenceWords(first.difference, status.primary)}`
  return `${trials.done} of ${all} trials · ${passed}${difference}`.slice(0, width - 1)
}

const COUNTS: Column[] = [
  { title: 'arm', shrink: 'end' },
  { title: 'passed', align: 'right' },
  { title: 'failed', align: 'right' },
  { title: 'invalid', align: 'right' },
  { title: 'against the first arm', shrink: 'end' },
]

/** Prints the progress of an experiment in full. */
export const statusLines = (status: ExperimentStatus, screen: Screen): string[] => {
  const { name, state, reason, trials, arms, running, invalidReasons, spentUsd, budgetUsd } = status
  const rows = arms.map(({ name: arm, passed, failed, invalid }) => {
    const difference = running.find((each) => each.arm === arm)
    return [
      toPlainLine(arm),
      grouped(passed),
      grouped(failed),
      grouped(invalid),
      difference === undefined ? '' : differenceWords(difference.difference, status.primary),
    ]
  })
  return [
    `${screen.colors.bold(toPlainLine(name))}: ${VERDICTS[status.verdict]}`,
    ...status.withdraw.flatMap((each) => wrap(toPlainLine(withdrawalSentence(each)), screen.width)),
    '',
    ...renderFacts(
      [
        ['id', status.id.slice(0, 16)],
        ['state', reason === null ? state : `${state}: ${toPlainLine(reason)}`],
        ['trials', trialWords(trials)],
        [
          'spent',
          spentUsd === 0 && budgetUsd === null
            ? null
            : `$${spentUsd.toFixed(2)}${budgetUsd === null ? '' : ` of $${budgetUsd.toFixed(2)}`}`,
        ],
      ],
      screen,
    ),
    ...renderSection('Arms', renderTable(COUNTS, rows, screen), screen),
    ...renderSection(
      'Invalid trials',
      invalidReasons.flatMap(({ reason: each, trials: count }) =>
        wrap(`${count} x ${toPlainLine(each)}`, screen.width),
      ),
      screen,
    ),
  ]
}

const VERDICTS: Record<ExperimentStatus['verdict'], string> = {
  helps: 'helps',
  hurts: 'hurts',
  'no-practical-difference': 'no practical difference',
  'not-enough-data': 'not enough data yet',
}

const trialWords = ({ waiting, running, unrated, done }: ExperimentStatus['trials']): string =>
  [
    `${grouped(done)} done`,
    ...(running === 0 ? [] : [`${grouped(running)} running`]),
    ...(unrated === 0 ? [] : [`${grouped(unrated)} to be rated`]),
    ...(waiting === 0 ? [] : [`${grouped(waiting)} waiting`]),
  ].join(', ')

/** Points for shares, plain numbers for the rest. The interval is valid at any time. */
const differenceWords = (difference: ExperimentStatus['running'][number]['difference'], primary: string): string => {
  if (difference === null) return 'nothing to compare yet'
  const { estimate, low, high } = difference
  const isShare = primary === 'success' || primary === 'rating'
  const text = (value: number): string =>
    `${value < 0 ? '-' : '+'}${Math.abs(isShare ? 100 * value : value).toFixed(isShare ? 0 : 2)}`
  const interval = low === null || high === null ? 'no interval yet' : `${text(low)} to ${text(high)}`
  return `${text(estimate)}${isShare ? ' points' : ''} (${interval})`
}

const ENDS: Record<RunEnd, (status: ExperimentStatus) => string> = {
  done: () => 'All trials have ended.',
  verdict: () => 'A verdict stands, so no further trial is needed.',
  budget: ({ spentUsd }) => `The budget leaves no room for another pair: $${spentUsd.toFixed(2)} are spent.`,
  over: () => 'The time is over.',
  closed: ({ reason }) => `It was stopped: ${toPlainLine(reason ?? 'by a person')}.`,
  broken: ({ reason }) => `It was stopped because ${toPlainLine(reason ?? 'something is wrong')}.`,
  stopped: () => 'Stopped.',
}

/** Prints how a run ended, and what to do next. */
export const runLines = (end: RunEnd, status: ExperimentStatus, screen: Screen): string[] => {
  const { waiting, running } = status.trials
  const left = waiting + running
  const next =
    left > 0 && end !== 'verdict'
      ? `${counted(left, 'trial')} wait for \`warmstart experiment run ${toPlainLine(status.name)}\`.`
      : `\`warmstart experiment report ${toPlainLine(status.name)}\` shows what it found.`
  return [...statusLines(status, screen), '', ...wrap(`${ENDS[end](status)} ${next}`, screen.width)]
}
