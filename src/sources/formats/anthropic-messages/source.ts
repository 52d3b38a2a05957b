import type { Source } from '../../source.ts'
import { accepts, recognises } from './recognise.ts'

/** Messages as the API of Anthropic takes and gives them, kept by a program: one conversation, a list of them, or one a line. */
export const anthropicMessages: Source = {
  name: 'anthropic-messages',
  title: 'Anthropic messages',
  version: 2,
  shapes: ['document', 'lines'],
  callIdsRepeat: true,
  flagIsComplete: false,
  capabilities: {
    outcomes: 'partly',
    exitCodes: 'no',
    usage: 'partly',
    cost: 'no',
    compactions: 'no',
    subagents: 'no',
    projects: 'no',
    systemMessages: 'partly',
  },
  locations: () => [],
  accepts,
  recognises,
  reader: () => import('./parse.ts'),
}
