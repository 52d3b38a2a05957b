import { answer } from '../../interfaces/cli/answer.ts'
import { AppError } from '../../lib/error.ts'
import { rollback } from '../edit/templates-change-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { NAMED_BY, OWNER_FLAG, ownerOf } from '../../interfaces/cli/named-template.ts'

export const rollbackCommand: Command = {
  name: 'rollback',
  readsOnly: true,
  summary: 'make an older version of a template the current one',
  arguments: 'NAME VERSION',
  positionals: { least: 2, most: 2 },
  flags: OWNER_FLAG,
  details: [NAMED_BY, 'The old content becomes a new version: nothing is lost, and a rollback can be rolled back.'],
  examples: [['warmstart rollback shop-go 2', 'version 2 again']],
  run: async (context) => {
    const { app } = context
    const [name = '', word = ''] = context.positionals
    const version = /^v?(\d{1,9})$/.exec(word)?.[1]
    if (version === undefined || Number(version) === 0)
      throw new AppError('usage', `${word} is not a version`, {
        hint: 'a number, as `warmstart history NAME` lists them',
      })
    const input = { owner: ownerOf(context), name, version: Number(version), now: app.now() }
    const made = await rollback(await context.store(), input)
    const text = made.isNew
      ? `${made.name} is as it was at version ${version}; this is version ${made.version}.`
      : `${made.name} is the same as at version ${version} already: nothing was changed.`
    return answer(context, made, text)
  },
}
