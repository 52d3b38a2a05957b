import { answer } from '../../interfaces/cli/answer.ts'
import { remove } from '../edit/templates-change-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { counted } from '../../lib/number-text.ts'
import { NAMED_BY, OWNER_FLAG, ownerOf } from '../../interfaces/cli/named-template.ts'

export const deleteCommand: Command = {
  name: 'delete',
  readsOnly: true,
  summary: 'delete a template with all its versions',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  flags: OWNER_FLAG,
  details: [
    NAMED_BY,
    'There is no way back; `warmstart retire NAME` only takes it out of use. Its entries in the ledger stay.',
  ],
  examples: [['warmstart delete shop-go', '']],
  run: async (context) => {
    const [name = ''] = context.positionals
    const gone = await remove(await context.store(), { owner: ownerOf(context), name })
    const uses = gone.uses === 0 ? '' : ` The ledger keeps its ${counted(gone.uses, 'use')}.`
    const text = `Deleted ${gone.name} with ${counted(gone.versions, 'version')}, the last ${gone.hash.slice(0, 12)}.${uses}`
    return answer(context, gone, text)
  },
}
