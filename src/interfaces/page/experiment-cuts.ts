import { effectNumber } from '../../experiment/report-words.ts'
import type { ExperimentReport } from '../../schema/listing/experiment-report.ts'
import type { Canvas } from './canvas.ts'
import { forest } from './charts/forest.ts'
import { cutCount, spanFigures } from './charts/scale.ts'
import { figure } from './figure.ts'
import { grouped } from '../../lib/number-text.ts'
import { foreign, type Html, html } from './markup.ts'
import { scrollingTable } from './table.ts'

const NUMBERS = ['Change', 'Low', 'High', 'n'].map((title) => ({ title, align: 'right' as const }))

/** The effect within each model and each kind of task; empty if there is only one. */
export const strataFigure = (canvas: Canvas, report: ExperimentReport): Html | false => {
  const { strata, primary } = report
  if (strata.length === 0) return false
  const rows = strata.map(({ by, value, estimate, low, high, n }) => ({
    label: `${by === 'model' ? 'model' : 'tasks'}: ${foreign(value, 60)}`,
    figures: spanFigures(estimate, n, 'difference'),
    value: estimate,
    low,
    high,
  }))
  return html`<section aria-labelledby="strata-title"><h2 id="strata-title">Is it the same everywhere?</h2>${figure(
    canvas,
    {
      id: 'strata',
      title: 'The effect by model and kind of task',
      description:
        'Peek-safe intervals, each for itself: the more of them, the likelier that one of them errs. To look at, not to decide by.',
      chart: forest(canvas.plot, { rows, measure: 'difference', axis: `change of ${primary.metric}` }),
      cutIntervals: cutCount(rows, 'difference'),
      absent: '',
      table: scrollingTable(
        'strata',
        [{ title: 'Stratum' }, ...NUMBERS],
        strata.map(({ value, estimate, low, high, n }) => [
          foreign(value, 60),
          ...[estimate, low, high].map((each) => effectNumber(primary, each)),
          grouped(n),
        ]),
      ),
    },
  )}</section>`
}

/** The outcomes at each dose; empty if the experiment did not compare doses. */
export const doseFigure = (canvas: Canvas, { dose, primary }: ExperimentReport): Html | false => {
  if (dose === null) return false
  const rows = dose.rows.flatMap(({ dose: size, fromBest, n }) =>
    fromBest === null
      ? []
      : [
          {
            label: `dose ${size}`,
            figures: spanFigures(fromBest.estimate, n, 'difference'),
            value: fromBest.estimate,
            low: fromBest.low,
            high: fromBest.high,
          },
        ],
  )
  return html`<section aria-labelledby="dose-title"><h2 id="dose-title">How much is enough?</h2>${figure(canvas, {
    id: 'dose',
    title: `Every dose against the best, dose ${dose.best}`,
    description: `Dose ${dose.smallest} is the smallest that cannot be told from the best.`,
    chart:
      rows.length === 0
        ? undefined
        : forest(canvas.plot, {
            rows,
            measure: 'difference',
            axis: `${primary.metric} minus that of dose ${dose.best}`,
          }),
    cutIntervals: cutCount(rows, 'difference'),
    absent: 'no dose has enough trials',
    table: scrollingTable(
      'doses',
      [
        { title: 'Dose' },
        { title: 'Mean', align: 'right' },
        { title: 'n', align: 'right' },
        { title: 'Like the best' },
      ],
      dose.rows.map(({ dose: size, mean, n, isLikeBest }) => [
        `${size}`,
        mean.toFixed(3),
        grouped(n),
        isLikeBest ? 'yes' : 'no',
      ]),
    ),
  })}</section>`
}
