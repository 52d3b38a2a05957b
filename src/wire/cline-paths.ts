import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Place } from '../schema/place.ts'

const EDITORS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf']

/** Where editors keep what an extension stores. */
export const extensionFolders = ({ home, env, platform }: Place, extension: string): string[] => {
  const settings =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? env['APPDATA'] || join(home, 'AppData', 'Roaming')
        : env['XDG_CONFIG_HOME'] || join(home, '.config')
  const folders = EDITORS.map((editor) => join(settings, editor))
  return [...folders, join(home, '.vscode-server', 'data')].map((folder) =>
    join(folder, 'User', 'globalStorage', extension, 'tasks'),
  )
}

const CONVERSATION = 'api_conversation_history.json'

/** The task that a conversation's path names, and what the program shows of it. */
export const taskAt = (path: string): { id: string; shown: string | undefined } => {
  const folder = dirname(path)
  return { id: basename(folder) || 'unnamed', shown: textAt(join(folder, 'ui_messages.json')) }
}

/** Reads a file that lies beside a task; undefined if it does not exist or is too long. */
export const textAt = (path: string): string | undefined => {
  try {
    const text = readFileSync(path, 'utf8')
    return text.length > BESIDE_CHARS ? undefined : text
  } catch {
    return undefined
  }
}

const BESIDE_CHARS = 64 * 1024 * 1024

/** Whether a document is a task's conversation: its messages and the tools they call are the same in all relatives. */
export const isConversation = (path: string): boolean => basename(path) === CONVERSATION
