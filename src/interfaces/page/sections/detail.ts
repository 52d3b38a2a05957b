import type { SessionProfile } from '../../../schema/listing/session-profile.ts'
import type { Canvas } from '../canvas.ts'
import { LOOKS, type Look, timelineChart } from '../charts/timeline.ts'
import { figure } from '../figure.ts'
import { grouped } from '../../../lib/number-text.ts'
import { counted, pointsWithInterval, rateOrReason, reasonOf } from '../number-words.ts'
import { keyFigures } from '../key-figures.ts'
import { legend, type LegendItem } from '../legend.ts'
import { foreign, type Html, html, quoted } from '../markup.ts'
import { scrollingTable, stackingTable } from '../table.ts'
import { reasonCell, rateCells } from './groups.ts'
import { isCounted, NOT_COUNTED } from './recovery.ts'
import { section } from './section.ts'
import { lookOf, thinned } from './timeline-dots.ts'

const QUESTION = { id: 'session', question: 'One session in detail' }
const MOST_PATTERNS = 10
/** A reader does not go through more; `warmstart profile` lists them all. */
const MOST_FAILURES = 100
const TOOL_CHARS = 40
const SUBJECT_CHARS = 100

/** One session in detail: its figures, its calls in order, its errors. */
export const detail = (canvas: Canvas, session: SessionProfile | undefined): Html => {
  if (session === undefined) return section({ ...QUESTION, answer: 'No session was chosen for this page.' }, [])
  return section({ ...QUESTION, answer: answerOf(session) }, [
    facts(session),
    timeline(canvas, session),
    patterns(session),
  ])
}

const answerOf = (session: SessionProfile): string => {
  const name = session.title === null || session.title === '' ? session.session : session.title
  const when = session.startedAt === null ? '' : ` on ${session.startedAt.slice(0, 10)}`
  return `“${foreign(name, 120)}”, held with ${foreign(session.source, 40)}${when}: ${counted(session.messageCount, 'message')}, ${counted(session.toolCallCount, 'call')}.`
}

const facts = (session: SessionProfile): Html => {
  const { early, late, reason, proficiencyGain, context, model, project } = session
  const change =
    early === null || late === null
      ? reasonOf(reason)
      : `${rateOrReason(early, reason)} → ${rateOrReason(late, reason)}`
  return html`${keyFigures([
    { name: 'Error rate', rate: session.errorRate, reason },
    { name: 'Caused by the agent', rate: session.agentErrorRate, reason },
    { name: 'Recovered from', rate: session.recoveryRate, reason: reason ?? 'no error to recover from' },
  ])}
<dl class="facts">
<div><dt>Session</dt><dd><code>${foreign(session.session, 80)}</code></dd></div>
${project !== null && html`<div><dt>Project</dt><dd>${quoted(project)}</dd></div>`}
${model !== null && html`<div><dt>Model</dt><dd>${quoted(model, 80)}</dd></div>`}
<div><dt>Early → late</dt><dd>${change}${proficiencyGain !== null && `: ${pointsWithInterval(proficiencyGain)}`}</dd></div>
<div><dt>Largest context</dt><dd>${context === null ? 'not recorded' : `${grouped(context.largest)} tokens`}</dd></div>
</dl>`
}

const LEGEND: LegendItem[] = [
  { label: 'worked', shape: 'circle', fill: LOOKS.ok.fill },
  { label: 'error the agent caused', shape: 'diamond', fill: LOOKS.agent.fill },
  { label: 'error of another cause', shape: 'diamond', fill: LOOKS.other.fill, stroke: LOOKS.other.stroke },
  { label: 'outcome unknown', shape: 'triangle', fill: LOOKS.unknown.fill, stroke: LOOKS.unknown.stroke },
  { label: 'compaction', shape: 'dash', fill: 'none', stroke: 'var(--ink)' },
]

