import { readdirSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import type { FileShape } from '../../source.ts'

/** Folders below the user's data that hold such a store. Kilo and MiMoCode took OpenCode's tables over. */
const PROGRAMS = ['opencode', 'kilo', 'mimocode']

/** Where they keep their history. Named narrowly: beside it lie snapshots of whole repositories, logs and caches. */
export const locations = ({ home, env }: Place): string[] => {
  const data = env.XDG_DATA_HOME || join(home, '.local', 'share')
  const named = env.OPENCODE_DB
  return [
    ...(named !== undefined && isAbsolute(named) ? [named] : []),
    ...PROGRAMS.flatMap((program) => {
      const folder = join(data, program)
      return [
        ...new Set([`${program}.db`, ...storesIn(folder)].map((name) => join(folder, name))),
        join(folder, 'storage', 'session'),
        join(folder, 'project'),
      ]
    }),
  ]
}

/** Every channel of the program has a store of its own. */
const storesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => DATABASE.test(name))
  } catch {
    return [] // Not installed.
  }
}

/** Which files are sessions: messages and parts of the older trees are read with the session they belong to. */
export const accepts = (path: string): FileShape | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (DATABASE.test(name)) return 'database'
  if (!SESSION.test(name)) return undefined
  return OTHER_FOLDERS.test(path) ? undefined : 'document'
}

/** A database is the session's own record; trees are what was there before, and exports are copies. */
export const rank = (path: string): number => (DATABASE.test(path.slice(path.lastIndexOf('/') + 1)) ? 0 : 1)

/** The program whose store a file is part of, where that is not OpenCode itself. */
export const programOf = (path: string): string | undefined => {
  const parts = path.split(/[/\\]/)
  const name = basename(path).replace(/(?:-[\w.]{1,40})?\.db$/, '')
  return PROGRAMS.slice(1).find((program) => parts.includes(program) || name === program)
}

const DATABASE = /^(?:opencode|kilo|mimocode)(?:-[\w.-]{1,40})?\.db$/
/** A person chooses the name of an export; a name with the id of the session is recognised by it. */
const SESSION = /^ses_[\w-]{1,80}\.jsonl?$/
const OTHER_FOLDERS = /(?:^|\/)(?:message|part|session_diff|session_share|todo)\//
