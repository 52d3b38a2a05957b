import { join } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import type { FileShape } from '../../source.ts'

/** Sessions by project; before version 0.4 they lay where Gemini CLI, from which it comes, keeps its own. */
export const locations = ({ home, env }: Place): string[] => {
  const settings = env['QWEN_HOME'] || join(home, '.qwen')
  const roots = [...new Set([settings, env['QWEN_RUNTIME_DIR'] || settings])]
  return roots.flatMap((root) => [join(root, 'projects'), join(root, 'tmp')])
}

/** `<project>/chats/<session>.jsonl`, `<project>/subagents/<session>/agent-<id>.jsonl`, older `<project>/chats/session-….json`. */
export const accepts = (path: string): FileShape | undefined => {
  if (/(?:^|\/)session-[^/]{1,200}\.json$/.test(path)) return 'document'
  const isChat = /(?:^|\/)chats\/[^/]{1,200}\.jsonl$|^[^/]{1,200}\.jsonl$/.test(path)
  return isChat || agentOfFile(path) !== undefined ? 'lines' : undefined
}

/** The helper that a file belongs to. */
export const agentOfFile = (path: string): string | undefined =>
  /(?:^|[\\/])agent-([^\\/]{1,200})\.jsonl$/.exec(path)?.[1]

/** The session that a path names: the folder's of a helper's file, else the file's. */
export const sessionOfFile = (path: string): string => {
  const parts = path.split(/[\\/]/)
  const named = agentOfFile(path) === undefined ? parts.at(-1)?.replace(/\.jsonl?$/, '') : parts.at(-2)
  return named || 'unnamed'
}
