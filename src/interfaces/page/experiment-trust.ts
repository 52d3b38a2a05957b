import { effectNumber, pText } from '../../experiment/report-words.ts'
import type { ExperimentReport } from '../../schema/listing/experiment-report.ts'
import { unbroken } from './figures.ts'
import { foreign, type Html, html } from './markup.ts'
import { type Cell, scrollingTable } from './table.ts'

/** What could be wrong: every check with its word, alarms first. */
export const wrongs = (report: ExperimentReport): Html => {
  const rows = [...invalidRows(report), ...assignmentRows(report), ...report.checks].toSorted(
    (one, other) => Number(other.isAlarm) - Number(one.isAlarm),
  )
  return html`<section aria-labelledby="wrong-title"><h2 id="wrong-title">What could be wrong?</h2>
${report.warnings.length > 0 && html`<ul class="steps">${report.warnings.map((warning) => html`<li>${unbroken(foreign(warning, 300))}</li>`)}</ul>`}
${scrollingTable(
  'checks',
  [{ title: 'Check' }, { title: 'Alarm' }, { title: 'What it says' }],
  rows.map(({ name, isAlarm, says }): Cell[] => [
    name,
    isAlarm ? html`<strong>yes</strong>` : 'no',
    unbroken(foreign(says, 300)),
  ]),
)}</section>`
}

type Check = ExperimentReport['checks'][number]

const invalidRows = ({ invalid, arms }: ExperimentReport): Check[] => {
  const [reason] = arms.flatMap(({ reasons }) => reasons).toSorted((one, other) => other.trials - one.trials)
  const why = reason === undefined ? '' : `; most often: ${reason.reason}`
  return [
    {
      name: 'invalid trials',
      isAlarm: invalid.isBlocking,
      says: `${invalid.trials} of ${invalid.of} trials are invalid (between the arms p ${pText(invalid.p)})${why}`,
    },
  ]
}

const assignmentRows = ({ sampleRatio, exposure, primary }: ExperimentReport): Check[] => [
  ...(sampleRatio === null
    ? []
    : [
        {
          name: 'sample ratio',
          isAlarm: sampleRatio.isAlarm,
          says: `arms were drawn as declared with p ${pText(sampleRatio.p)}, over ${sampleRatio.strata.length} strata`,
        },
      ]),
  ...(exposure.given === null
    ? []
    : [
        {
          name: 'exposure',
          isAlarm: exposure.isAlarm,
          says: `${Math.round(100 * exposure.given)} % of ${primary.arm} were really given it${exposure.adjusted === null ? '' : `; on those the effect is ${effectNumber(primary, exposure.adjusted.estimate)} (${effectNumber(primary, exposure.adjusted.low)} to ${effectNumber(primary, exposure.adjusted.high)})`}`,
        },
      ]),
]

/** What was declared before the data, and what may be quoted. */
export const declared = ({ declaration, certificate, method }: ExperimentReport): Html => {
  const facts: [name: string, value: string][] = [
    ['Declared', declaration.declaredAt ?? 'not before the data'],
    ['Primary metric', declaration.primary],
    ['Margin', String(declaration.margin)],
    ['Alpha', String(declaration.alpha)],
    ['Stopping', declaration.stopping],
    ['Method', method],
    ['Declaration', declaration.hash],
    ['Data', certificate.data],
    ['Certificate', certificate.hash],
  ]
  return html`<section aria-labelledby="declared-title"><h2 id="declared-title">Declaration and certificate</h2>
<p>The hashes change with every trial and every word of the declaration. They show that nothing was changed since, not who wrote it.</p>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${foreign(value, 200)}</dd></div>`)}</dl></section>`
}
