import { sources } from '../../../operations/sources.ts'
import { type Command, EXIT } from '../command.ts'
import { grouped } from '../show-sync.ts'

export const sourcesCommand: Command = {
  name: 'sources',
  summary: 'list the agents whose history can be read, and where it is looked for',
  run: async (context) => {
    const { terminal } = context
    const { bold, dim, green } = terminal.colors
    const listed = await sources(context.app, await context.store())
    if (context.isSet('json')) {
      terminal.json({ sources: listed })
      return EXIT.ok
    }
    for (const source of listed) {
      const known =
        source.sessions === 0 ? '' : dim(`  ${grouped(source.sessions)} sessions, ${grouped(source.calls)} calls read`)
      terminal.line(`${bold(source.source)}  ${source.title}${known}`)
      for (const { path, exists } of source.locations)
        terminal.line(`  ${exists ? green('found') : dim('  -  ')}  ${path}`)
      if (source.locations.length === 0)
        terminal.line(dim(`  no place of its own: --source ${source.source} --path FILE_OR_DIRECTORY`))
    }
    return EXIT.ok
  },
}
