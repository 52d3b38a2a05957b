import { type ChatListing, gatewaySessions } from './sessions-operation.ts'
import { platformNamed } from '../../gateway/identity/source.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { toPlainLine, renderRemark, renderTable } from '../../interfaces/cli/section.ts'
import { grouped } from '../../lib/number-text.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'

/** One screen of chats; `--json` and `--limit` give more. */
const SHOWN = 30

const COLUMNS: Column[] = [
  { title: 'chat', shrink: 'end' },
  { title: 'key' },
  { title: 'session', drop: 2 },
  { title: 'last', drop: 1 },
  { title: 'tokens', align: 'right', drop: 3 },
]

export const gatewaySessionsCommand: Command = {
  name: 'gateway sessions',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'list chats and the session each is in, newest first',
  flags: {
    active: { type: 'string', value: 'MINUTES', help: 'only those in which something happened since' },
    platform: { type: 'string', value: 'NAME', help: 'only chats of this platform' },
    owner: { type: 'string', value: 'NAME', help: 'only chats of this owner, such as telegram:42' },
    limit: { type: 'string', value: 'N', help: `list at most N (default ${SHOWN}; all with --json)` },
  },
  details: ['Tokens are those of the session so far; `-` where no answer has said how many.'],
  examples: [
    ['warmstart gateway sessions', ''],
    ['warmstart gateway sessions --active 60 --json', 'one JSON object a line'],
  ],
  run: async (context) => {
    const { app, terminal } = context
    const asJson = context.isSet('json')
    const named = context.text('platform')
    const rows = await gatewaySessions(app, await context.store(), {
      activeWithinMinutes: context.count('active'),
      platform: named === undefined ? undefined : platformNamed(named),
      owner: context.text('owner'),
      limit: context.count('limit') ?? (asJson ? undefined : SHOWN),
    })
    if (asJson) {
      for (const row of rows) terminal.json(row)
      return EXIT.ok
    }
    const lines = rows.length === 0 ? wrap(NONE, terminal.width) : renderTable(COLUMNS, rows.map(cells), terminal)
    for (const line of lines) terminal.line(line)
    if (rows.length > 0) for (const line of ['', ...renderRemark(NEXT, terminal)]) terminal.line(line)
    return EXIT.ok
  },
}

const NONE = 'No chat fits. A chat comes into being with its first message.'
const NEXT = '`warmstart gateway reset KEY` begins a new session; a beginning of the key that no other has is enough.'

const cells = (row: ChatListing): string[] => [
  toPlainLine(row.displayName),
  row.key,
  row.id.slice(0, 8),
  row.updatedAt.slice(0, 16).replace('T', ' '),
  tokensOf(row),
]

/** An unknown count is not shown as zero. */
const tokensOf = ({ tokens: { input, output } }: ChatListing): string =>
  input === null && output === null ? '-' : grouped((input ?? 0) + (output ?? 0))
