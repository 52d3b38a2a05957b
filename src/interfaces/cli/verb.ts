import { AppError } from '../../lib/error.ts'
import { closeName } from '../../lib/close-name.ts'
import type { Command } from './command.ts'

/** Resolves a sub-command, as in `gateway sessions`, and returns it with the remaining words. */
export const withVerb = async (command: Command, words: string[]): Promise<{ command: Command; words: string[] }> => {
  const { verbs } = command
  const [verb, ...rest] = words
  if (verbs === undefined || verb === undefined || verb.startsWith('-')) return { command, words }
  const load = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (load !== undefined) return { command: await load(), words: rest }
  if (command.positionals !== undefined) return { command, words }
  const close = closeName(verb, Object.keys(verbs))
  throw new AppError('usage', `${command.name} has no verb ${verb}`, {
    hint:
      close === undefined
        ? `there are: ${Object.keys(verbs).join(', ')}`
        : `did you mean \`warmstart ${command.name} ${close}\`?`,
  })
}
