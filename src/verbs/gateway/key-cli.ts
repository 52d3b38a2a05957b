import { answer } from '../../interfaces/cli/answer.ts'
import { gatewayKey } from './place-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { SOURCE_FLAGS, sourceOf } from './source-flags.ts'

export const gatewayKeyCommand: Command = {
  name: 'gateway key',
  summary: 'print which session messages from a place belong to',
  flags: SOURCE_FLAGS,
  details: ['Works the key out from the flags and your configuration; asks no platform.'],
  examples: [
    ['warmstart gateway key --platform telegram --chat-id 42', 'agent:main:telegram:dm:42'],
    ['warmstart gateway key --platform telegram --chat-type group --chat-id=-100 --user-id 7', 'a member of a group'],
  ],
  run: async (context) => {
    const found = await gatewayKey(context.app, sourceOf(context))
    return answer(context, found, ({ key }) => [key])
  },
}
