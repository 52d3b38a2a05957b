import type { HistoryProfile } from '../../../schema/listing/history-profile.ts'
import type { Canvas } from '../canvas.ts'
import { forest } from '../charts/forest.ts'
import { cutCount } from '../charts/scale.ts'
import { figure } from '../figure.ts'
import { dollars, grouped } from '../../../lib/number-text.ts'
import { counted, percent, rateOrReason, reasonOf, withInterval } from '../number-words.ts'
import { foreign, type Html, html, quoted } from '../markup.ts'
import { scrollingTable, stackingTable } from '../table.ts'
import { extremes, forestRow, omitted, rateCells, reasonCell } from './groups.ts'
import { isCounted, NOT_COUNTED } from './recovery.ts'
import { section } from './section.ts'

type Signature = HistoryProfile['signatures'][number]

interface NamedSignature extends Signature {
  name: string
}

const MOST_NEXT = 3
const TOOL_CHARS = 40

/** What costs most, and what worked next? The most expensive errors, how often sessions recovered, and by what. */
export const costs = (canvas: Canvas, history: HistoryProfile): Html => {
  const signatures = history.signatures.toSorted((a, b) => b.callsSpent - a.callsSpent)
  return section({ id: 'costs', question: 'What costs most, and what worked next?', answer: answerOf(history) }, [
    signatures.length === 0 ? html`` : expensive(signatures),
    recovered(canvas, history, signatures),
  ])
}

const answerOf = ({ recoveries, errorCost }: HistoryProfile): string => {
  if (recoveries.recovered === null) return `Recoveries cannot be told: ${reasonOf(recoveries.reason)}.`
  return `${costSentence(errorCost)}Of ${counted(recoveries.errors, 'error')} that the agent or its environment caused, ${withInterval(recoveries.recovered)} were followed within ten calls by one that worked.`
}

/** Tokens and money are recorded per session: errors get the share that they have in the session's calls. */
const costSentence = ({ calls, tokens, usd, usdSessions }: HistoryProfile['errorCost']): string => {
  if (calls === 0) return ''
  const parts = [
    counted(calls, 'call'),
    ...(tokens === null || tokens === 0 ? [] : [`about ${grouped(tokens)} tokens`]),
    ...(usd === null || usd === 0
      ? []
      : [`${usd < 0.01 ? '' : 'about '}${dollars(usd)} in the ${counted(usdSessions, 'session')} with a price`]),
  ]
  return `Errors of the agent and its environment took ${parts.join(', ')}. `
}

const expensive = (signatures: readonly Signature[]): Html =>
  html`<h3>The most expensive errors</h3>
<p>Calls spent run from the failing one to the one that worked, or to the last try, at most ten an error. What varies in a message is replaced.</p>
${stackingTable(
  'The most expensive errors and what worked next',
  [
    { title: 'Error' },
    { title: 'Times', align: 'right' },
    { title: 'Sessions', align: 'right' },
    { title: 'Calls spent', align: 'right' },
    { title: 'What worked next' },
  ],
  signatures.map((signature, index) => [
    html`<span class="tool"><b>${index + 1}</b> <bdi>${foreign(signature.tool, TOOL_CHARS)}</bdi> <span class="cause">${signature.cause}</span></span>${quoted(signature.message)}`,
    grouped(signature.count),
    grouped(signature.sessions),
    grouped(signature.callsSpent),
    next(signature),
  ]),
)}`

const next = ({ workedNext, cause }: Signature): Html => {
  if (workedNext.length === 0 && !isCounted(cause)) return reasonCell(NOT_COUNTED)
  if (workedNext.length === 0) return reasonCell('nothing is known to have worked')
  return html`<ul class="next">${workedNext
    .slice(0, MOST_NEXT)
    .map(
      ({ tool, subject, count }) =>
        html`<li><bdi>${foreign(tool, TOOL_CHARS)}</bdi> ${subject !== '' && quoted(subject, 100)} <span class="count">${grouped(count)}×</span></li>`,
    )}</ul>`
}

const recovered = (canvas: Canvas, history: HistoryProfile, signatures: readonly Signature[]): Html => {
  const named = signatures.map((signature, index) => ({
    ...signature,
    name: `${index + 1}\u00a0${foreign(signature.tool, 20)}`,
    label: `${index + 1} ${foreign(signature.tool, 20)}: ${foreign(signature.message, 60)}`,
  }))
  const rows = named.flatMap(({ label, recovered }) => (recovered === null ? [] : [forestRow(label, recovered)]))
  const overall = history.recoveries.recovered
  return figure(canvas, {
    id: 'recoveries',
    title: 'How often each was recovered from',
    description: sentence(named),
    chart:
      rows.length === 0
        ? undefined
        : forest(canvas.plot, {
            rows,
            measure: 'rate',
            axis: 'share recovered from',
            labelsAbove: true,
            reference: overall === null ? undefined : { value: overall.rate, label: `all ${percent(overall.rate)}` },
          }),
    cutIntervals: cutCount(rows, 'rate'),
    absent: absentWords(signatures),
    omitted: rows.length === 0 ? undefined : note(named),
    table: signatures.length === 0 ? undefined : recoveryTable(named, history),
  })
}

const sentence = (named: readonly NamedSignature[]): string => {
  const how = 'The share followed within ten calls by one that worked, of the same shape, else of the same tool'
  const found = extremes(named.map(({ name, recovered }) => ({ name, rate: recovered })))
  if (found === undefined) return `${how}.`
  const { most, least } = found
  return `${how}: from ${percent(least.rate.rate)} (error ${least.name}) to ${percent(most.rate.rate)} (error ${most.name}).`
}

/**
 * A session can recover only from errors that the agent or its environment caused, not from a user's refusal or an
 * expected failure.
 */
const note = (named: readonly NamedSignature[]): string | undefined => {
  const missing = named.filter(({ recovered }) => recovered === null)
  const apart = missing.filter(({ cause }) => !isCounted(cause)).map(({ name }) => name)
  const notes = [
    apart.length === 0
      ? undefined
      : `Not counted: ${apart.join(', ')}. Neither the agent nor its environment caused them, so there is nothing to recover from.`,
    omitted(missing.filter(({ cause }) => isCounted(cause)).map(({ name, reason }) => ({ name, reason }))),
  ]
  return notes.filter((each) => each !== undefined).join(' ') || undefined
}

const absentWords = (signatures: readonly Signature[]): string => {
  if (signatures.length === 0) return 'no error has a signature yet'
  const first = signatures.find(({ cause }) => isCounted(cause))
  return first === undefined ? 'neither the agent nor its environment caused any of these' : reasonOf(first.reason)
}

const recoveryTable = (named: readonly NamedSignature[], { recoveries }: HistoryProfile): Html =>
  html`${scrollingTable(
    'Recoveries by error',
    [
      { title: 'Error' },
      { title: 'Message' },
      { title: 'Recovered', align: 'right' },
      { title: '95\u00a0% interval', align: 'right' },
      { title: 'Rests on', align: 'right' },
      { title: 'Example, for warmstart explain' },
    ],
    named.map((each) => [
      html`<bdi>${each.name}</bdi>`,
      quoted(each.message),
      ...rateCells(each.recovered, isCounted(each.cause) ? each.reason : NOT_COUNTED),
      html`<code>${foreign(each.example, 64)}</code>`,
    ]),
  )}<p class="note">All errors together: ${rateOrReason(recoveries.recovered, recoveries.reason)}.</p>`
