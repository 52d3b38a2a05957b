import type { HistoryProfile } from '../../schema/listing/history-profile.ts'
import { alignFigures, bars, countText, createFigures, pointsText } from '../../interfaces/cli/figures.ts'
import {
  renderFacts,
  toPlainLine,
  renderRemark,
  type Screen,
  renderSection,
  renderTable,
} from '../../interfaces/cli/section.ts'
import { textAloneText } from '../calls/outcome-show.ts'
import { driverLines } from './drivers-show.ts'
import { contrastTable, earlyLateLines } from './early-late-show.ts'
import { type Group, groupTable } from './groups-show.ts'
import { maskedLines } from './masked-show.ts'
import { positionLines } from './positions-show.ts'
import { errorKindLines } from './signatures-show.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { wrap } from '../../interfaces/cli/table.ts'

/** Prints every figure of the history: a summary in words first, then the tables behind it. */
export const historyLines = (history: HistoryProfile, screen: Screen): string[] => {
  if (history.sessions === 0) return nothingThere(history, screen)
  const groups = <G extends Group>(title: string, noun: string, list: readonly G[], nameOf: (group: G) => string) =>
    groupTable({ title, noun, nameOf, groups: list, cut: noun === 'project' ? 'start' : 'end' }, screen)
  return [
    ...wrap(history.statement, screen.width),
    '',
    ...overview(history, screen),
    ...groups('By length of the session (messages)', 'messages', history.byLength, (group) => group.bucket),
    ...earlyLateLines(history, screen),
    ...causeLines(history, screen),
    ...maskedLines(history.masked, screen),
    ...errorKindLines('Errors on which most calls were spent', history.signatures, screen),
    ...positionLines(history, screen),
    ...groupTable({ ...TOOLS, groups: history.byTool }, screen),
    ...groups('Kinds of tools', 'kind', history.byKind, (group) => group.kind),
    ...groups('Task types', 'task type', history.byTaskType, (group) => group.taskType),
    ...taskContrasts(history, screen),
    ...groups('Sources', 'source', history.bySource, (group) => group.source),
    ...groups('Models', 'model', history.byModel, (group) => group.model),
    ...groups('Projects', 'project', history.byProject, (group) => group.project),
    ...groups('Platforms', 'platform', history.byPlatform, (group) => group.platform),
    ...groups('Months, latest first', 'month', history.byMonth.toSorted(latestFirst), (group) => group.month),
    ...driverLines(history.drivers, screen),
    '',
    ...renderRemark(READING, screen),
  ]
}

const TOOLS = {
  title: 'Tools',
  noun: 'tool',
  nameOf: ({ tool }: HistoryProfile['byTool'][number]) => tool,
  kindOf: ({ kind }: HistoryProfile['byTool'][number]) => kind,
}

const READING =
  'A rate is errors of calls whose outcome is known (n), with its 95 % interval; sessions, not calls, are taken as independent. Trivial tools are left out. docs/how-reliable.md says what each figure can and cannot tell.'

const latestFirst = (a: { month: string }, b: { month: string }): number => (a.month < b.month ? 1 : -1)

/** Printed instead of figures if no session fits. */
export const nothingThere = (history: HistoryProfile, screen: Screen): string[] => {
  const narrowed = filterText(history)
  const text =
    narrowed === ''
      ? 'There is no session yet. `warmstart sync` reads your history; `warmstart sources` shows where it is looked for.'
      : `No session fits ${narrowed}. \`warmstart sessions\` lists what there is.`
  return wrap(text, screen.width)
}

/** The filters on the history; empty: all of it. */
export const filterText = ({ filter }: HistoryProfile): string =>
  Object.entries(filter)
    .map(([name, value]) => `${FILTER_WORDS[name] ?? name} ${toPlainLine(String(value)).replace(MIDNIGHT, '')}`)
    .join(', ')

/** `until` excludes its own moment, so the end of a day is the start of the next. */
const FILTER_WORDS: Record<string, string> = {
  since: 'began since',
  until: 'began before',
  minMessages: 'min-messages',
}
const MIDNIGHT = /T00:00:00\.000Z$/

const overview = (history: HistoryProfile, screen: Screen): string[] => {
  const { outcomes, recoveries } = history
  const figures = createFigures()
  const values = [
    [history.errorRate, history.reason],
    [history.agentErrorRate, history.reason],
    [recoveries.recovered, recoveries.reason],
  ] as const
  const cells = alignFigures(values.map(([value, reason]) => figures.rate(value, reason)))
  const rows = ['error rate', 'caused by agent', 'errors recovered'].map((name, index) => [
    name,
    cells[index] ?? '',
    countText(values[index]?.[0] ?? null),
  ])
  const facts: [string, string][] = [
    ['only', filterText(history)],
    ['sessions', `${grouped(history.sessions)}, ${grouped(history.sessionsWithCalls)} of them with calls`],
    [
      'calls',
      `${grouped(history.calls)}: ${grouped(outcomes.ok)} ok, ${grouped(outcomes.error)} error, ${grouped(outcomes.unknown)} unknown`,
    ],
    ['text alone', textAloneText(history.textAlone, outcomes)],
  ]
  const columns = [{ title: '' }, { title: 'rate' }, { title: 'n', align: 'right' as const }]
  return [...renderFacts(facts, screen), ...renderTable(columns, rows, screen), ...figures.footnotes(screen.width)]
}

const taskContrasts = (history: HistoryProfile, screen: Screen): string[] => {
  const { code, file, contrast, answer, reason } = history.codeFirst
  const byTask = history.byTaskType.map(({ taskType, earlyLate }) => ({ name: taskType, earlyLate }))
  const first = [
    { name: 'code first', earlyLate: code.earlyLate },
    { name: 'file first', earlyLate: file.earlyLate },
  ]
  const difference =
    contrast === null
      ? `The difference of the two cannot be given: ${reason ?? 'not enough data'}.`
      : `The difference of the two: ${pointsText(contrast)} points (n ${counted(contrast.n, 'session')}).`
  const counts = `Sessions that begin mostly with code: ${grouped(code.sessions)}, mostly with files: ${grouped(file.sessions)}.`
  return [
    ...renderSection('Early against late, by task type', contrastTable('task type', byTask, screen), screen),
    ...renderSection(
      'Code first or files first: does one improve, the other degrade?',
      [
        ...wrap(answer, screen.width),
        ...contrastTable('', first, screen),
        ...wrap(`${difference} ${counts}`, screen.width),
      ],
      screen,
    ),
  ]
}

const causeLines = ({ byCause, outcomes }: HistoryProfile, screen: Screen): string[] => {
  if (outcomes.error === 0) return []
  const names = ['agent', 'environment', 'user', 'expected', 'not-run'] as const
  const bar = bars(names.map((name) => byCause[name]))
  const rows = names.map((name, index) => [name, grouped(byCause[name]), bar[index] ?? '', CAUSES[name]])
  const columns = [
    { title: 'cause' },
    { title: 'errors', align: 'right' as const },
    { title: '', drop: 2 },
    { title: 'the call failed because', shrink: 'end' as const, least: 30, drop: 1 },
  ]
  return renderSection('Errors by cause', renderTable(columns, rows, screen), screen)
}

const CAUSES = {
  agent: 'of what the agent asked for',
  environment: 'of its surroundings: network, rights',
  user: 'a person rejected or interrupted it',
  expected: 'failing is the answer: a red test',
  'not-run': 'it never started: a sibling failed',
}
