import type { Source } from '../../source.ts'
import { accepts, recognises } from './recognise.ts'

/** Events of OpenHands: a trajectory as one list, or the results of an evaluation with one history a line. */
export const openhands: Source = {
  name: 'openhands',
  title: 'OpenHands',
  version: 2,
  shapes: ['document', 'lines'],
  callIdsRepeat: true,
  flagIsComplete: false,
  capabilities: {
    outcomes: 'yes',
    exitCodes: 'partly',
    usage: 'partly',
    cost: 'partly',
    compactions: 'yes',
    subagents: 'no',
    projects: 'partly',
    systemMessages: 'yes',
  },
  locations: () => [],
  accepts,
  recognises,
  reader: () => import('./parse.ts'),
}
