import { answer } from '../../interfaces/cli/answer.ts'
import { diff } from '../list/templates-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { templateDiffLines } from './show.ts'
import { NAMED_BY, OWNER_FLAG, ownerOf } from '../../interfaces/cli/named-template.ts'

export const diffCommand: Command = {
  name: 'diff',
  paged: true,
  readsOnly: true,
  answersUnwritable: true,
  summary: 'compare two templates, or two versions of one',
  arguments: 'NAME[@N] NAME[@N]',
  positionals: { least: 2, most: 2 },
  flags: OWNER_FLAG,
  details: [NAMED_BY, 'What is compared is the content: support, success and evidence may differ without being shown.'],
  examples: [['warmstart diff shop-go@1 shop-go', 'what changed since the first version']],
  run: async (context) => {
    const [from = '', to = ''] = context.positionals
    const found = await diff(await context.store(), { owner: ownerOf(context), from, to })
    return answer(context, found, templateDiffLines)
  },
}
