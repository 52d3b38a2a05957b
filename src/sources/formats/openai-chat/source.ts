import type { Source } from '../../source.ts'
import { accepts } from './paths.ts'
import { recognises } from './recognise.ts'

/** Chat-completion messages as libraries, fine-tuning files and benchmarks keep them, tau-bench results among them. */
export const openaiChat: Source = {
  name: 'openai-chat',
  title: 'OpenAI chat messages',
  version: 3,
  shapes: ['document', 'lines'],
  callIdsRepeat: true,
  flagIsComplete: false,
  capabilities: {
    outcomes: 'partly',
    exitCodes: 'no',
    usage: 'no',
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
