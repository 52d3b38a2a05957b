import { parseArgs } from 'node:util'
import { AppError, messageOf } from '../../lib/error.ts'
import { closeName } from '../../lib/close-name.ts'
import { type Command, type Flag, GLOBAL_FLAGS } from './command.ts'

export interface Arguments {
  positionals: string[]
  /** The words after `--`, for a command that takes them. */
  rest: string[]
  values: Record<string, string | boolean | (string | boolean)[] | undefined>
  given: { name: string; value: string | boolean }[]
}

/** Parses the words after the command's name; an error has a sentence and a hint. */
export const readArguments = (command: Command, words: string[]): Arguments => {
  const flags = { ...GLOBAL_FLAGS, ...command.flags }
  const end = command.takesRest === true ? words.indexOf('--') : -1
  const rest = end < 0 ? [] : words.slice(end + 1)
  const { values, positionals, tokens } = parse(command, flags, end < 0 ? words : words.slice(0, end))
  const given = tokens.flatMap((token) =>
    token.kind === 'option' ? [{ name: token.name, value: token.value ?? true }] : [],
  )
  for (const { name, value } of given) checkValue(name, value, flags[name])
  checkOnce(command, given)
  if (values['help'] !== true) checkPositionals(command, positionals)
  return { positionals, rest, values, given }
}

const parse = (command: Command, flags: Record<string, Flag>, words: string[]) => {
  try {
    return parseArgs({
      args: withNegatives(flags, words),
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
    const [, flag] = /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' argument (?:missing|is ambiguous)/.exec(reason) ?? []
    if (flag !== undefined) throw refused(command, `${flag} needs a value`, error)
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(reason) ?? []
    if (unknown === undefined) throw refused(command, reason, error)
    const close = closeName(unknown.replace(/^-+/, ''), Object.keys(flags))
    throw refused(
      command,
      `there is no option ${unknown}`,
      error,
      close === undefined ? '' : `did you mean --${close}? `,
    )
  }
}

const refused = (command: Command, message: string, cause: unknown, guess = ''): AppError =>
  new AppError('usage', message, { hint: `${guess}see \`warmstart ${command.name} --help\``, cause })

/** Treats `--limit -1` as a number and not as an option `-1`, so that the flag itself can refuse it. */
const withNegatives = (flags: Record<string, Flag>, words: readonly string[]): string[] => {
  const joined: string[] = []
  for (const word of words) {
    const last = joined.at(-1) ?? ''
    if (/^-\d/.test(word) && flags[last.slice(2)]?.type === 'string' && last.startsWith('--'))
      joined[joined.length - 1] = `${last}=${word}`
    else joined.push(word)
  }
  return joined
}

const checkValue = (name: string, value: string | boolean, flag: Flag | undefined): void => {
  if (value === '') {
    const { value: word = 'VALUE' } = flag ?? {}
    throw new AppError('usage', `--${name} needs a value`, { hint: `as in --${name} ${word}, or leave it out` })
  }
  if (flag?.choices === undefined || flag.choices.includes(String(value))) return
  throw new AppError('usage', `--${name} cannot be ${value}`, { hint: `use one of: ${flag.choices.join(', ')}` })
}

/**
 * Refuses a flag given twice, because one of two filters would be dropped silently. Global flags may come again: a
 * shell alias may already hold them.
 */
const checkOnce = (command: Command, given: Arguments['given']): void => {
  const seen = new Set<string>()
  for (const { name } of given) {
    const flag = command.flags?.[name]
    if (flag?.type === 'string' && flag.multiple !== true && seen.has(name))
      throw new AppError('usage', `--${name} was given twice`, { hint: 'keep one of the two' })
    seen.add(name)
  }
}

const checkPositionals = (command: Command, positionals: string[]): void => {
  const { least, most } = command.positionals ?? { least: 0, most: 0 }
  const hasEmpty = positionals.some((word) => word.trim() === '')
  if (positionals.length >= least && positionals.length <= most && !hasEmpty) return
  const usage = `warmstart ${command.name}${command.arguments === undefined ? '' : ` ${command.arguments}`}`
  const missing = (command.arguments ?? '').split(' ')[positionals.length]
  let reason =
    positionals.length < least
      ? `${missing === undefined ? 'something' : missing.replace(/[[\]]/g, '')} is missing`
      : `${positionals[most]} is one word too many${most > 0 ? '; a text of several words needs quotes' : ''}`
  // An empty word usually comes from an unset shell variable, and it would fit every id.
  if (hasEmpty) reason = 'one of the words is empty'
  throw new AppError('usage', reason, { hint: `usage: ${usage}` })
}
