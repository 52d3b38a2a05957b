import type { Source } from '../../source.ts'
import { accepts, locations } from './paths.ts'
import { isStart } from './record.ts'

/** GitHub Copilot CLI: one line per event, a folder per session. The format is in README.md. */
export const copilotCli: Source = {
  name: 'copilot-cli',
  title: 'Copilot CLI',
  version: 2,
  shapes: ['lines'],
  callIdsRepeat: false,
  // A tool that fails says so. A shell that ends with another code than 0 does not; there the code speaks.
  flagIsComplete: true,
  capabilities: {
    outcomes: 'yes',
    exitCodes: 'yes',
    usage: 'partly',
    cost: 'no',
    compactions: 'yes',
    subagents: 'yes',
    projects: 'yes',
    systemMessages: 'yes',
  },
  locations,
  accepts,
  recognises: ({ shape, records }) => shape === 'lines' && records.some(isStart),
  owns: isStart,
  reader: () => import('./parse.ts'),
}
