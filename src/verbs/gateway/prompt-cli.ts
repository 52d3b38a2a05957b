import { gatewayPrompt } from './place-operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { SOURCE_FLAGS, sourceOf } from './source-flags.ts'

export const gatewayPromptCommand: Command = {
  name: 'gateway prompt',
  readsOnly: true,
  summary: 'print what an agent is told about a chat',
  flags: SOURCE_FLAGS,
  details: [
    'The same bytes for every message of a session. Names that other people chose stand in quotes. The prompt lists the platforms that running gateways serve; if none runs, those that the configuration would serve.',
  ],
  examples: [['warmstart gateway prompt --platform telegram --chat-id 42 --user-name Sam', '']],
  run: async (context) => {
    const { prompt } = await gatewayPrompt(context.app, await context.store(), sourceOf(context))
    if (context.isSet('json')) context.terminal.json({ prompt })
    else await context.terminal.document(prompt)
    return EXIT.ok
  },
}
