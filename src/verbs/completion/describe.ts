import { type Command, type Flag, GLOBAL_FLAGS } from '../../interfaces/cli/command.ts'

/** One command, or one verb of a command, as completion scripts see it. */
export interface Described {
  /** `gateway` or `gateway sessions`. */
  name: string
  summary: string
  verbs: { name: string; summary: string }[]
  flags: DescribedFlag[]
}

export interface DescribedFlag {
  name: string
  help: string
  takesValue: boolean
  choices: readonly string[]
  /** The value is a file or a directory. */
  isPath: boolean
}

/** The input of completion scripts: the registered commands and their aliases. */
export interface CommandList {
  commands: Readonly<Record<string, () => Promise<Command>>>
  aliases: Readonly<Record<string, string>>
}

/** Describes every command with its verbs and flags in the order of the registry, then the aliases. */
export const describeCommands = async ({ commands, aliases }: CommandList): Promise<Described[]> => {
  const described: Described[] = []
  const byName = new Map<string, Command>()
  for (const [name, load] of Object.entries(commands)) {
    const command = await load()
    byName.set(name, command)
    described.push(...(await describe(name, command)))
  }
  for (const [alias, name] of Object.entries(aliases)) {
    const command = byName.get(name)
    if (command !== undefined) described.push(...(await describe(alias, command)))
  }
  return described
}

const describe = async (name: string, command: Command): Promise<Described[]> => {
  const verbs = await Promise.all(
    Object.entries(command.verbs ?? {}).map(async ([verb, load]) => ({ verb, command: await load() })),
  )
  return [
    {
      name,
      summary: command.summary,
      verbs: verbs.map((each) => ({ name: each.verb, summary: each.command.summary })),
      flags: flagsOf(command),
    },
    ...verbs.map((each) => ({
      name: `${name} ${each.verb}`,
      summary: each.command.summary,
      verbs: [],
      flags: flagsOf(each.command),
    })),
  ]
}

const flagsOf = (command: Command): DescribedFlag[] =>
  Object.entries({ ...command.flags, ...GLOBAL_FLAGS }).map(([name, flag]) => ({
    name,
    help: flag.help,
    takesValue: flag.type === 'string',
    choices: flag.choices ?? [],
    isPath: isPath(flag),
  }))

const isPath = ({ type, value }: Flag): boolean => type === 'string' && /^(?:PATH|FILE|DIR)/.test(value ?? '')
