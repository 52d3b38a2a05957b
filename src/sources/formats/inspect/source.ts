import type { Source } from '../../source.ts'
import { accepts, recognises } from './recognise.ts'

/** Logs of Inspect: a session is one sample in one epoch. As JSON, or as the archive that it writes by itself. */
export const inspect: Source = {
  name: 'inspect',
  title: 'Inspect logs',
  version: 2,
  shapes: ['document', 'database'],
  callIdsRepeat: true,
  flagIsComplete: false,
  capabilities: {
    outcomes: 'partly',
    exitCodes: 'no',
    usage: 'yes',
    cost: 'no',
    compactions: 'no',
    subagents: 'no',
    projects: 'no',
    systemMessages: 'partly',
  },
  locations: () => [],
  accepts,
  recognises,
  reader: async () => {
    const [{ createParser }, { readDatabase }] = await Promise.all([import('./parse.ts'), import('./archive.ts')])
    return { createParser, readDatabase }
  },
}
