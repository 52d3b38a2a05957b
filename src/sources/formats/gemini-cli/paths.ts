import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import type { GeminiFile } from '../../../wire/gemini-chat.ts'
import type { FileShape } from '../../source.ts'

/** Chats of a project lie below a folder of its own. */
export const locations = ({ home, env }: Place): string[] => [join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'tmp')]

/** `chats/session-….jsonl`, older `.json`, and `chats/<session>/<sub-agent>.jsonl`. */
export const accepts = (path: string): FileShape | undefined => {
  if (/(?:^|\/)session-[^/]{1,200}\.json$/.test(path)) return 'document'
  return /(?:^|\/)session-[^/]{1,200}\.jsonl$|(?:^|\/)chats\/[^/]{1,200}\/[^/]{1,200}\.jsonl$/.test(path)
    ? 'lines'
    : undefined
}

/** A chat that is resumed goes on in a file with lines, and the document it was read from stays behind. */
export const rank = (path: string): number => (path.endsWith('.json') ? 1 : 0)

/** What a chat's path says: whose sub-agent wrote it, and where its project is. */
export const identify = (path: string): GeminiFile => {
  const folder = dirname(path)
  const stem = basename(path).replace(/\.jsonl?$/, '')
  const isSubagent = basename(dirname(folder)) === 'chats'
  const cwd = projectRoot(isSubagent ? dirname(dirname(folder)) : dirname(folder))
  return {
    session: stem || 'unnamed',
    ...(isSubagent ? { parent: basename(folder) } : {}),
    ...(cwd === undefined ? {} : { cwd }),
  }
}

/** Newer versions keep the project's directory in a file beside its chats. */
const projectRoot = (folder: string): string | undefined => {
  try {
    const root = readFileSync(join(folder, '.project_root'), 'utf8').slice(0, ROOT_CHARS).trim()
    return root === '' ? undefined : root
  } catch {
    return undefined // An older version, or a chat that was copied elsewhere.
  }
}

const ROOT_CHARS = 4_096
