import { join } from 'node:path'
import { extensionFolders, isConversation } from '../../../wire/cline-paths.ts'
import type { Place } from '../../../schema/place.ts'
import type { FileShape } from '../../source.ts'

/** The extension's tasks in every editor, and both kinds below the program's own folder. */
export const locations = (place: Place): string[] => {
  const data = place.env['CLINE_DIR'] ? join(place.env['CLINE_DIR'], 'data') : join(place.home, '.cline', 'data')
  return [...extensionFolders(place, 'saoudrizwan.claude-dev'), join(data, 'tasks'), join(data, 'sessions')]
}

export const accepts = (path: string): FileShape | undefined =>
  isConversation(path) || path.endsWith('.messages.json') ? 'document' : undefined
