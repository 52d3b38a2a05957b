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
    'What was said since the reset is kept in a session of its own, and is not mixed in. One reset can be undone, once; resets of sessions in which nothing was said do not count.',
  ],
  examples: [['warmstart gateway undo-reset agent:main:telegram:dm:42', '']],
  run: async (context) => {
    const chat = await gatewayUndoReset(context.app, await context.store(), context.positionals[0] ?? '')
    return answer(context, chat, (_, screen) => chatLines(chat, 'back in its earlier session', screen))
  },
}