const timeline = (canvas: Canvas, session: SessionProfile): Html => {
  const { rows, dots, last } = thinned(session.timeline)
  const tally = (look: Look): number => session.timeline.filter((call) => lookOf(call) === look).length
  const compactions = session.compactions.filter(({ agent }) => agent === null).map(({ afterCall }) => afterCall)
  const merged =
    dots.length < session.timeline.length
      ? 'The session is long: calls of one tool and outcome that lie close together share a mark.'
      : undefined
  return figure(canvas, {
    id: 'timeline',
    title: 'Every call in its order',
    description: `${counted(session.timeline.length, 'call')}, trivial ones included: ${grouped(tally('ok'))} worked, ${counted(tally('agent'), 'error')} caused by the agent, ${grouped(tally('other'))} of another cause, ${grouped(tally('unknown'))} unknown; ${counted(compactions.length, 'compaction')}.`,
    chart: dots.length === 0 ? undefined : timelineChart(canvas.plot, { rows, dots, compactions, last }),
    absent: 'this session made no calls',
    legend: legend(LEGEND),
    omitted: merged,
    table: dots.length === 0 ? undefined : html`${toolTable(session)}${failureTable(session)}`,
  })
}

const toolTable = (session: SessionProfile): Html =>
  scrollingTable(
    'Calls by tool',
    [
      { title: 'Tool' },
      { title: 'Calls', align: 'right' },
      { title: 'Worked', align: 'right' },
      { title: '95\u00a0% interval', align: 'right' },
      { title: 'Rests on', align: 'right' },
    ],
    Object.entries(session.toolDistribution)
      .toSorted(([a, more], [b, fewer]) => fewer - more || (a < b ? -1 : 1))
      .map(([tool, calls]) => [
        html`<bdi>${foreign(tool, 60)}</bdi>`,
        grouped(calls),
        ...rateCells(session.toolSuccessRates[tool] ?? null, 'no call with a known outcome'),
      ]),
  )

const failureTable = ({ timeline }: SessionProfile): Html => {
  const failures = timeline.filter((call) => call.outcome !== 'ok')
  const shown = failures.slice(0, MOST_FAILURES)
  if (shown.length === 0) return html``
  const rest = failures.length - shown.length
  return html`${scrollingTable(
    'Calls that failed or whose outcome is unknown',
    [{ title: 'Place' }, { title: 'Tool' }, { title: 'Outcome' }, { title: 'Cause' }, { title: 'About' }],
    shown.map((call) => [
      `${grouped(call.position)}${call.agent === null ? '' : ' of a sub-agent'}`,
      html`<bdi>${foreign(call.tool, TOOL_CHARS)}</bdi>`,
      call.outcome,
      call.cause ?? '–',
      quoted(call.subject, SUBJECT_CHARS),
    ]),
  )}${rest > 0 && html`<p class="note">${grouped(rest)} later ones are left out.</p>`}`
}

const patterns = ({ errorPatterns }: SessionProfile): Html => {
  if (errorPatterns.length === 0) return html`<h3>Its errors</h3><p class="absent">No error in this session.</p>`
  const shown = errorPatterns.toSorted((a, b) => b.callsSpent - a.callsSpent).slice(0, MOST_PATTERNS)
  return html`<h3>Its errors</h3>
${stackingTable(
  'Errors of this session',
  [
    { title: 'Error' },
    { title: 'Times', align: 'right' },
    { title: 'Recovered', align: 'right' },
    { title: 'Calls spent', align: 'right' },
    { title: 'What worked next' },
  ],
  shown.map((pattern) => [
    html`<span class="tool"><bdi>${foreign(pattern.tool, TOOL_CHARS)}</bdi> <span class="cause">${pattern.cause}</span></span>${quoted(pattern.message)}`,
    grouped(pattern.count),
    isCounted(pattern.cause) ? grouped(pattern.recovered) : reasonCell(NOT_COUNTED),
    grouped(pattern.callsSpent),
    pattern.workedNext[0] === undefined
      ? reasonCell(isCounted(pattern.cause) ? 'nothing is known to have worked' : NOT_COUNTED)
      : html`<bdi>${foreign(pattern.workedNext[0].tool, TOOL_CHARS)}</bdi> ${quoted(pattern.workedNext[0].subject, SUBJECT_CHARS)}`,
  ]),
)}`
}
