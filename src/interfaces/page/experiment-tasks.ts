import { effectNumber } from '../../experiment/report-words.ts'
import type { ExperimentReport } from '../../schema/listing/experiment-report.ts'
import { transcriptsOf } from './experiment-transcripts.ts'
import { legend } from './legend.ts'
import { foreign, type Html, html } from './markup.ts'
import { type Cell, scrollingTable } from './table.ts'

type Task = ExperimentReport['tasks'][number]

/** The rows visible at once; a table behind them has all tasks. */
const MOST_ROWS = 24

/** A row per task: its two dots joined, its change, and both transcripts. Tasks that changed come first. */
export const taskSection = (report: ExperimentReport): Html => {
  const [a, b] = [report.primary.against, report.primary.arm]
  const paired = report.tasks.filter(({ difference }) => difference !== null)
  const changed = paired.filter(({ difference }) => difference !== 0)
  const shown = mostChanged(changed, paired)
  return html`<section aria-labelledby="tasks-title"><h2 id="tasks-title">Which tasks changed?</h2>
<figure id="tasks" aria-labelledby="tasks-title">
<p>${changed.length} of ${paired.length} tasks differ between the arms.</p>
${legend([
  { label: foreign(a, 40), shape: 'circle', fill: 'var(--paper)', stroke: 'var(--muted)' },
  { label: foreign(b, 40), shape: 'diamond', fill: 'var(--accent)' },
])}
${shown.length === 0 ? html`<p class="absent">No task has trials in both arms.</p>` : rows(report, shown)}
${paired.length > shown.length && html`<p class="note">${paired.length - shown.length} more are in the table.</p>`}
${report.tasks.length > 0 && html`<details><summary>All tasks<span class="unseen"> with their numbers</span></summary>${table(report)}</details>`}
</figure></section>`
}

/**
 * The tasks that got better and those that got worse, in the order of their difference, then those that did not
 * change.
 */
const mostChanged = (changed: readonly Task[], paired: readonly Task[]): Task[] =>
  changed.length > MOST_ROWS
    ? [...changed.slice(0, MOST_ROWS / 2), ...changed.slice(-MOST_ROWS / 2)]
    : [...changed, ...paired.filter(({ difference }) => difference === 0)].slice(0, MOST_ROWS)

const rows = (report: ExperimentReport, shown: readonly Task[]): Html => {
  const [a, b] = [report.primary.against, report.primary.arm]
  const span = spanOf(report, shown)
  return html`<table class="pairs"><caption class="unseen">Tasks, with the outcome of both arms from worst to best</caption>
<thead class="unseen"><tr><th scope="col">Task</th><th scope="col">Outcome</th><th scope="col">Change</th><th scope="col">Transcripts</th></tr></thead>
<tbody>${shown.map(
    (task) => html`<tr><th scope="row" title="${foreign(task.task, 200)}"><bdi>${foreign(task.task, 80)}</bdi></th>
<td class="dots">${dots(task, { a, b, span })}</td><td class="flip">${changeText(report, task.difference ?? 0)}</td><td class="links">${transcriptsOf({ arms: task.arms.filter(({ arm }) => arm === a || arm === b) }, { most: 1 })}</td></tr>\n`,
  )}</tbody></table>`
}

/** The left and right ends of the scale: 0 to 1 for success and ratings, else the least and the most of all tasks. */
const spanOf = ({ declaration: { primary } }: ExperimentReport, shown: readonly Task[]): [number, number] => {
  if (primary === 'success' || primary === 'rating') return [0, 1]
  const means = shown.flatMap(({ arms }) => arms.flatMap(({ mean }) => (mean === null ? [] : [mean])))
  const [least, most] = [Math.min(...means), Math.max(...means)]
  return [least, most > least ? most : least + 1]
}

const WIDTH = 84
const EDGE = 7

const dots = (
  task: Task,
  { a, b, span: [least, most] }: { a: string; b: string; span: readonly [number, number] },
): Html => {
  const x = (arm: string): number =>
    Math.round(10 * (EDGE + ((WIDTH - 2 * EDGE) * (meanOf(task, arm) - least)) / (most - least))) / 10
  const [first, second] = [x(a), x(b)]
  const words = `${foreign(a, 40)} ${cellOf(task, a)}, ${foreign(b, 40)} ${cellOf(task, b)}`
  return html`<svg width="${WIDTH}" height="14" viewBox="0 0 ${WIDTH} 14" role="img" aria-label="${words}"><path d="M${EDGE} 7H${WIDTH - EDGE}" stroke="var(--line)"/><path d="M${first} 7H${second}" stroke="var(--muted)" stroke-width="2.5"/><circle cx="${first}" cy="7" r="4.5" fill="var(--paper)" stroke="var(--muted)" stroke-width="2"/><path d="M${second} 2.2l3.6 4.8-3.6 4.8-3.6-4.8z" fill="var(--accent)"/></svg>`
}

const meanOf = (task: Task, arm: string): number => task.arms.find((each) => each.arm === arm)?.mean ?? 0

/** A task that went from never to always, or back, is a flip. Metrics other than success only grow or shrink. */
const changeText = ({ declaration: { primary } }: ExperimentReport, difference: number): string => {
  if (difference === 0) return ''
  if (primary !== 'success') return difference > 0 ? 'more' : 'less'
  if (Math.abs(difference) === 1) return difference > 0 ? 'now passes' : 'now fails'
  return difference > 0 ? 'better' : 'worse'
}

const table = (report: ExperimentReport): Html => {
  const [a, b] = [report.primary.against, report.primary.arm]
  return scrollingTable(
    'tasks',
    [
      { title: 'Task' },
      { title: foreign(a, 40), align: 'right' },
      { title: foreign(b, 40), align: 'right' },
      { title: 'Difference', align: 'right' },
      { title: 'Transcripts' },
    ],
    report.tasks.map((task): Cell[] => [
      foreign(task.task, 120),
      cellOf(task, a),
      cellOf(task, b),
      task.difference === null ? '–' : effectNumber(report.primary, task.difference),
      transcriptsOf(task),
    ]),
  )
}

const cellOf = (task: Task, arm: string): string => {
  const own = task.arms.find((each) => each.arm === arm)
  return own === undefined || own.trials === 0 ? '–' : `${own.passed} of ${own.trials}`
}
