import { CAUSES, OUTCOMES } from '../../../operations/outcome.ts'
import { calls } from '../../../operations/calls.ts'
import { sessionNamed } from '../../../operations/sessions.ts'
import { type Command, EXIT } from '../command.ts'
import { outcomeMark } from '../show-outcome.ts'
import { shortPath, table } from '../table.ts'

/** A person reads a screen or two; `--json` and `--limit` give more. */
const SHOWN = 50

export const callsCommand: Command = {
  name: 'calls',
  readsOnly: true,
  summary: 'list tool calls with their outcomes',
  flags: {
    source: { type: 'string', value: 'NAME', help: 'only calls of this agent' },
    session: { type: 'string', value: 'ID', help: 'only calls of this session (a unique prefix will do)' },
    project: { type: 'string', value: 'PATH', help: 'only calls in this project: its path or the name of its folder' },
    tool: { type: 'string', value: 'NAME', help: 'only calls of this tool' },
    outcome: { type: 'string', value: 'OUTCOME', choices: OUTCOMES, help: 'ok, error or unknown' },
    cause: { type: 'string', value: 'CAUSE', choices: CAUSES, help: 'agent, environment, user, expected or not-run' },
    limit: { type: 'string', value: 'N', help: 'at most so many' },
    seeded: { type: 'boolean', help: 'also the calls that a seed put into a conversation' },
  },
  details: ['With --json: one object a line, all of them. Without: the first 50.'],
  examples: [
    ['warmstart calls --outcome error --cause agent', 'what your agents got wrong'],
    ['warmstart calls --json | jq -r .rule | sort | uniq -c', 'which rules decided'],
  ],
  run: async (context) => {
    const { terminal } = context
    const names = ['source', 'session', 'project', 'tool', 'outcome', 'cause']
    const filter = Object.fromEntries(names.map((name) => [name, context.text(name)]))
    const store = await context.store()
    if (filter['session'] !== undefined) filter['session'] = (await sessionNamed(store, filter['session'])).native_id
    const limit = context.count('limit')
    const rows = firstOf(calls(store, { ...filter, seeded: context.isSet('seeded') }), limit)
    if (context.isSet('json')) {
      await terminal.jsonLines(rows)
      return EXIT.ok
    }
    const shown: string[][] = []
    let isCut = false
    for await (const call of rows) {
      isCut = shown.length === SHOWN && limit === undefined
      if (isCut) break
      shown.push([
        call.id.slice(0, 12),
        call.tool,
        shortPath(call.subject),
        outcomeMark(call, terminal),
        call.cause ?? '',
        call.evidence.replaceAll(/\s+/g, ' '),
      ])
    }
    if (shown.length === 0) {
      const isNarrow = Object.values(filter).some((value) => value !== undefined)
      terminal.line(isNarrow ? 'No call fits. `warmstart calls` without filters lists all.' : NOTHING_YET)
      return EXIT.ok
    }
    const columns = [
      { title: 'id' },
      { title: 'tool', shrink: 'end' as const },
      { title: 'about', shrink: 'end' as const },
      { title: 'outcome' },
      { title: 'cause' },
      { title: 'evidence', shrink: 'end' as const },
    ]
    const [heading = '', ...lines] = table(columns, shown, terminal.width)
    for (const line of [terminal.colors.dim(heading), ...lines]) terminal.line(line)
    if (isCut)
      terminal.line(terminal.colors.dim(`\nThe first ${SHOWN}. Narrow it with the filters, or use --json for all.`))
    terminal.line(terminal.colors.dim('`warmstart explain ID` shows what an outcome rests on.'))
    return EXIT.ok
  },
}

const NOTHING_YET =
  'No calls yet. `warmstart sync` reads your history; `warmstart sources` shows where it is looked for.'

const firstOf = async function* <T>(rows: AsyncIterable<T>, limit: number | undefined): AsyncIterable<T> {
  let count = 0
  for await (const row of rows) {
    if (limit !== undefined && ++count > limit) return
    yield row
  }
}
