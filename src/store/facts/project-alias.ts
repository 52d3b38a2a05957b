import type { Connection, Value } from '../connection.ts'
import { AND, OF_REMOTE } from './alias-name.ts'
import { IN_LIST, inLists } from '../statement.ts'

/** Puts sessions that an import has just written under the project that their directory counts to. */
export const applyAliases = async (connection: Connection, ids: readonly Value[]): Promise<void> => {
  if ((await connection.all('select name from project_alias limit 1')).length === 0) return
  for (const go of inLists(ids)) await connection.run(`${SETTLE} and session.id in ${IN_LIST}`, [...MARKS, ...go])
}

const MARKS = [AND, OF_REMOTE]
const SETTLE = `update session set project = coalesce(
    (select alias.project from project_alias as alias where alias.name = session.found_project || ? || coalesce(session.repository, '')),
    (select alias.project from project_alias as alias where alias.name = ? || session.repository),
    (select alias.project from project_alias as alias where alias.name = session.found_project), session.found_project)
  where session.found_project is not null`
