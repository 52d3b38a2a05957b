import { AppError } from '../../lib/error.ts'
import { countKinds, type SessionKinds, type SessionListing, sessions } from './operation.ts'
import { readOwnSessions } from './own-operation.ts'
import { UNOWNED } from '../../schema/owner.ts'
import { SESSION_KINDS } from '../../schema/session-kind.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { filterOf, TIME_FLAGS } from '../../interfaces/cli/history-filter.ts'
import { renderRemark, renderTable } from '../../interfaces/cli/section.ts'
import { grouped } from '../../lib/number-text.ts'
import { type Column, uniqueLength, wrap } from '../../interfaces/cli/table.ts'

/** One screen of sessions; `--json` and `--limit` give more. */
const SHOWN = 30

const COLUMNS: Column[] = [
  { title: 'session' },
  { title: 'source', shrink: 'end' },
  { title: 'kind', drop: 4 },
  { title: 'last', drop: 2 },
  { title: 'messages', align: 'right', drop: 3 },
  { title: 'calls', align: 'right', drop: 1 },
  { title: 'error', align: 'right' },
  { title: 'what', shrink: 'end' },
]

export const sessionsCommand: Command = {
  name: 'sessions',
  paged: true,
  readsOnly: true,
  answersUnwritable: true,
  summary: 'list sessions, newest first',
  flags: {
    source: { type: 'string', value: 'NAME', help: 'only sessions of this agent' },
    platform: { type: 'string', value: 'NAME', help: 'only sessions held there (cli, telegram, ...)' },
    kind: { type: 'string', value: 'NAME', help: `only of this kind: ${SESSION_KINDS.join(', ')}` },
    project: { type: 'string', value: 'PATH', help: 'only sessions in this project' },
    owner: { type: 'string', value: 'NAME', help: 'only sessions of this owner' },
    unowned: { type: 'boolean', help: 'only sessions without an owner; other listings leave them out' },
    ...TIME_FLAGS,
    limit: { type: 'string', value: 'N', help: `list at most N (default ${SHOWN}; all with --json)` },
  },
  details: ['A session belongs to the time at which it began.'],
  examples: [['warmstart sessions --source codex', 'the latest sessions of Codex']],
  run: async (context) => {
    const { terminal } = context
    const asJson = context.isSet('json')
    const limit = context.count('limit') ?? (asJson ? undefined : SHOWN)
    const names = ['source', 'platform', 'project', 'owner']
    const filter = Object.fromEntries(names.map((name) => [name, context.text(name)]))
    const { project, since, until } = filterOf(context)
    if (context.isSet('unowned') && filter['owner'] !== undefined)
      throw new AppError('usage', '--unowned and --owner exclude each other', { hint: 'leave out one of the two' })
    const owner = context.isSet('unowned') ? UNOWNED : filter['owner']
    const kind = kindOf(context.text('kind'))
    const store = await context.store()
    await readOwnSessions(context.app, store)
    const wanted = { ...filter, owner, project, since, until }
    const rows = sessions(store, { ...wanted, kind, limit })
    if (asJson) {
      await terminal.jsonLines(rows)
      return EXIT.ok
    }
    const listed = await Array.fromAsync(rows)
    const length = uniqueLength(listed.map((row) => row.session))
    const shown = listed.map((row) => cells(row, length))
    const lines = shown.length === 0 ? wrap(NONE, terminal.width) : renderTable(COLUMNS, shown, terminal)
    for (const line of lines) terminal.line(line)
    const left = whatIsLeft(shown.length, kind, await countKinds(store, wanted))
    const words = [...left, ...(shown.length > 0 ? [NEXT] : [])]
    for (const line of words.flatMap((each, index) => [...(index === 0 ? [''] : []), ...renderRemark(each, terminal)]))
      terminal.line(line)
    return EXIT.ok
  },
}

const NONE = 'No session fits, or none was read yet. `warmstart sync` reads your history.'
const NEXT = '`warmstart session ID` shows one with its calls; a prefix of the id is enough.'

const kindOf = (name: string | undefined): (SessionListing['kind'] & string) | undefined => {
  const kind = SESSION_KINDS.find((each) => each === name)
  if (name !== undefined && kind === undefined)
    throw new AppError('usage', `there is no kind of session called ${name}`, {
      hint: `use one of: ${SESSION_KINDS.join(', ')}`,
    })
  return kind
}

/** Says which sessions the list leaves out, and the flag that shows them. */
const whatIsLeft = (shown: number, kind: string | undefined, { kinds, unowned }: SessionKinds): string[] => {
  const total = kinds.reduce((sum, each) => sum + (kind === undefined || each.kind === kind ? each.sessions : 0), 0)
  const named = kinds.map((each) => `${grouped(each.sessions)} ${KIND_WORDS[each.kind ?? 'untold']}`).join(', ')
  const lines: string[] = []
  if (total > shown) lines.push(`${grouped(shown)} of ${grouped(total)} are shown; --limit shows more.`)
  if (kinds.length > 1) lines.push(`By kind: ${named}; --kind shows one of them.`)
  if (unowned > 0) lines.push(`${grouped(unowned)} without an owner are left out; --unowned shows them.`)
  return lines
}

const KIND_WORDS = {
  person: 'of people',
  job: 'of jobs',
  subagent: 'of sub-agents',
  experiment: 'of experiments',
  probe: 'probes',
  untold: 'of untold kind',
} as const

const cells = (row: SessionListing, length: number): string[] => [
  row.session.slice(0, length),
  row.source,
  row.kind ?? '',
  (row.lastAt ?? row.startedAt ?? '').slice(0, 10),
  grouped(row.messages),
  grouped(row.calls),
  grouped(row.outcomes.error),
  row.title ?? row.project?.split('/').at(-1) ?? '',
]
