import { basename, join } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import type { FileShape } from '../../source.ts'

/** The same place on Linux and macOS; Windows has its own. */
export const locations = ({ home, env }: Place): string[] => {
  if (env['GOOSE_PATH_ROOT']) return [join(env['GOOSE_PATH_ROOT'], 'data', 'sessions')]
  const data = env['XDG_DATA_HOME'] || join(home, '.local', 'share')
  const roaming = env['APPDATA'] ? [join(env['APPDATA'], 'Block', 'goose', 'data', 'sessions')] : []
  return [join(data, 'goose', 'sessions'), ...roaming]
}

export const accepts = (path: string): FileShape | undefined => {
  if (/(?:^|\/)sessions\.db$/.test(path)) return 'database'
  return path.endsWith('.jsonl') ? 'lines' : undefined
}

/** Newer versions take older sessions into the database, and leave their files. */
export const rank = (path: string): number => (path.endsWith('.jsonl') ? 1 : 0)

export const sessionOfFile = (path: string): string => basename(path).replace(/\.jsonl$/, '') || 'unnamed'
