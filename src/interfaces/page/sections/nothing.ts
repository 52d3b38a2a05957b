import type { HistoryProfile } from '../../../schema/listing/history-profile.ts'
import { counted } from '../number-words.ts'
import { type Html, html } from '../markup.ts'
import { section } from './section.ts'

/** Whether a history is too empty for any figure. */
export const isEmpty = ({ sessions, calls }: HistoryProfile): boolean => sessions === 0 || calls === 0

/** The rest of a page without sessions or calls: what the reader can do. */
export const nothing = (history: HistoryProfile): Html => {
  const { why, steps } = adviceOn(history)
  return section({ id: 'nothing', question: 'What to do now', answer: why }, [
    html`<ul class="steps">${steps.map(({ command, effect }) => html`<li><code>${command}</code> ${effect}</li>`)}</ul>`,
  ])
}

interface Advice {
  why: string
  steps: { command: string; effect: string }[]
}

const SYNC = { command: 'warmstart sync', effect: 'reads what your agents have left on this machine.' }
const DOCTOR = { command: 'warmstart doctor', effect: 'says which agents were found here, and where.' }
const ANEW = { command: 'warmstart report --html report.html', effect: 'then makes this page again.' }
const WITHOUT_FILTER = { ...ANEW, effect: 'makes this page without a filter.' }

const adviceOn = ({ sessions, filter, withTrivial }: HistoryProfile): Advice => {
  if (sessions === 0 && Object.keys(filter).length > 0)
    return { why: 'No session fits the filter.', steps: [WITHOUT_FILTER, SYNC] }
  if (sessions === 0) return { why: 'There is no session in this store yet.', steps: [SYNC, DOCTOR, ANEW] }
  const made = withTrivial.calls === 0 ? 'no tool call was made' : 'only trivial tool calls were made'
  const why = `${counted(sessions, 'session')}, and ${made}: reliability is measured on calls.`
  return { why, steps: [SYNC, { command: 'warmstart sessions', effect: 'lists what was read.' }, ANEW] }
}
