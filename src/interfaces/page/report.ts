import type { HistoryProfile } from '../../schema/listing/history-profile.ts'
import type { SessionProfile } from '../../schema/listing/session-profile.ts'
import { openCanvas } from './canvas.ts'
import { grouped } from '../../lib/number-text.ts'
import { counted, unbroken } from './number-words.ts'
import { pageFrame } from './frame.ts'
import { keyFigures } from './key-figures.ts'
import { foreign, type Html, html, prose } from './markup.ts'
import { change } from './sections/change.ts'
import { costs } from './sections/costs.ts'
import { detail } from './sections/detail.ts'
import { drivers } from './sections/drivers.ts'
import { isEmpty, nothing } from './sections/nothing.ts'
import { masked } from './sections/masked.ts'
import { origins } from './sections/origins.ts'
import { reliability } from './sections/reliability.ts'

export interface ReportInput {
  history: HistoryProfile
  session: SessionProfile | undefined
  /** `sample`: our own generator made the sessions up, and the page must say so. */
  made: { at: string; store: string; version: string; sample: boolean }
}

/**
 * Renders one self-contained page: no network, no script. The same input gives the same bytes. All text from
 * transcripts is escaped, redacted and cut.
 */
export const renderReport = async ({ history, session, made }: ReportInput): Promise<string> => {
  return pageFrame(
    'How reliable are your agents?',
    html`<a class="skip" href="#answers">Skip to the answers</a>
<div class="page">
${opening(history, made)}
<main id="answers" tabindex="-1">
${isEmpty(history) ? nothing(history) : await answers(history, session)}
</main>
${closing(history, made)}
</div>`,
  )
}

const answers = async (history: HistoryProfile, session: SessionProfile | undefined): Promise<Html> => {
  await using canvas = await openCanvas()
  return html`${reliability(canvas, history)}${masked(history)}${origins(canvas, history)}${change(canvas, history)}${drivers(canvas, history)}${costs(canvas, history)}${detail(canvas, session)}`
}

const SECTIONS = [
  ['reliable', 'How reliable?'],
  ['masked', 'What looked fine and was not?'],
  ['origins', 'Where do errors come from?'],
  ['change', 'Does it get better inside a session?'],
  ['drivers', 'What goes together with errors?'],
  ['costs', 'What costs most, and what worked next?'],
  ['session', 'One session in detail'],
] as const

const opening = (history: HistoryProfile, made: ReportInput['made']): Html => html`<header>
${made.sample && SAMPLE_BANNER}
<p class="eyebrow">Warmstart report · ${dateOf(made.at)}</p>
<h1>How reliable are your agents?</h1>
<p class="statement">${prose(unbroken(history.statement))}</p>
${narrowed(history)}
${!isEmpty(history) && overview(history)}
</header>`

const SAMPLE_BANNER = html`<p class="banner"><strong>This is a sample.</strong> A generator made up everything on this page: nobody held these sessions, and the figures say nothing about any agent.</p>`

const overview = (history: HistoryProfile): Html =>
  html`${keyFigures([
    {
      name: 'Calls',
      value: grouped(history.calls),
      note: `in ${counted(history.sessionsWithCalls, 'session')}; ${counted(history.outcomes.unknown, 'outcome')} unknown`,
    },
    { name: 'Error rate', rate: history.errorRate, reason: history.reason },
    { name: 'Caused by the agent', rate: history.agentErrorRate, reason: history.reason },
    {
      name: 'Looked fine, failed',
      value: grouped(history.masked.calls),
      note: `in ${counted(history.masked.sessions, 'session')}`,
    },
  ])}
<nav aria-label="Questions"><ol>${SECTIONS.map(([id, question]) => html`<li><a href="#${id}">${question}</a></li>`)}</ol></nav>`

const narrowed = ({ filter }: HistoryProfile): Html | false => {
  const entries = Object.entries(filter)
  if (entries.length === 0) return false
  const words = entries.map(([name, value]) => `${foreign(name, 40)} ${foreign(String(value), 120)}`)
  return html`<p class="filter">Only sessions that fit: ${words.join(', ')}.</p>`
}

const closing = (history: HistoryProfile, made: ReportInput['made']): Html => html`<footer>
${!isEmpty(history) && RATES}
<p>Made <time datetime="${made.at}">${dateOf(made.at)}</time> by Warmstart ${made.version} from <bdi>${foreign(made.store)}</bdi>. ${holds(history, made)}</p>
</footer>`

const RATES = html`<p>A rate is the share of failed calls among those whose outcome is known; the line or the range beside it is its 95\u00a0% interval. Where there is too little data, the page says so instead of showing a number. Trivial tools are left out of all counts but the order of calls.</p>`

const holds = (history: HistoryProfile, { sample }: ReportInput['made']): string => {
  if (sample) return MADE_UP
  return isEmpty(history) ? '' : EXCERPTS
}

const EXCERPTS =
  'This page holds excerpts of your sessions: secrets in them are replaced, but read it before you share it.'
const MADE_UP = 'All sessions on this page are made up by a generator.'

/** Writes 2026-04-02T10:11:12.000Z as 2026-04-02 10:11 UTC. */
const dateOf = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
