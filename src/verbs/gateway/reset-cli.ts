import { answer } from '../../interfaces/cli/answer.ts'
import { gatewayReset } from './sessions-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { chatLines } from './chat-show.ts'

export const gatewayResetCommand: Command = {
  name: 'gateway reset',
  summary: 'begin a new session in a chat',
  arguments: 'KEY',
  positionals: { least: 1, most: 1 },
  details: [
    'KEY is the key of a chat, or a unique prefix of one. The last session is kept; `gateway undo-reset` brings it back. People in the chat are told with their next message.',
  ],
  examples: [['warmstart gateway reset agent:main:telegram:dm:42', '']],
  run: async (context) => {
    const chat = await gatewayReset(context.app, await context.store(), context.positionals[0] ?? '')
    return answer(context, chat, (_, screen) => chatLines(chat, 'a new session', screen))
  },
}
