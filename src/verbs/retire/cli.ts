import { answer } from '../../interfaces/cli/answer.ts'
import { retire } from '../edit/templates-change-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { NAMED_BY, OWNER_FLAG, ownerOf } from '../../interfaces/cli/named-template.ts'

export const retireCommand: Command = {
  name: 'retire',
  readsOnly: true,
  summary: 'take a template out of use and keep it',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  flags: OWNER_FLAG,
  details: [NAMED_BY, 'Its versions stay. `warmstart promote NAME` puts it to use again; a build does not.'],
  examples: [['warmstart retire shop-go', 'no session is given it any more']],
  run: async (context) => {
    const [name = ''] = context.positionals
    const input = { owner: ownerOf(context), name, now: context.app.now() }
    const changed = await retire(await context.store(), input)
    return answer(context, changed, `${changed.name} is retired.`)
  },
}
