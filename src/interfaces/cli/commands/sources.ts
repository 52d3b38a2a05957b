import { sources } from '../../../operations/sources.ts'
import { type Command, EXIT } from '../command.ts'
import { listNotRead } from '../../../operations/not-read.ts'
import type { SourceListing } from '../../../schema/listing/source-listing.ts'
import { CAPABILITY_NAMES } from '../../../sources/capability-names.ts'
import { counted, describeNotRead } from '../show-sync.ts'
import { wrap } from '../table.ts'

export const sourcesCommand: Command = {
  name: 'sources',
  paged: true,
  answersUnwritable: true,
  summary: 'list the agents whose history can be read, and where it is looked for',
  run: async (context) => {
    const { terminal } = context
    const { bold, dim, green } = terminal.colors
    const notRead = listNotRead(context.app)
    const listed = await sources(context.app, await context.store())
    if (context.isSet('json')) {
      terminal.json({ sources: listed, notRead })
      return EXIT.ok
    }
    for (const source of listed) {
      const known = `${counted(source.sessions, 'session')}, ${counted(source.calls, 'call')} read`
      terminal.line(`${bold(source.source)}  ${source.title}`)
      if (source.sessions > 0) terminal.line(`  ${dim(known)}`)
      for (const line of wrap(tellingOf(source), terminal.width - 2)) terminal.line(`  ${dim(line)}`)
      for (const { path, exists } of source.locations)
        terminal.line(`  ${exists ? green('found') : dim('  -  ')}  ${path}`)
      if (source.locations.length === 0)
        for (const line of ['no place of its own:', `--source ${source.source} --path FILE_OR_DIRECTORY`])
          terminal.line(`  ${dim(line)}`)
    }
    for (const agent of notRead) {
      terminal.line(describeNotRead(agent))
      terminal.line(`  ${green('found')}  ${agent.path}`)
    }
    return EXIT.ok
  },
}

/** What its records tell, those that only some of them tell behind a word, and what none does. */
const tellingOf = ({ capabilities }: SourceListing): string => {
  const names = Object.entries(CAPABILITY_NAMES) as [keyof SourceListing['capabilities'], string][]
  const told = (telling: string): string[] =>
    names.flatMap(([key, name]) => (capabilities[key] === telling ? [name] : []))
  const groups = [
    ['', told('yes')],
    ['in part ', told('partly')],
    ['not ', told('no')],
  ] as const
  const said = groups.flatMap(([word, list]) => (list.length === 0 ? [] : [`${word}${list.join(', ')}`]))
  return `tells ${said.join('; ')}`
}
