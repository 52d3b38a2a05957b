import { answer } from '../../interfaces/cli/answer.ts'
import { history } from '../list/templates-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { templateHistoryLines } from './show.ts'
import { NAMED_BY, OWNER_FLAG, ownerOf } from '../../interfaces/cli/named-template.ts'

export const historyCommand: Command = {
  name: 'history',
  paged: true,
  readsOnly: true,
  answersUnwritable: true,
  summary: 'list the versions of a template',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  flags: OWNER_FLAG,
  details: [NAMED_BY],
  examples: [['warmstart history shop-go', 'every version, newest first']],
  run: async (context) => {
    const [name = ''] = context.positionals
    const found = await history(await context.store(), { owner: ownerOf(context), name })
    return answer(context, found, templateHistoryLines)
  },
}
