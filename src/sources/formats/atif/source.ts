import type { Source } from '../../source.ts'
import { accepts, recognises } from './recognise.ts'

/** The Agent Trajectory Interchange Format, versions 1.x: one run a document, or one a line. */
export const atif: Source = {
  name: 'atif',
  title: 'ATIF trajectories',
  version: 2,
  shapes: ['document', 'lines'],
  callIdsRepeat: true,
  flagIsComplete: false,
  capabilities: {
    outcomes: 'no',
    exitCodes: 'no',
    usage: 'partly',
    cost: 'partly',
    compactions: 'no',
    subagents: 'partly',
    projects: 'no',
    systemMessages: 'partly',
  },
  locations: () => [],
  accepts,
  recognises,
  reader: () => import('./parse.ts'),
}
