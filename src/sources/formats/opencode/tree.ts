import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'
import type { Emit, SourceFile } from '../../source.ts'
import { createConversation } from './conversation.ts'
import type { StoredPart } from './message.ts'
import type { SessionInfo } from './session.ts'

/**
 * Reads the messages of a session from the trees in which versions before the database kept them: a file per message and a file per
 * part, in folders named after the session and the message. Ids grow with time, so names give the order.
 */
export const readTree = (file: SourceFile, emit: Emit, info: SessionInfo): void => {
  const conversation = createConversation(info, emit)
  const folders = foldersOf(file.path, info.id)
  // The id comes from the content of a file: an id with a path in it would lead elsewhere.
  const names = /^[\w-]{1,100}$/.test(info.id) ? namesIn(folders.messages) : []
  for (const [index, name] of names.entries()) {
    const line = index + 1
    const message = readRecord(join(folders.messages, name))
    if (message === undefined) {
      emit.issue({ line, code: 'not-json', message: `${name} is not a message` })
      continue
    }
    const kept = namesIn(join(folders.parts, basename(name, '.json')))
    const read = kept.map((part) => readRecord(join(folders.parts, basename(name, '.json'), part)))
    if (read.includes(undefined)) emit.issue({ line, code: 'not-json', message: `a part of ${name} cannot be read` })
    // The first versions kept parts in their message.
    const inside = Array.isArray(message.parts) ? message.parts.filter(isRecord) : []
    const values = read.length > 0 ? read.filter((part) => part !== undefined) : inside
    conversation.read({ info: message, parts: values.map((value): StoredPart => ({ value, line })), line })
  }
  conversation.end()
}

/** `storage/session/<project>/<id>.json`, or `project/<directory>/storage/session/info/<id>.json` before that. */
const foldersOf = (path: string, id: string): { messages: string; parts: string } => {
  const folder = dirname(path)
  if (basename(folder) === 'info') {
    const base = dirname(folder)
    return { messages: join(base, 'message', id), parts: join(base, 'part', id) }
  }
  const base = dirname(dirname(folder))
  return { messages: join(base, 'message', id), parts: join(base, 'part') }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => /^(?:msg|prt)_?[\w-]{1,80}\.json$/.test(name))
      .toSorted()
      .slice(0, MOST_FILES)
  } catch {
    return []
  }
}

const MOST_FILES = 50_000
const MOST_BYTES = 64 * 1024 * 1024

const readRecord = (path: string): JsonRecord | undefined => {
  try {
    if (statSync(path).size > MOST_BYTES) return undefined
    const value = parseJson(readFileSync(path, 'utf8'))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
