import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { filterOf, TIME_FLAGS } from '../../interfaces/cli/history-filter.ts'

/** One or two screens of sessions; `--json` and `--limit` give more. */
const SHOWN = 15

export const searchCommand: Command = {
  name: 'search',
  paged: true,
  readsOnly: true,
  answersUnwritable: true,
  summary: 'find sessions by the words in them',
  arguments: 'WORDS',
  // Each word costs a search of every message and call.
  positionals: { least: 1, most: 12 },
  flags: {
    source: { type: 'string', value: 'NAME', help: 'only sessions of this agent' },
    project: {
      type: 'string',
      value: 'PATH',
      help: 'only sessions in this project: its path or the name of its folder',
    },
    owner: { type: 'string', value: 'NAME', help: 'only sessions of this owner' },
    ...TIME_FLAGS,
    limit: { type: 'string', value: 'N', help: `list at most N sessions (default ${SHOWN}; all with --json)` },
  },
  details: [
    'A session is found if every word stands in its title, its project, a message that a person typed, or a command, path or evidence of its calls. Upper and lower case are the same. Quotes make one word of several: they must then stand beside each other.',
    '`warmstart calls --grep WORDS` finds single calls instead.',
  ],
  examples: [
    ['warmstart search flaky checkout', ''],
    ['warmstart search "cargo test" --project shop --since 30d', ''],
  ],
  run: async (context) => {
    const { terminal } = context
    const { search } = await import('./operation.ts')
    const words = context.positionals.map((word) => word.trim())
    const asJson = context.isSet('json')
    const limit = context.count('limit') ?? (asJson ? undefined : SHOWN)
    const { source, owner, project, since, until } = filterOf(context)
    // One session above the limit shows that there are more.
    const more = asJson || limit === undefined ? limit : limit + 1
    const hits = search(await context.store(), words, { source, owner, project, since, until, limit: more })
    if (asJson) {
      await terminal.jsonLines(hits)
      return EXIT.ok
    }
    const { searchLines } = await import('./show.ts')
    const found = await Array.fromAsync(hits)
    for (const line of searchLines(found, { limit: limit ?? found.length, words }, terminal)) terminal.line(line)
    return EXIT.ok
  },
}
