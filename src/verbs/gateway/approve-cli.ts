import { approve } from './people-operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { peopleLines } from './people-show.ts'

export const gatewayApproveCommand: Command = {
  name: 'gateway approve',
  summary: 'let in the person who was given this code',
  arguments: 'CODE',
  positionals: { least: 1, most: 1 },
  details: [
    'Ask the person by another way than the chat whether the code is theirs. It is good for an hour and works once.',
  ],
  examples: [['warmstart gateway approve 7K3PX2QM', '']],
  run: async (context) => {
    const people = await approve(context.app, await context.store(), context.positionals[0] ?? '')
    if (context.isSet('json')) context.terminal.json(people)
    else for (const line of peopleLines(people, context.terminal)) context.terminal.line(line)
    return EXIT.ok
  },
}
