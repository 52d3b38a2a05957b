import { createClineTaskReader } from '../../wire/cline-task.ts'
import { extensionFolders, isConversation, taskAt } from '../../wire/cline-paths.ts'
import type { Source } from '../source.ts'

const EXTENSION = 'rooveterinaryinc.roo-cline'

/** Roo Code: Cline's format, below another extension. What differs is in README.md. */
export const rooCode: Source = {
  name: 'roo-code',
  title: 'Roo Code',
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
