import { type SessionListing, session } from '../sessions/operation.ts'
import { readOwnSessions } from '../sessions/own-operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { renderFacts, type ShownFact, renderTable } from '../../interfaces/cli/section.ts'
import { outcomeMark } from '../calls/outcome-show.ts'
import { grouped } from '../../lib/number-text.ts'
import { subjectText } from '../calls/subject-show.ts'
import type { Column } from '../../interfaces/cli/table.ts'

const COLUMNS: Column[] = [
  { title: '#', align: 'right' },
  { title: 'call' },
  { title: 'agent', shrink: 'end', drop: 1 },
  { title: 'tool', shrink: 'end' },
  { title: 'about', shrink: 'by-kind', least: 12 },
  { title: 'outcome' },
  { title: 'cause', drop: 2 },
  { title: 'evidence', shrink: 'end', least: 12, drop: 3 },
]

export const sessionCommand: Command = {
  name: 'session',
  paged: true,
  readsOnly: true,
  answersUnwritable: true,
  summary: 'show one session and its calls',
  arguments: 'ID',
  positionals: { least: 1, most: 1 },
  details: ['ID is a session id or a unique prefix of one.'],
  examples: [['warmstart session 0f3c', 'the session whose id begins so']],
  run: async (context) => {
    const { terminal } = context
    const store = await context.store()
    await readOwnSessions(context.app, store)
    const found = await session(store, context.positionals[0] ?? '')
    if (context.isSet('json')) {
      terminal.json(found)
      return EXIT.ok
    }
    for (const line of renderFacts(factsOf(found), terminal)) terminal.line(line)
    if (found.timeline.length === 0) return EXIT.ok
    const rows = found.timeline.map((call) => [
      String(call.position),
      call.id.slice(0, 12),
      call.agent ?? '',
      call.tool,
      subjectText(call.subject),
      outcomeMark(call, terminal),
      call.cause ?? '',
      call.outcome === 'ok' && !call.masked ? '' : call.evidence.replaceAll(/\s+/g, ' '),
    ])
    const hasAgents = found.timeline.some((call) => call.agent !== null)
    const columns = hasAgents ? COLUMNS : COLUMNS.filter((column) => column.title !== 'agent')
    const cells = hasAgents ? rows : rows.map((row) => row.filter((_, index) => index !== 2))
    terminal.line()
    for (const line of renderTable(columns, cells, terminal)) terminal.line(line)
    return EXIT.ok
  },
}

const factsOf = (found: SessionListing): ShownFact[] => {
  const { outcomes, tokens } = found
  return [
    ['session', found.session, 'whole'],
    ['source', [found.source, found.agentVersion].filter(Boolean).join(' ')],
    ['platform', found.platform],
    ['title', found.title],
    ['project', found.project],
    ['model', found.model],
    ['time', [found.startedAt, found.lastAt].filter(Boolean).join(' - ')],
    ['ended', found.endReason],
    ['parent', found.parent === null ? null : `${found.parent.session} (${found.parent.kind})`],
    ['messages', `${grouped(found.messages)}, ${grouped(found.userMessages)} of them the user's`],
    [
      'calls',
      `${grouped(found.calls)}: ${grouped(outcomes.ok)} ok, ${grouped(outcomes.error)} error, ${grouped(outcomes.unknown)} unknown`,
    ],
    [
      'tokens',
      tokens.output === null ? 'not recorded' : `${grouped(tokens.input ?? 0)} in, ${grouped(tokens.output)} out`,
    ],
    ['file', found.file, 'whole'],
  ]
}
