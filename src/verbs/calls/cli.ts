import { CAUSES, OUTCOMES } from '../outcome/operation.ts'
import { type CallListing, calls } from './operation.ts'
import { findSession } from '../sessions/operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { filterOf, projectOf, TIME_FLAGS } from '../../interfaces/cli/history-filter.ts'
import { toPlainLine, renderRemark, renderTable } from '../../interfaces/cli/section.ts'
import { outcomeMark, textAloneText } from './outcome-show.ts'
import { subjectText } from './subject-show.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'

/** A person reads a screen or two; `--json` and `--limit` give more. */
const SHOWN = 50

export const callsCommand: Command = {
  name: 'calls',
  paged: true,
  readsOnly: true,
  answersUnwritable: true,
  summary: 'list tool calls with their outcomes, the newest session first',
  flags: {
    source: { type: 'string', value: 'NAME', help: 'only calls of this agent' },
    session: { type: 'string', value: 'ID', help: 'only calls of this session (a unique prefix will do)' },
    project: { type: 'string', value: 'PATH', help: 'only calls in this project: its path or the name of its folder' },
    tool: { type: 'string', value: 'NAME', help: 'only calls of this tool' },
    outcome: { type: 'string', value: 'OUTCOME', choices: OUTCOMES, help: 'ok, error or unknown' },
    cause: { type: 'string', value: 'CAUSE', choices: CAUSES, help: 'agent, environment, user, expected or not-run' },
    masked: { type: 'boolean', help: 'only masked calls: they looked fine, and had failed behind a pipe or a `;`' },
    grep: { type: 'string', value: 'WORDS', help: 'only calls whose command, path or evidence holds all these words' },
    ...TIME_FLAGS,
    limit: { type: 'string', value: 'N', help: 'list at most N (default 50; all with --json)' },
    seeded: { type: 'boolean', help: 'also the calls that a seed put into a conversation' },
  },
  details: [
    'With --json: one object a line, all of them. Without: the first 50.',
    'A call belongs to the time at which its session began.',
  ],
  examples: [
    ['warmstart calls --outcome error --cause agent --since 7d', 'what your agents got wrong this week'],
    ['warmstart calls --masked', 'calls that looked fine to the agent, and had failed'],
    ['warmstart calls --json | jq -r .rule | sort | uniq -c', 'which rules decided'],
  ],
  run: async (context) => {
    const { terminal } = context
    const names = ['source', 'session', 'project', 'tool', 'outcome', 'cause']
    const filter = Object.fromEntries(names.map((name) => [name, context.text(name)]))
    filter['project'] = projectOf(filter['project'])
    const store = await context.store()
    if (filter['session'] !== undefined) filter['session'] = (await findSession(store, filter['session'])).native_id
    const limit = context.count('limit')
    const { since, until } = filterOf(context)
    const words = context
      .text('grep')
      ?.split(/\s+/)
      .filter((word) => word !== '')
    const rows = firstOf(
      calls(store, {
        ...filter,
        since,
        until,
        seeded: context.isSet('seeded'),
        masked: context.isSet('masked'),
        words,
      }),
      limit,
    )
    if (context.isSet('json')) {
      await terminal.jsonLines(rows)
      return EXIT.ok
    }
    const shown: string[][] = []
    let isCut = false
    let textAlone = 0
    const outcomes = { ok: 0, error: 0, unknown: 0 }
    const masks = new Map<string, number>()
    for await (const call of rows) {
      isCut = shown.length === SHOWN && limit === undefined
      if (isCut) break
      outcomes[call.outcome]++
      if (call.textAlone) textAlone++
      if (call.hiddenBy !== null) masks.set(call.hiddenBy, (masks.get(call.hiddenBy) ?? 0) + 1)
      if (context.isSet('masked')) shown.push(maskedCells(call))
      else
        shown.push([
          call.id.slice(0, 12),
          call.tool,
          subjectText(call.subject),
          outcomeMark(call, terminal),
          call.cause ?? '',
          call.evidence.replaceAll(/\s+/g, ' '),
        ])
    }
    if (shown.length === 0) {
      const isNarrow =
        context.isSet('masked') || [...Object.values(filter), since, until, words].some((value) => value !== undefined)
      for (const line of wrap(isNarrow ? NONE_FITS : NOTHING_YET, terminal.width)) terminal.line(line)
      return EXIT.ok
    }
    for (const line of renderTable(context.isSet('masked') ? MASKED_COLUMNS : COLUMNS, shown, terminal))
      terminal.line(line)
    const cut = isCut
      ? `The first ${SHOWN}, of the newest sessions. Narrow it with the filters, or use --json for all. `
      : ''
    const hidden = context.isSet('masked') ? `Hidden by ${maskCounts(masks)}. ` : ''
    const said = `${hidden}${textAloneText(textAlone, outcomes)}. ${cut}${EXPLAINED}`
    for (const line of ['', ...renderRemark(said, terminal)]) terminal.line(line)
    return EXIT.ok
  },
}

/** Counts what hid the failures of the calls shown, most frequent first. */
const maskCounts = (masks: ReadonlyMap<string, number>): string =>
  [...masks]
    .toSorted(([, a], [, b]) => b - a)
    .map(([mask, count]) => `\`${toPlainLine(mask)}\` ${count}`)
    .join(', ')

const COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'tool', shrink: 'end' },
  { title: 'about', shrink: 'by-kind', least: 12 },
  { title: 'outcome' },
  { title: 'cause', drop: 1 },
  { title: 'evidence', shrink: 'end', least: 12, drop: 2 },
]
/** All masked calls ended ok, so these columns show what was hidden and by what, not the outcome. */
const MASKED_COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'about', shrink: 'by-kind', least: 12 },
  { title: 'hidden by', drop: 1 },
  { title: 'what was hidden', shrink: 'end', least: 20 },
]

const maskedCells = ({ id, subject, hiddenBy, evidence }: CallListing): string[] => {
  const told = evidence.slice(Math.max(0, evidence.indexOf(HID) + HID.length)).replaceAll(/\s+/g, ' ')
  return [id.slice(0, 12), subjectText(subject), toPlainLine(hiddenBy ?? ''), evidence.includes(HID) ? told : evidence]
}

const HID = ' hid: '

const EXPLAINED = '`warmstart explain ID` shows what an outcome rests on.'
const NONE_FITS = 'No call fits. `warmstart calls` without filters lists all.'
const NOTHING_YET =
  'No calls yet. `warmstart sync` reads your history; `warmstart sources` shows where it is looked for.'

const firstOf = async function* <T>(rows: AsyncIterable<T>, limit: number | undefined): AsyncIterable<T> {
  let count = 0
  for await (const row of rows) {
    if (limit !== undefined && ++count > limit) return
    yield row
  }
}
