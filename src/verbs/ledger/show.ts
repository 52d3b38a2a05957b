import type { Ledger, LedgerEntry } from './operation.ts'
import { AGAIN, HINT } from '../../schema/delivery-event.ts'
import { createFigures, pointsText } from '../../interfaces/cli/figures.ts'
import { hurtingLines } from '../experiment/hurting-show.ts'
import { lateText } from '../hook/show.ts'
import { toPlainLine, renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { grouped } from '../../lib/number-text.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'

const ENTRIES: Column[] = [
  { title: 'when', drop: 2 },
  { title: 'template', shrink: 'end', least: 10 },
  { title: 'how', drop: 5 },
  { title: 'agent', drop: 4 },
  { title: 'session', drop: 1 },
  { title: 'exposure' },
  { title: 'agent errors' },
  { title: 'reported', drop: 3 },
]

const ARMS: Column[] = [
  { title: 'template', shrink: 'end', least: 10 },
  { title: 'arm' },
  { title: 'sessions', align: 'right' },
  { title: 'back', align: 'right' },
  { title: 'agent errors a call', align: 'right' },
  { title: 'reported success', align: 'right', drop: 1 },
]

/** Prints the newest entries, and for each template both arms and their comparison. */
export const ledgerLines = ({ entries, total, templates, hurting, hooks }: Ledger, screen: Screen): string[] => {
  const hookLines = hooks === null ? [] : ['', ...wrap(`Hooks ${lateText(hooks)}.`, screen.width)]
  if (total === 0)
    return [
      ...wrap(
        'Nothing was given to anybody yet. `warmstart install AGENT` gives templates to new sessions; `warmstart load` prints one.',
        screen.width,
      ),
      ...hurtingLines(hurting, screen),
      ...hookLines,
    ]
  const hidden = total - entries.length
  return [
    ...renderTable(ENTRIES, entries.map(entryCells), screen),
    ...(hidden > 0 ? renderRemark(`and ${grouped(hidden)} older; --limit shows more`, screen) : []),
    ...armLines(templates, screen),
    ...hurtingLines(hurting, screen),
    ...hookLines,
  ]
}

const entryCells = (entry: LedgerEntry): string[] => [
  entry.at.slice(0, 16).replace('T', ' '),
  entry.template === null ? '(deleted)' : `${toPlainLine(entry.template)}@${entry.version}`,
  entry.event === null ? entry.how : `${entry.how}: ${entry.event}`,
  toPlainLine(entry.source ?? ''),
  toPlainLine(entry.sessionKey?.slice(0, SESSION_DIGITS) ?? ''),
  exposureText(entry),
  errorsText(entry),
  entry.outcome === null ? '' : entry.outcome === 'ok' ? 'success' : 'failure',
]

/** As many digits as `sessions` shows; `report-outcome` accepts them. */
const SESSION_DIGITS = 8

/** Marks what a session got after its one dose. */
const exposureText = ({ exposure, event }: LedgerEntry): string => {
  if (exposure !== 'given') return exposure
  return event === HINT ? 'hint' : event === AGAIN ? 'given again' : exposure
}

const errorsText = ({ session, exposure, sessionKey }: LedgerEntry): string => {
  if (session !== null) return `${grouped(session.agentErrors)} of ${grouped(session.calls)}`
  return exposure === 'unknown' && sessionKey === null ? '-' : 'not back yet'
}

const armLines = (templates: Ledger['templates'], screen: Screen): string[] => {
  const drawn = templates.filter(({ warm, cold }) => warm.sessions + cold.sessions > 0)
  if (drawn.length === 0) return []
  const figures = createFigures()
  const rows = drawn.flatMap(({ template, warm, cold }) =>
    (
      [
        ['warm', warm],
        ['cold', cold],
      ] as const
    ).map(([arm, each]) => [
      arm === 'warm' ? toPlainLine(template ?? '(deleted)') : '',
      arm,
      grouped(each.sessions),
      grouped(each.returned),
      figures.rate(each.agentErrors, each.reason),
      figures.rate(each.success, each.success === null ? undefined : each.reason),
    ]),
  )
  const said = drawn.flatMap(({ template, verdict, verdictBy, difference, why }) => {
    const by = verdictBy === null ? '' : ` by ${verdictBy.replaceAll('-', ' ')}`
    const points = difference === null ? '' : `: ${pointsText({ ...difference, n: 0 })} points, warm minus cold`
    return wrap(
      `${toPlainLine(template ?? '(deleted)')}: ${verdict.replaceAll('-', ' ')}${by}${points} (${why})`,
      screen.width,
    )
  })
  return [
    ...renderSection('Warm and cold', [...renderTable(ARMS, rows, screen), ...figures.footnotes(screen.width)], screen),
    ...renderSection('Does it help?', said, screen),
  ]
}
