import { answer } from '../../interfaces/cli/answer.ts'
import { dismissPerson, gatewayPeople } from './people-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { peopleLines } from './people-show.ts'

export const gatewayPairCommand: Command = {
  name: 'gateway pair',
  summary: 'show who has asked to be let in, and who was',
  flags: { dismiss: { type: 'string', value: 'PLATFORM:USER', help: 'do not admit them any longer' } },
  details: [
    'A stranger who writes to the bot directly gets one short reply with a code. The operator of this machine lets them in with `warmstart gateway approve CODE`.',
  ],
  examples: [
    ['warmstart gateway pair', ''],
    ['warmstart gateway pair --dismiss telegram:42', ''],
  ],
  run: async (context) => {
    const { app } = context
    const person = context.text('dismiss')
    const store = await context.store()
    const people = person === undefined ? await gatewayPeople(app, store) : await dismissPerson(app, store, person)
    return answer(context, people, peopleLines)
  },
}
