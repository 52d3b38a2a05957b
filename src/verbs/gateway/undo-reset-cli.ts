import { answer } from '../../interfaces/cli/answer.ts'
import { gatewayUndoReset } from './sessions-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { chatLines } from './chat-show.ts'

export const gatewayUndoResetCommand: Command = {
  name: 'gateway undo-reset',
  summary: 'go back to the session a chat was in before its last reset',
  arguments: 'KEY',
  positionals: { least: 1, most: 1 },
  details: [
    'Messages since the reset are kept in a session of their own and are not mixed in. Only the last reset can be undone, once; resets of empty sessions do not count.',
  ],
  examples: [['warmstart gateway undo-reset agent:main:telegram:dm:42', '']],
  run: async (context) => {
    const chat = await gatewayUndoReset(context.app, await context.store(), context.positionals[0] ?? '')
    return answer(context, chat, (_, screen) => chatLines(chat, 'back in its earlier session', screen))
  },
}
