import { retire } from '../edit/templates-change-operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { wrap } from '../../interfaces/cli/table.ts'
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
    if (context.isSet('json')) context.terminal.json(changed)
    else for (const line of wrap(`${changed.name} is retired.`, context.terminal.width)) context.terminal.line(line)
    return EXIT.ok
  },
}
