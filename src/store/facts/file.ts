import type { Connection, Value } from '../connection.ts'
import { writeRows } from '../statement.ts'
import { pick, type RowOf } from '../table.ts'
import { FILE, ISSUE } from '../tables.ts'

/** `ok`: read as far as it went. `missing`: gone, its facts stay. `unreadable`: see its issues. */
export type FileState = 'ok' | 'missing' | 'unreadable'

/** A cursor without its memory: what is needed to see that nothing has changed. */
const CURSOR = pick(FILE, 'id source path root shape size modified_at read_to line mark version state')
export type FileCursor = RowOf<typeof CURSOR>

export const listCursors = (connection: Connection, machine: string): Promise<FileCursor[]> =>
  connection.all(`select ${CURSOR} from file where machine = ?`, [machine])

export const savedOf = async (connection: Connection, id: string): Promise<string | null> => {
  const [row] = await connection.all<{ memory: string | null }>('select memory from file where id = ?', [id])
  return row?.memory ?? null
}

/** How far a file was read, by which parser, and what that remembered. */
export const readCursor = async (
  connection: Connection,
  id: string,
): Promise<{ version: string; saved: string | null } | undefined> => {
  const [row] = await connection.all<{ version: string; saved: string | null }>(
    'select version, memory as saved from file where id = ?',
    [id],
  )
  return row
}

export const writeFiles = async (connection: Connection, rows: readonly Value[][]): Promise<void> => {
  await writeRows(connection, FILE, rows)
}

/** Whether files of a machine are gone whose facts stay. */
export const hasMissing = async (connection: Connection, machine: string): Promise<boolean> => {
  const rows = await connection.all("select 1 as one from file where machine = ? and state = 'missing' limit 1", [
    machine,
  ])
  return rows.length > 0
}

export const setFileState = (connection: Connection, id: string, state: FileState): Promise<number> =>
  connection.run('update file set state = ? where id = ?', [state, id])

export const writeIssues = async (connection: Connection, rows: readonly Value[][]): Promise<void> => {
  await connection.insertNew(ISSUE, rows)
}

/** Issues are what is wrong now: those of a part that is read again are dropped first. */
export const dropIssues = (connection: Connection, fileId: string, fromLine: number): Promise<number> =>
  connection.run('delete from issue where file_id = ? and (line >= ? or line = 0)', [fileId, fromLine])

const ISSUES = pick(ISSUE, 'line code message')
const OF_FILE = pick(FILE, 'source path root')
export type IssueRow = RowOf<typeof OF_FILE> & RowOf<typeof ISSUES>

export const listIssues = (connection: Connection, machine: string): AsyncIterable<IssueRow> =>
  connection.each<IssueRow>(
    `select ${OF_FILE}, ${ISSUES} from issue join file on file.id = issue.file_id where file.machine = ?
      order by file.source, file.path, issue.line, issue.code`,
    [machine],
  )

/** A file that is the path, or lies below it. */
export const UNDER_PATH = '(file.path = ? or substr(file.path, 1, ?) = ?)'

/** The values for `UNDER_PATH`. */
export const underPath = (path: string): Value[] => {
  const folder = path.endsWith('/') ? path : `${path}/`
  return [path, folder.length, folder]
}

export const countIssuesUnder = (
  connection: Connection,
  machine: string,
  path: string,
): Promise<{ source: string; issues: number }[]> =>
  connection.all(
    `select file.source, count(*) as issues from issue join file on file.id = issue.file_id
      where file.machine = ? and ${UNDER_PATH} group by file.source`,
    [machine, ...underPath(path)],
  )
