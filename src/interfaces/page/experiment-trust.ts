import { effectNumber, moneySentence, pText } from '../../experiment/report-words.ts'
import type { ExperimentReport } from '../../schema/listing/experiment-report.ts'
import { unbroken } from './number-words.ts'
import { foreign, type Html, html } from './markup.ts'

/** The cost of each arm, and of an extra success. */
export const costs = (report: ExperimentReport): Html => {
  const money = moneySentence(report)
  return html`<section aria-labelledby="money-title"><h2 id="money-title">What does it cost?</h2><p>${unbroken(foreign(money ?? 'No trial reported what it cost.', 300))}</p></section>`
}

/** Possible flaws: every check with its result, alarms first. */
export const wrongs = (report: ExperimentReport): Html => {
  const rows = [...invalidRows(report), ...assignmentRows(report), ...report.checks].toSorted(
    (one, other) => Number(other.isAlarm) - Number(one.isAlarm),
  )
  return html`<section aria-labelledby="wrong-title"><h2 id="wrong-title">What could be wrong?</h2>
${report.warnings.length > 0 && html`<ul class="steps">${report.warnings.map((warning) => html`<li>${unbroken(foreign(warning, 300))}</li>`)}</ul>`}
<ul class="checks">${rows.map(({ name, isAlarm, says }) => html`<li>${isAlarm && html`<strong>Alarm: </strong>`}<b>${name}</b>: ${unbroken(foreign(says, 300))}</li>\n`)}</ul></section>`
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

/** What was declared before the data, and the text that may be quoted. */
export const declared = ({ declaration, certificate, method }: ExperimentReport): Html => {
  const { declaredAt, primary, margin, alpha, stopping, hash } = declaration
  const brief: Fact[] = [
    ['Declared', declaredAt === null ? 'not before the data' : declaredAt.slice(0, 16).replace('T', ' ')],
    ['Decided by', `${primary}, margin ${margin}, alpha ${alpha}`],
    ['Stopping', stopping],
    ['Declaration', hash.slice(0, SHORT_HASH)],
    ['Certificate', certificate.hash.slice(0, SHORT_HASH)],
  ]
  const full: Fact[] = [
    ['Method', method],
    ['Declaration', hash],
    ['Data', certificate.data],
    ['Certificate', certificate.hash],
  ]
  return html`<section aria-labelledby="declared-title"><h2 id="declared-title">Declaration and certificate</h2>${factList(brief)}
<details><summary>Method and whole hashes</summary><p>The hashes change with every trial and every word of the declaration. They show that nothing was changed since, not who wrote it.</p>${factList(full)}</details></section>`
}

type Fact = readonly [name: string, value: string]

const SHORT_HASH = 12

const factList = (facts: readonly Fact[]): Html =>
  html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${foreign(value, 200)}</dd></div>`)}</dl>`
