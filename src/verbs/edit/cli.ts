import { answer } from '../../interfaces/cli/answer.ts'
import { AppError } from '../../lib/error.ts'
import { edit, type Template } from './templates-change-operation.ts'
import { readAddendum } from './addendum-file.ts'
import { type Command, type Context } from '../../interfaces/cli/command.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { NAMED_BY, OWNER_FLAG, ownerOf, TASK_TYPES } from '../../interfaces/cli/named-template.ts'

export const editCommand: Command = {
  name: 'edit',
  readsOnly: true,
  summary: 'change a template by hand',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  flags: {
    addendum: {
      type: 'string',
      value: 'FILE',
      help: 'text to be given with it; - is standard input, an empty file removes it',
    },
    description: { type: 'string', value: 'TEXT', help: 'what it is for' },
    tags: { type: 'string', value: 'A,B', help: 'its tags, in place of those it has; , removes them' },
    type: { type: 'string', value: 'TYPE', choices: TASK_TYPES, help: `its task type: ${TASK_TYPES.join(', ')}` },
    drop: {
      type: 'string',
      multiple: true,
      value: 'PIECE',
      help: 'leave this pattern, workflow or recovery out, for good',
    },
    keep: { type: 'string', multiple: true, value: 'PIECE', help: 'keep this one first, whatever later builds find' },
    ...OWNER_FLAG,
  },
  details: [
    NAMED_BY,
    'PIECE is an id (4 digits are enough) or a shape, as `warmstart show` prints them. Drops and keeps are remembered and hold for later builds of the same name; --keep takes a drop back.',
    'Every edit that changes something is a new version. Secrets in what you write are replaced.',
  ],
  examples: [
    ['warmstart edit shop-go --drop "git push" --tags go,shop', ''],
    ['echo "Use tabs." | warmstart edit shop-go --addendum -', ''],
  ],
  run: async (context) => {
    const { app } = context
    const [name = ''] = context.positionals
    const input = { owner: ownerOf(context), name, edit: editOf(context) }
    const made = await edit(app, await context.store(), input)
    return answer(context, made, said(made))
  },
}

const editOf = (context: Context) => {
  const all = (flag: string): string[] =>
    context.given.flatMap(({ name, value }) => (name === flag && typeof value === 'string' ? [value] : []))
  const file = context.text('addendum')
  const change = {
    addendum: file === undefined ? undefined : readAddendum(file),
    description: context.text('description'),
    tags: context.text('tags')?.split(','),
    taskType: context.text('type') as Template['taskType'] | undefined,
    drop: all('drop'),
    keep: all('keep'),
  }
  const isAsked = Object.values(change).some(
    (value) => value !== undefined && (!Array.isArray(value) || value.length > 0),
  )
  if (isAsked) return change
  throw new AppError('usage', 'edit needs something to change', {
    hint: 'one of --addendum, --description, --tags, --type, --drop, --keep',
  })
}

const said = (made: Template): string =>
  made.isNew
    ? `${made.name} is now at version ${made.version}: ${counted(made.patternCount, 'pattern')}, ${made.recoveryCount === 1 ? '1 recovery' : `${grouped(made.recoveryCount)} recoveries`}, about ${counted(made.tokens, 'token')}.`
    : `${made.name} is so already: nothing was changed.`
