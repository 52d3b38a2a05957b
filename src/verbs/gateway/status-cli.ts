import { gatewayStatus } from './status-operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
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
    if (context.isSet('json')) context.terminal.json(status)
    else for (const line of statusLines(status, context.terminal)) context.terminal.line(line)
    return EXIT.ok
  },
}
