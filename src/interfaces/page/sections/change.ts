import type { HistoryProfile } from '../../../schema/listing/history-profile.ts'
import type { Canvas } from '../canvas.ts'
import { forest } from '../charts/forest.ts'
import { paired, type PairedRow, pairedSpans } from '../charts/paired.ts'
import { cutCount, spanFigures } from '../charts/scale.ts'
import { figure } from '../figure.ts'
import { grouped } from '../../../lib/number-text.ts'
import {
  type EarlyLate,
  percent,
  pointsWithInterval,
  reasonOf,
  unbroken,
  VERDICTS,
  withInterval,
} from '../number-words.ts'
import { legend } from '../legend.ts'
import { type Html, html } from '../markup.ts'
import { type Cell, scrollingTable } from '../table.ts'
import { estimateCell, omitted, reasonCell } from './groups.ts'
import { capital, section } from './section.ts'

interface Contrast {
  name: string
  contrast: EarlyLate
}

/** Verdicts for a column of a table. */
const SHORT_VERDICTS: Record<EarlyLate['verdict'], string> = {
  improves: 'better',
  worsens: 'worse',
  'no-clear-difference': 'not clear',
  'not-enough-data': 'too little data',
}

/** Does it get better inside a session? Compares the first and the last fifth of the calls of the same session. */
export const change = (canvas: Canvas, history: HistoryProfile): Html => {
  const contrasts = contrastsOf(history)
  return section({ id: 'change', question: 'Does it get better inside a session?', answer: answerOf(history) }, [
    rates(canvas, contrasts),
    differences(canvas, contrasts),
    codeFirst(history),
  ])
}

const contrastsOf = ({ earlyLate, byTaskType, codeFirst }: HistoryProfile): Contrast[] => [
  { name: 'all sessions', contrast: earlyLate },
  { name: 'errors the agent caused', contrast: earlyLate.agentOnly },
  ...byTaskType.map(({ taskType, earlyLate }) => ({ name: `${taskType} sessions`, contrast: earlyLate })),
  { name: 'sessions that begin with code', contrast: codeFirst.code.earlyLate },
  { name: 'sessions that begin with files', contrast: codeFirst.file.earlyLate },
]

const answerOf = ({ earlyLate }: HistoryProfile): string => {
  const verdict = capital(VERDICTS[earlyLate.verdict])
  if (earlyLate.difference === null) return `${verdict}: ${reasonOf(earlyLate.reason)}.`
  return `${verdict}: late calls differ from early ones of the same session by ${pointsWithInterval(earlyLate.difference)}; below zero is better.`
}

const rates = (canvas: Canvas, contrasts: readonly Contrast[]): Html => {
  const rows = contrasts.flatMap(({ name, contrast: { early, late } }): PairedRow[] =>
    early === null || late === null
      ? []
      : [{ label: name, early, late, figures: `${percent(early.rate)} → ${percent(late.rate)}` }],
  )
  const all = contrasts[0]?.contrast
  return figure(canvas, {
    id: 'early-late',
    title: 'Early and late error rate',
    description:
      all === undefined || all.early === null || all.late === null
        ? 'Early is the first fifth of the calls of each session, late the last fifth.'
        : `In the first fifth of the calls ${withInterval(all.early)} failed, in the last fifth ${withInterval(all.late)}. The work differs between the two, so the differences below are the fairer comparison.`,
    chart: rows.length === 0 ? undefined : paired(canvas.plot, rows),
    cutIntervals: cutCount(pairedSpans(rows), 'rate'),
    absent: reasonOf(all?.reason),
    legend: legend([
      { label: 'first fifth of the calls', shape: 'circle', fill: 'var(--paper)', stroke: 'var(--muted)' },
      { label: 'last fifth', shape: 'diamond', fill: 'var(--accent)' },
    ]),
    omitted: rows.length === 0 ? undefined : leftOut(contrasts, ({ early, late }) => early === null || late === null),
    table: contrastTable(contrasts),
  })
}

const differences = (canvas: Canvas, contrasts: readonly Contrast[]): Html => {
  const rows = contrasts.flatMap(({ name, contrast: { difference } }) =>
    difference === null
      ? []
      : [
          {
            label: name,
            figures: spanFigures(difference.estimate, difference.n, 'difference'),
            value: difference.estimate,
            low: difference.low,
            high: difference.high,
          },
        ],
  )
  const told = contrasts
    .slice(0, 2)
    .flatMap(({ name, contrast: { difference } }) =>
      difference === null ? [] : [`${name} ${pointsWithInterval(difference)}`],
    )
  return figure(canvas, {
    id: 'late-minus-early',
    title: 'Late minus early, inside the same session and kind of work',
    description:
      told.length === 0
        ? 'Each session is compared with itself, in percentage points.'
        : `Each session is compared with itself, in percentage points: ${told.join('; ')}. A line that touches zero leaves open whether anything changed.`,
    chart:
      rows.length === 0
        ? undefined
        : forest(canvas.plot, {
            rows,
            measure: 'difference',
            axis: '← fewer errors late · points · more errors late →',
          }),
    cutIntervals: cutCount(rows, 'difference'),
    absent: reasonOf(contrasts[0]?.contrast.reason),
    omitted: rows.length === 0 ? undefined : leftOut(contrasts, ({ difference }) => difference === null),
    table: differenceTable(contrasts),
  })
}

const leftOut = (contrasts: readonly Contrast[], isMissing: (contrast: EarlyLate) => boolean): string | undefined =>
  omitted(
    contrasts
      .filter(({ contrast }) => isMissing(contrast))
      .map(({ name, contrast }) => ({ name, reason: contrast.reason })),
  )

const contrastTable = (contrasts: readonly Contrast[]): Html => {
  const rate = (value: EarlyLate['early'], reason: string | undefined): Cell =>
    value === null ? reasonCell(reason) : withInterval(value)
  return scrollingTable(
    'Early against late',
    [
      { title: 'Sessions' },
      { title: 'Early', align: 'right' },
      { title: 'Late', align: 'right' },
      { title: 'Late minus early', align: 'right' },
      { title: 'Verdict' },
    ],
    contrasts.map(({ name, contrast }) => [
      name,
      rate(contrast.early, contrast.reason),
      rate(contrast.late, contrast.reason),
      estimateCell(contrast.difference, contrast.reason),
      SHORT_VERDICTS[contrast.verdict],
    ]),
  )
}

const differenceTable = (contrasts: readonly Contrast[]): Html =>
  scrollingTable(
    'Late minus early',
    [
      { title: 'Sessions' },
      { title: 'Late minus early', align: 'right' },
      { title: 'Rests on sessions', align: 'right' },
      { title: 'Verdict' },
    ],
    contrasts.map(({ name, contrast: { difference, reason, verdict } }) => [
      name,
      estimateCell(difference, reason),
      difference === null ? '–' : grouped(difference.n),
      SHORT_VERDICTS[verdict],
    ]),
  )

const codeFirst = ({ codeFirst: { answer, contrast, reason } }: HistoryProfile): Html =>
  html`<h3>Do sessions that begin with code improve more than those that begin with files?</h3>
<p>${unbroken(answer)}${contrast === null ? ` ${capital(reasonOf(reason))}.` : ` Difference between the two changes: ${pointsWithInterval(contrast)}.`}</p>`
