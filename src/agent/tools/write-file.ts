import { lstat } from 'node:fs/promises'
import { defineTool, refuse } from '../define-tool.ts'
import { permitPath } from '../fence/fence.ts'
import { replaceFile } from '../fence/open-file.ts'
import type { Tool } from '../tool.ts'
import type { FileMemory } from './file-memory.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'File to write: relative to the working directory, absolute, or ~/...' },
    content: { type: 'string', description: 'The whole new contents of the file' },
  },
  required: ['path', 'content'],
} as const

/**
 * Writes a whole file and its missing directories. Refuses if the file has changed since this session saw it, because
 * another program's changes would be lost. A file that the session never saw is replaced.
 */
export const createWriteFile = (memory: FileMemory): Tool =>
  defineTool({
    name: 'write_file',
    description:
      'Writes a file: makes it, with missing directories, or replaces all of its contents. To change a part of a file use patch.',
    parameters: PARAMETERS,
    async run({ path: named, content }, context) {
      const permitted = await permitPath(named, context, { tool: 'write_file', use: 'write', verb: 'write' })
      if (!permitted.isPermitted) return permitted.answer
      const { path, shown } = permitted
      return memory.alone(async () => {
        const before = await lstat(path).catch(() => undefined)
        if (before?.isDirectory() === true || named.endsWith('/'))
          return refuse(`Cannot write ${shown}: it is a directory`)
        if (before !== undefined && memory.isUnchanged(context.session.id, path, before) === false)
          return refuse(`File has been modified since you read it: ${shown}. Read it again, then write.`)
        const bytes = Buffer.from(content.toWellFormed(), 'utf8')
        await replaceFile(path, bytes)
        memory.saw(context.session.id, path, await lstat(path))
        return { text: `${before === undefined ? 'Created' : 'Wrote'} ${shown} (${bytes.length} bytes)` }
      })
    },
  })
