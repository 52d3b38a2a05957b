import { AppError } from '../../../lib/error.ts'
import type { Command } from '../command.ts'
import { GATEWAY_VERBS } from './gateway/verbs.ts'

export const gatewayCommand: Command = {
  name: 'gateway',
  summary: 'the sessions that are held in chats',
  arguments: 'VERB',
  verbs: GATEWAY_VERBS,
  examples: [
    ['warmstart gateway sessions --active 60', 'chats in which something happened within the hour'],
    ['warmstart gateway undo-reset agent:main:telegram:dm:42', 'brings back what a chat was about before its reset'],
  ],
  run: async () => {
    throw new AppError('usage', 'gateway needs a verb', { hint: `there are: ${Object.keys(GATEWAY_VERBS).join(', ')}` })
  },
}
