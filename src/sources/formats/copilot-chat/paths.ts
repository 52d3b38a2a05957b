import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asString, isRecord, parseJson } from '../../../lib/json.ts'
import type { Place } from '../../../schema/place.ts'
import type { FileShape } from '../../source.ts'

const EDITORS = ['Code', 'Code - Insiders', 'VSCodium']

/** Where the editors keep chats, on every system: a folder for each workspace, beside caches of any size that must not be walked through. */
export const locations = ({ home, env }: Place): string[] => {
  const settings = [
    env.XDG_CONFIG_HOME || join(home, '.config'),
    join(home, 'Library', 'Application Support'),
    ...(env.APPDATA ? [env.APPDATA] : []),
  ]
  return settings.flatMap((root) =>
    EDITORS.flatMap((editor) => {
      const user = join(root, editor, 'User')
      return [...chatsBelow(join(user, 'workspaceStorage')), join(user, 'globalStorage', 'emptyWindowChatSessions')]
    }),
  )
}

const chatsBelow = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .map((name) => join(folder, name, 'chatSessions'))
      .filter((path) => existsSync(path))
  } catch {
    return [] // The editor is not there.
  }
}

/** Chats alone: beside them lies the state of every extension. */
export const accepts = (path: string): FileShape | undefined => {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const folder = folders.at(-1)
  if (folder !== undefined && folder !== 'chatSessions') return undefined
  if (folder === undefined && !SESSION.test(name)) return undefined
  return name.endsWith('.json') ? 'document' : name.endsWith('.jsonl') ? 'database' : undefined
}

const SESSION = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.jsonl?$/

/** The folder that was open, where the workspace is one folder on this machine. */
export const workspaceOf = (path: string): string | undefined => {
  try {
    const text = readFileSync(join(dirname(dirname(path)), 'workspace.json'), 'utf8')
    const known = parseJson(text)
    const folder = isRecord(known) ? asString(known.folder) : undefined
    return folder?.startsWith('file://') === true ? fileURLToPath(folder) : undefined
  } catch {
    return undefined // None, or on another machine.
  }
}
