import type { ExperimentReport } from '../../schema/listing/experiment-report.ts'
import { foreign, type Html, html } from './markup.ts'

/** At most this many transcripts of a task and arm are named; the JSON has the rest. */
const MOST_NAMED = 4

/** The transcripts of a task in these arms: files as links, sessions as the command that shows them. */
export const transcriptsOf = (
  { arms }: Pick<ExperimentReport['tasks'][number], 'arms'>,
  { most = MOST_NAMED }: { most?: number } = {},
): Html =>
  html`${arms.flatMap(({ arm, sessions }) =>
    sessions.slice(0, most).map((session, index) => html`${transcript(arm, session, index)} `),
  )}`

/** The first transcript of an arm has the arm's name; those of further repeats have a number. */
const transcript = (arm: string, session: string, index: number): Html => {
  if (!session.startsWith('/')) return html`<code>warmstart session ${foreign(session, 80)}</code>`
  const words = index === 0 ? foreign(arm, 40) : html`<span class="unseen">${foreign(arm, 40)} </span>${index + 1}`
  return html`<a href="${fileAddress(session)}">${words}</a>`
}

/** A local path as an address: every part is encoded, so that no path can become another kind of address. */
const fileAddress = (path: string): string => `file://${path.split('/').map(encodeURIComponent).join('/')}`
