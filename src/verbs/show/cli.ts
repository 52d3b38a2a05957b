import { answer } from '../../interfaces/cli/answer.ts'
import { AppError } from '../../lib/error.ts'
import { show } from '../list/templates-operation.ts'
import { type Command, type Context } from '../../interfaces/cli/command.ts'
import { templateLines } from './show.ts'
import { NAMED_BY, OWNER_FLAG, ownerOf } from '../../interfaces/cli/named-template.ts'

export const showCommand: Command = {
  name: 'show',
  paged: true,
  readsOnly: true,
  answersUnwritable: true,
  summary: 'show what is in a template, and what it rests on',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  flags: {
    version: { type: 'string', value: 'N', help: 'an older version, the same as NAME@N' },
    ...OWNER_FLAG,
  },
  details: [NAMED_BY, 'Long calls and results are cut; --json has all of them.'],
  examples: [
    ['warmstart show shop-go', 'as it is now'],
    ['warmstart show shop-go@2', 'as it was at version 2'],
  ],
  run: async (context) => {
    const found = await show(await context.store(), { owner: ownerOf(context), name: nameOf(context) })
    return answer(context, found, templateLines)
  },
}

const nameOf = (context: Context): string => {
  const [name = ''] = context.positionals
  const version = context.count('version')
  if (version === undefined) return name
  if (name.includes('@'))
    throw new AppError('usage', `${name} and --version both name a version`, { hint: 'keep one of the two' })
  return `${name}@${version}`
}
