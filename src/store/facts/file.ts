import type { Connection, Row, Value } from '../connection.ts'
import { upsertSql } from '../connection.ts'
import { FILE, ISSUE } from '../tables.ts'

/** `ok`: read as far as it went. `missing`: gone, its facts stay. `unreadable`: see its issues. */
export type FileState = 'ok' | 'missing' | 'unreadable'

/** A cursor without its memory: what is needed to see that nothing has changed. */
export interface FileCursor extends Row {
  id: string
  source: string
  path: string
  root: string
  shape: string
  size: number
  modified_at: number
  read_to: number
  line: number
  mark: string
  version: string
  state: string
}

export const listCursors = (connection: Connection, machine: string): Promise<FileCursor[]> =>
  connection.all(
    `select id, source, path, root, shape, size, modified_at, read_to, line, mark, version, state
       from file where machine = ?`,
    [machine],
  )

export const savedOf = async (connection: Connection, id: string): Promise<string | null> => {
  const [row] = await connection.all<{ memory: string | null }>('select memory from file where id = ?', [id])
  return row?.memory ?? null
}

/** How far a file was read, by which parser, and what that remembered. */
export const cursorOf = async (
  connection: Connection,
  id: string,
): Promise<{ version: string; saved: string | null } | undefined> => {
  const [row] = await connection.all<{ version: string; saved: string | null }>(
    'select version, memory as saved from file where id = ?',
    [id],
  )
  return row
}

const UPSERT = upsertSql(FILE)

export const writeFiles = async (connection: Connection, rows: readonly Value[][]): Promise<void> => {
  for (const index of await connection.insertNew(FILE, rows)) {
    const row = rows[index]
    if (row !== undefined) await connection.run(UPSERT, row)
  }
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

export interface IssueRow extends Row {
  source: string
  path: string
  root: string
  line: number
  code: string
  message: string
}

export const listIssues = (connection: Connection, machine: string): AsyncIterable<IssueRow> =>
  connection.each<IssueRow>(
    `select file.source, file.path, file.root, issue.line, issue.code, issue.message
       from issue join file on file.id = issue.file_id where file.machine = ?
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
