import { promote } from '../../../operations/templates-change.ts'
import { type Command, EXIT } from '../command.ts'
import { wrap } from '../table.ts'
import { NAMED_BY, OWNER_FLAG, ownerOf } from '../named-template.ts'

export const promoteCommand: Command = {
  name: 'promote',
  readsOnly: true,
  summary: 'put a proposed, imported or retired template to use',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  flags: OWNER_FLAG,
  details: [NAMED_BY, 'Look at it first: `warmstart show NAME`. What it holds is given to new sessions from then on.'],
  examples: [['warmstart promote shop-go', 'it is in use from now on']],
  run: async (context) => {
    const [name = ''] = context.positionals
    const input = { owner: ownerOf(context), name, now: context.app.now() }
    const changed = await promote(await context.store(), input)
    if (context.isSet('json')) context.terminal.json(changed)
    else
      for (const line of wrap(`${changed.name} (version ${changed.version}) is active.`, context.terminal.width))
        context.terminal.line(line)
    return EXIT.ok
  },
}
