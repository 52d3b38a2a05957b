import { parseArgs } from 'node:util'
import { AppError, messageOf } from '../../lib/error.ts'
import { type Command, type Flag, GLOBAL_FLAGS } from './command.ts'

export interface Arguments {
  positionals: string[]
  values: Record<string, string | boolean | (string | boolean)[] | undefined>
  given: { name: string; value: string | boolean }[]
}

/** Reads the words behind the command's name; anything wrong is a sentence and a hint. */
export const readArguments = (command: Command, words: string[]): Arguments => {
  const flags = { ...GLOBAL_FLAGS, ...command.flags }
  const { values, positionals, tokens } = parse(command, flags, words)
  const given = tokens.flatMap((token) =>
    token.kind === 'option' ? [{ name: token.name, value: token.value ?? true }] : [],
  )
  for (const { name, value } of given) checkChoice(name, value, flags[name])
  if (values['help'] !== true) checkPositionals(command, positionals)
  return { positionals, values, given }
}

const parse = (command: Command, flags: Record<string, Flag>, words: string[]) => {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      allowNegative: false,
      tokens: true,
      options: Object.fromEntries(
        Object.entries(flags).map(([name, flag]) => [
          name,
          {
            type: flag.type,
            multiple: flag.multiple ?? false,
            ...(flag.short === undefined ? {} : { short: flag.short }),
          },
        ]),
      ),
    })
  } catch (error) {
    const [reason = ''] = messageOf(error).split(/\.? (?:To specify|Did you)|\n/)
    throw new AppError('usage', reason, { hint: `see \`warmstart ${command.name} --help\``, cause: error })
  }
}

const checkChoice = (name: string, value: string | boolean, flag: Flag | undefined): void => {
  if (flag?.choices === undefined || flag.choices.includes(String(value))) return
  throw new AppError('usage', `--${name} does not know ${value}`, { hint: `use one of: ${flag.choices.join(', ')}` })
}

const checkPositionals = (command: Command, positionals: string[]): void => {
  const { least, most } = command.positionals ?? { least: 0, most: 0 }
  if (positionals.length >= least && positionals.length <= most) return
  const usage = `warmstart ${command.name}${command.arguments === undefined ? '' : ` ${command.arguments}`}`
  const reason = positionals.length < least ? 'something is missing' : `${positionals[most]} is one word too many`
  throw new AppError('usage', reason, { hint: `usage: ${usage}` })
}
