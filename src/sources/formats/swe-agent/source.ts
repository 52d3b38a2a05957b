import type { Source } from '../../source.ts'
import { accepts, recognises } from './recognise.ts'

/** Trajectories of SWE-agent: one file an instance, a command and what it printed in each step. */
export const sweAgent: Source = {
  name: 'swe-agent',
  title: 'SWE-agent',
  version: 2,
  shapes: ['document'],
  callIdsRepeat: true,
  flagIsComplete: false,
  capabilities: {
    outcomes: 'no',
    exitCodes: 'no',
    usage: 'partly',
    cost: 'partly',
    compactions: 'no',
    subagents: 'no',
    projects: 'partly',
    systemMessages: 'yes',
  },
  locations: () => [],
  accepts,
  recognises,
  reader: () => import('./parse.ts'),
}
