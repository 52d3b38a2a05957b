import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { defineTool, refuse } from '../define-tool.ts'
import { permitPath } from '../fence/fence.ts'
import { isMissing, openFile } from '../fence/open-file.ts'
import { isWithin } from '../fence/resolve-path.ts'
import type { Tool, ToolAnswer } from '../tool.ts'
import type { FileMemory } from './file-memory.ts'
import { type LinesRead, readLinesOf } from './read-lines.ts'

const MAX_LINES = 2_000

const PARAMETERS = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'File to read: relative to the working directory, absolute, or ~/...' },
    offset: { type: 'integer', description: 'First line, 1-based', default: 1, minimum: 1 },
    limit: {
      type: 'integer',
      description: `Lines, at most ${MAX_LINES}`,
      default: 500,
      minimum: 1,
      maximum: MAX_LINES,
    },
  },
  required: ['path'],
} as const

/**
 * Reads a range of lines of a text file, numbered. It reads no more of the file than it needs, and never waits for a
 * pipe.
 */
export const createReadFile = (memory: FileMemory): Tool =>
  defineTool({
    name: 'read_file',
    description:
      'Reads a text file. Lines come numbered as NUMBER|TEXT; the numbers are not part of the file. For large files use offset and limit. Use this instead of cat, head or tail.',
    parameters: PARAMETERS,
    async run({ path: named, offset, limit }, context) {
      const permitted = await permitPath(named, context, { tool: 'read_file', use: 'read', verb: 'read' })
      if (!permitted.isPermitted) return permitted.answer
      const { path, shown, cwd } = permitted
      let handle
      try {
        handle = await openFile(path)
      } catch (error) {
        if (!isMissing(error)) throw error
        return refuse(`File not found: ${shown}${isWithin(path, cwd) ? await similarTo(path) : ''}`)
      }
      if ('notAFile' in handle)
        return refuse(`Cannot read ${shown}: it is ${handle.notAFile}${hintFor(handle.notAFile)}`)
      await using file = handle
      const stats = await file.stat()
      const read = await readLinesOf(file, { size: stats.size, offset, limit, signal: context.signal })
      if ('unreadable' in read) return refuse(`Cannot read ${shown}: ${read.unreadable}`)
      memory.saw(context.session.id, path, stats)
      return answerOf(read, { shown, offset })
    },
  })

const answerOf = (read: LinesRead, { shown, offset }: { shown: string; offset: number }): ToolAnswer => {
  const { lines, total, hasMore } = read
  if (lines.length === 0) {
    return total === 0
      ? { text: '[the file is empty]' }
      : refuse(`Offset ${offset} is beyond the end of ${shown}, which has ${total} lines`)
  }
  const text = lines.map((line, index) => `${String(offset + index).padStart(6)}|${line}`).join('\n')
  if (!hasMore) return { text }
  const last = offset + lines.length - 1
  return { text: `${text}\n\n[lines ${offset} to ${last} of ${total ?? 'many more'}; go on with offset=${last + 1}]` }
}

const hintFor = (kind: string): string =>
  kind === 'a directory' ? '. To see what is in it use search_files with target=files and pattern=*' : ''

const MAX_NAMES = 2_000
const MAX_SIMILAR = 5

/** Names in the same directory that the model may have meant. */
const similarTo = async (path: string): Promise<string> => {
  const wanted = basename(path).toLowerCase()
  const names = await readdir(dirname(path)).catch(() => undefined)
  if (names === undefined) return `. There is no directory ${basename(dirname(path))} either`
  const similar = names
    .slice(0, MAX_NAMES)
    .map((name) => ({ name, distance: distanceOf(name.toLowerCase(), wanted) }))
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 3))
    .toSorted((one, other) => one.distance - other.distance || (one.name < other.name ? -1 : 1))
  if (similar.length === 0) return ''
  return `. Similar: ${similar
    .slice(0, MAX_SIMILAR)
    .map(({ name }) => name)
    .join(', ')}`
}

const MAX_COMPARED_CHARS = 64

/** The number of letters to change, insert or remove. A common beginning or the same stem counts as near. */
const distanceOf = (one: string, other: string): number => {
  const [a, b] = [one.slice(0, MAX_COMPARED_CHARS), other.slice(0, MAX_COMPARED_CHARS)]
  if (stemOf(a) === stemOf(b)) return 1
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

const stemOf = (name: string): string => name.replace(/\.[a-z\d]{1,8}$/, '')
