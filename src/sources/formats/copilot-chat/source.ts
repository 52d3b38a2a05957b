import type { Source } from '../../source.ts'
import { accepts, locations } from './paths.ts'
import { isSession } from './record.ts'

/** Chats of VS Code with Copilot: a document a session, or a journal of changes to one. The format is in README.md. */
export const copilotChat: Source = {
  name: 'copilot-chat',
  title: 'Copilot chat in VS Code',
  version: 2,
  // A journal is opened and played back by the reader, as a database is.
  shapes: ['document', 'database'],
  callIdsRepeat: false,
  flagIsComplete: false,
  capabilities: {
    outcomes: 'partly',
    exitCodes: 'partly',
    usage: 'no',
    cost: 'no',
    compactions: 'no',
    subagents: 'no',
    projects: 'partly',
    systemMessages: 'no',
  },
  locations,
  accepts,
  recognises: ({ shape, records }) => shape === 'document' && isSession(records[0]),
  reader: async () => {
    const [{ createParser }, { readDatabase }] = await Promise.all([import('./parse.ts'), import('./journal.ts')])
    return { createParser, readDatabase }
  },
}
