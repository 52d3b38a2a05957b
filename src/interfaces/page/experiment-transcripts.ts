import type { ExperimentReport } from '../../schema/listing/experiment-report.ts'
import { foreign, type Html, html } from './markup.ts'

/** At most this many transcripts of a task are named; the rest is in the JSON. */
const MOST_NAMED = 4

/** Where the transcripts of a task are: files as links, sessions as the command that shows them. */
export const transcriptsOf = ({ arms }: ExperimentReport['tasks'][number]): Html =>
  html`${arms.flatMap(({ arm, sessions }) => sessions.slice(0, MOST_NAMED).map((session) => html`${transcript(arm, session)} `))}`

const transcript = (arm: string, session: string): Html =>
  session.startsWith('/')
    ? html`<a href="${fileAddress(session)}">${foreign(arm, 40)}</a>`
    : html`<code>warmstart session ${foreign(session, 80)}</code>`

/** A path of this machine as an address: every part encoded, so that no path can become another kind of address. */
const fileAddress = (path: string): string => `file://${path.split('/').map(encodeURIComponent).join('/')}`
