import { sources } from './operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { listNotRead } from './not-read-operation.ts'
import type { SourceListing } from './shape.ts'
import { CAPABILITY_NAMES } from '../../sources/capability-names.ts'
import type { Screen } from '../../interfaces/cli/section.ts'
import { describeNotRead } from '../sync/show.ts'
import { counted } from '../../lib/number-text.ts'
import { wrap } from '../../interfaces/cli/table.ts'

export const sourcesCommand: Command = {
  name: 'sources',
  paged: true,
  answersUnwritable: true,
  summary: 'list the agents whose history can be read, and where warmstart looks for it',
  details: ['Agents that have left nothing on this machine are named in a line; --all shows them like the others.'],
  flags: {
    all: { type: 'boolean', help: 'also agents that have left nothing here, with every place that is looked at' },
  },
  run: async (context) => {
    const { terminal } = context
    const { green } = terminal.colors
    const notRead = listNotRead(context.app)
    const listed = await sources(context.app, await context.store())
    if (context.isSet('json')) {
      terminal.json({ sources: listed, notRead })
      return EXIT.ok
    }
    const isShown = (source: SourceListing): boolean =>
      context.isSet('all') || source.sessions > 0 || source.locations.some(({ exists }) => exists)
    for (const source of listed.filter(isShown)) for (const line of sourceLines(source, terminal)) terminal.line(line)
    for (const line of restLines(
      listed.filter((source) => !isShown(source)),
      terminal,
    ))
      terminal.line(line)
    for (const agent of notRead) {
      terminal.line(describeNotRead(agent))
      terminal.line(`  ${green('found')}  ${agent.path}`)
    }
    return EXIT.ok
  },
}

const sourceLines = (source: SourceListing, { width, colors: { bold, dim, green } }: Screen): string[] => [
  `${bold(source.source)}  ${source.title}`,
  ...(source.sessions > 0
    ? [`  ${dim(`${counted(source.sessions, 'session')}, ${counted(source.calls, 'call')} read`)}`]
    : []),
  ...wrap(tellingOf(source), width - 2).map((line) => `  ${dim(line)}`),
  ...source.locations.map(({ path, exists }) => `  ${exists ? green('found') : dim('  -  ')}  ${path}`),
  ...(source.locations.length === 0
    ? ['no place of its own:', `--source ${source.source} --path FILE_OR_DIRECTORY`].map((line) => `  ${dim(line)}`)
    : []),
]

/** Prints agents without history here, and formats without a default place. */
const restLines = (rest: readonly SourceListing[], { width }: Screen): string[] => {
  const names = (hasPlace: boolean): string =>
    rest
      .filter(({ locations }) => locations.length > 0 === hasPlace)
      .map(({ source }) => source)
      .join(', ')
  const [agents, formats] = [names(true), names(false)]
  return [
    ...(agents === ''
      ? []
      : wrap(`Not found on this machine: ${agents}. --all says where they are looked for.`, width)),
    ...(formats === '' ? [] : wrap(`Read with --source NAME --path FILE: ${formats}.`, width)),
  ]
}

/** What the records of a source hold: always, in part, and never. */
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
