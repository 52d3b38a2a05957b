import { counted, wholePercent } from '../../lib/number-text.ts'
import {
  renderFacts,
  toPlainLine,
  renderRemark,
  type Screen,
  renderSection,
  renderTable,
} from '../../interfaces/cli/section.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'
import type { ExperimentPlan } from './plan-operation.ts'

const UNUSABLE: Column[] = [
  { title: 'task', shrink: 'end' },
  { title: 'why it is left out', shrink: 'end' },
]

const DOUBTFUL: Column[] = [
  { title: 'task', shrink: 'end' },
  { title: 'why', shrink: 'end' },
]

const STATES: Record<ExperimentPlan['state'], string> = {
  written: 'is declared',
  known: 'was declared before and is unchanged',
  tried: 'is not declared: this was a dry run',
}

const UNITS: Record<ExperimentPlan['design'], string> = {
  paired: 'task',
  live: 'session',
  reversal: 'cycle',
  observational: 'session',
}

/** Prints the declaration, the effect that the experiment can find, and its cost. */
export const planLines = (plan: ExperimentPlan, screen: Screen): string[] => {
  const { name, state, design, arms, tasks, repeats, look, trials, unusable } = plan
  return [
    `${screen.colors.bold(toPlainLine(name))} ${STATES[state]}.`,
    '',
    ...renderFacts(
      [
        ['id', plan.id.slice(0, 16)],
        ['design', design],
        ['runner', plan.runner],
        ['arms', arms.map(({ name: arm, tokens }) => (tokens === 0 ? arm : `${arm} (${tokens} tokens)`)).join(', ')],
        ['tasks', design === 'paired' ? taskWords(tasks) : null],
        ['look', look === null ? null : `once, after ${counted(look, UNITS[design])}`],
        [
          'trials',
          trials === 0
            ? null
            : `${trials} (${counted(look ?? tasks.length, 'task')} x ${repeats} x ${counted(arms.length, 'arm')})`,
        ],
        ['cost', trials === 0 ? null : costWords(plan)],
      ],
      screen,
    ),
    ...powerLines(plan, screen),
    ...renderSection(
      'Left out',
      unusable.length === 0
        ? []
        : renderTable(
            UNUSABLE,
            unusable.map(({ id, reason }) => [toPlainLine(id), toPlainLine(reason)]),
            screen,
          ),
      screen,
    ),
    ...renderSection(
      'In doubt',
      tasks.every(({ doubt }) => doubt === null)
        ? []
        : [
            ...renderTable(
              DOUBTFUL,
              tasks.flatMap(({ id, doubt }) => (doubt === null ? [] : [[toPlainLine(id), toPlainLine(doubt)]])),
              screen,
            ),
            ...renderRemark('If the agent does not make it, the check fails in every trial.', screen),
          ],
      screen,
    ),
    '',
    ...wrap(nextWords(plan), screen.width),
  ]
}

const taskWords = (tasks: ExperimentPlan['tasks']): string => {
  const solvable = tasks.filter(({ solutionPasses }) => solutionPasses !== null).length
  const failing = tasks.filter(({ nothingFails }) => nothingFails === true).length
  // Tasks whose solution does not pass are left out.
  const proof = solvable === 0 ? 'no task has a solution to try them on' : `pass on the solution: ${solvable}`
  return `${tasks.length}; checks fail when nothing is done: ${failing}; ${proof}`
}

const costWords = ({ cost }: ExperimentPlan): string =>
  cost === null
    ? 'unknown; --trial-usd says what a trial costs'
    : `$${cost.totalUsd.toFixed(2)} at $${cost.trialUsd.toFixed(3)} a trial (${cost.from === 'person' ? 'as you say' : 'mean of earlier trials'})`

const powerLines = ({ power, design }: ExperimentPlan, screen: Screen): string[] => {
  if (power === null) return []
  const { units, detectable, power: chance, needed, neededAlwaysValid, assumed } = power
  const unit = design === 'paired' ? 'task' : 'session'
  const each = design === 'paired' ? '' : ' in each arm'
  const smallest =
    detectable === null
      ? `No difference is found reliably with ${counted(units, unit)}${each}.`
      : `${counted(units, unit)}${each}: a difference of ${points(detectable)} is found in 4 of 5 such experiments.`
  return renderSection(
    'What it can find',
    [
      ...wrap(smallest, screen.width),
      ...wrap(
        `A difference of ${points(assumed.effect)} is found with a chance of ${wholePercent(chance)}; 80 % need ${counted(needed, unit)}${each} looked at once, about ${neededAlwaysValid} looked at all the time.`,
        screen.width,
      ),
      ...renderRemark(
        design === 'paired'
          ? `Assumed, not measured: ${wholePercent(assumed.discordant)} of tasks end differently in the two arms (--discordant).`
          : `Assumed, not measured: ${wholePercent(assumed.baseRate)} succeed without help (--base-rate).`,
        screen,
      ),
    ],
    screen,
  )
}

const points = (difference: number): string => `${(100 * difference).toFixed(0)} points`

const nextWords = ({ name, design, state }: ExperimentPlan): string => {
  if (state === 'tried') return 'Leave out --dry-run to declare it.'
  return design === 'paired' || design === 'observational'
    ? `\`warmstart experiment run ${toPlainLine(name)}\` runs it.`
    : `From now on each of your sessions gets an arm. \`warmstart experiment record ${toPlainLine(name)} SESSION --pass\` says how one went, \`warmstart experiment stop ${toPlainLine(name)}\` ends it.`
}
