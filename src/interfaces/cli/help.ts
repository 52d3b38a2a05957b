import { type Command, type Flag, GLOBAL_FLAGS } from './command.ts'
import { COMMAND_GROUPS, COMMANDS } from '../../verbs/registry.ts'
import { wrap } from './table.ts'

const INDENT = '  '

/** The list of commands, by purpose. */
export const overview = async (width: number): Promise<string[]> => {
  const lines = ['warmstart - the session layer for LLM agents', '', 'Usage: warmstart COMMAND [options]']
  const longest = Math.max(...Object.keys(COMMANDS).map((name) => name.length))
  const load = async (name: string): Promise<[string, Command | undefined]> => [name, await COMMANDS[name]?.()]
  const commands = new Map(await Promise.all(Object.keys(COMMANDS).map(load)))
  for (const [title, names] of Object.entries(COMMAND_GROUPS)) {
    lines.push('', `${title}:`)
    for (const name of names) {
      const command = commands.get(name)
      if (command === undefined) continue
      const also = command.aliases === undefined ? '' : ` (also: ${command.aliases.join(', ')})`
      lines.push(...entry(name, longest, `${command.summary}${also}`, width))
    }
  }
  lines.push('', 'Options of every command:', ...flagLines(GLOBAL_FLAGS, width))
  lines.push('', ...wrap('Begin with `warmstart start`. `warmstart COMMAND --help` shows examples.', width))
  return [...lines, ...wrap('`warmstart warm COMMAND` is the same as `warmstart COMMAND`.', width)]
}

export const commandHelp = async (command: Command, width: number): Promise<string[]> => {
  const argumentsText = command.arguments === undefined ? '' : ` ${command.arguments}`
  const lines = [
    ...wrap(`Usage: warmstart ${command.name}${argumentsText} [options]`, width),
    '',
    ...wrap(sentence(command.summary), width),
  ]
  if (command.aliases !== undefined) lines.push(`Also: warmstart ${command.aliases.join(', warmstart ')}`)
  for (const detail of command.details ?? []) lines.push(...wrap(detail, width))
  if (command.verbs !== undefined) lines.push('', ...(await verbLines(command, width)))
  if (command.flags !== undefined) lines.push('', 'Options:', ...flagLines(command.flags, width))
  lines.push('', 'Options of every command:', ...flagLines(GLOBAL_FLAGS, width))
  if (command.examples !== undefined) {
    lines.push('', 'Examples:')
    for (const [line, meaning] of command.examples) {
      if (meaning !== '') lines.push(...wrap(`# ${meaning}`, width, INDENT))
      lines.push(`${INDENT}${line}`)
    }
  }
  return lines
}

const verbLines = async ({ name, verbs = {} }: Command, width: number): Promise<string[]> => {
  const longest = Math.max(...Object.keys(verbs).map((verb) => verb.length))
  const lines = ['Verbs:']
  for (const [verb, load] of Object.entries(verbs)) lines.push(...entry(verb, longest, (await load()).summary, width))
  return [...lines, ...wrap(`\`warmstart ${name} VERB --help\` shows what each takes.`, width)]
}

const flagLines = (flags: Record<string, Flag>, width: number): string[] => {
  const names = Object.entries(flags).map(
    ([name, flag]) => [`--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`, flag.help] as const,
  )
  const longest = Math.max(...names.map(([name]) => name.length))
  return names.flatMap(([name, help]) => entry(name, longest, help, width))
}

const entry = (name: string, longest: number, text: string, width: number): string[] => {
  const indent = ' '.repeat(INDENT.length + longest + 2)
  const [first = '', ...rest] = wrap(text, width, indent)
  return [`${INDENT}${name.padEnd(longest + 2)}${first.slice(indent.length)}`, ...rest]
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
