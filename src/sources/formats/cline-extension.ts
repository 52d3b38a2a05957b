import { extensionFolders, isConversation, taskAt } from '../../wire/cline-paths.ts'
import type { Source } from '../source.ts'

/** The source of an extension for VS Code that keeps its tasks as Cline does, below a folder of its own. */
export const clineExtension = ({
  extension,
  ...named
}: Pick<Source, 'name' | 'title' | 'version'> & { extension: string }): Source => ({
  ...named,
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
    systemMessages: 'no',
  },
  locations: (place) => extensionFolders(place, extension),
  accepts: (path) => (isConversation(path) ? 'document' : undefined),
  // Only the folder tells: the other extensions write the same file.
  recognises: ({ path, shape }) => shape === 'document' && isConversation(path) && path.includes(extension),
  reader: async () => {
    const { createClineTaskReader } = await import('../../wire/cline-task.ts')
    return { createParser: (file, emit) => createClineTaskReader(emit, taskAt(file.path)) }
  },
})
