import { createClineTaskReader } from '../../wire/cline-task.ts'
import { extensionFolders, isConversation, taskAt } from '../../wire/cline-paths.ts'
import type { Source } from '../source.ts'

const EXTENSION = 'kilocode.kilo-code'

/** Kilo Code: Cline's format, below another extension. What differs is in README.md. */
export const kiloCode: Source = {
  name: 'kilo-code',
  title: 'Kilo Code',
  version: 1,
  shapes: ['document'],
  callIdsRepeat: true,
  flagIsComplete: true,
  capabilities: {
    outcomes: 'partly',
    exitCodes: 'yes',
    usage: 'yes',
    cost: 'yes',
    compactions: 'yes',
    subagents: 'no',
    projects: 'yes',
  },
  locations: (place) => extensionFolders(place, EXTENSION),
  accepts: (path) => (isConversation(path) ? 'document' : undefined),
  // Only the folder tells: what stands in the file is any relative's.
  recognises: ({ path, shape }) => shape === 'document' && isConversation(path) && path.includes(EXTENSION),
  reader: () => Promise.resolve({ createParser: (file, emit) => createClineTaskReader(emit, taskAt(file.path)) }),
}
