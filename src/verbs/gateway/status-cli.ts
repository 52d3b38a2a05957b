import { answer } from '../../interfaces/cli/answer.ts'
import { gatewayStatus } from './status-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { statusLines } from './status-show.ts'

export const gatewayStatusCommand: Command = {
  name: 'gateway status',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'show which gateways run, and every message that is not done with or did not go well',
  details: [
    'interrupted: a gateway died twice while working on it; it is not tried again. unsure: it was being sent when a gateway died, or nobody answered; it may have arrived and is not repeated. saved: it could not be delivered and is in a file.',
  ],
  examples: [['warmstart gateway status --json', '']],
  run: async (context) => {
    const status = await gatewayStatus(context.app, await context.store())
    return answer(context, status, statusLines)
  },
}
