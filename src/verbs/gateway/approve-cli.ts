import { answer } from '../../interfaces/cli/answer.ts'
import { approve } from './people-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
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
    return answer(context, people, peopleLines)
  },
}
