import type { Connection, Value } from '../connection.ts'
import { allIn, given, IN_LIST, upsertSql, where } from '../statement.ts'
import { pick, type RowOf, toValues } from '../table.ts'
import { inFolder } from '../facts/session-filter.ts'
import { CALL } from '../tables.ts'
import { LARGEST_NUMBER, soundColumnsOf, TEMPLATE, VERSION } from './columns.ts'

/** A template with the figures of its current version. Every question of this file names the owner in its SQL. */
export type TemplateRow = RowOf<typeof TEMPLATE>
export type TemplateVersionRow = RowOf<typeof VERSION>

const WRITE = upsertSql(TEMPLATE, ' where template.owner = excluded.owner')
const WRITE_VERSION = upsertSql(VERSION)

/**
 * Writes a template and one of its versions; to be called inside the transaction that read them. A version that is there
 * gets its figures anew. Writers take turns on both engines, so two processes never choose the same version.
 */
export const writeTemplate = async (
  connection: Connection,
  template: TemplateRow,
  version: TemplateVersionRow,
): Promise<void> => {
  await connection.run(WRITE, toValues(TEMPLATE, template))
  await connection.run(WRITE_VERSION, toValues(VERSION, version))
}

/** The template of this exact name. */
export const templateNamed = async (
  connection: Connection,
  owner: string,
  name: string,
): Promise<TemplateRow | undefined> => {
  const [row] = await connection.all<TemplateRow>(
    `select ${soundColumnsOf(TEMPLATE)} from template where template.owner = ? and template.name = ?`,
    [owner, name],
  )
  return row
}

export interface FoundTemplate {
  template: TemplateRow
  /** The version that the words fit: the current one, or an older one where only its hash begins so. */
  version: number
}

/** Shorter beginnings of a hash would be ambiguous tomorrow. */
const SHORTEST_PREFIX = 4

/** The owner where another column finds the few rows: as it stands, no index on owners is taken instead, which finds thousands. */
const OWNED = "coalesce(template.owner, '') = ?"

/** Templates by name; else by id; else by how the id or the hash begins, of the current version before older ones. Index lookups all. */
export const findTemplates = async (
  connection: Connection,
  owner: string,
  text: string,
  limit = 10,
): Promise<FoundTemplate[]> => {
  const exact = await templateNamed(connection, owner, text)
  if (exact !== undefined) return [{ template: exact, version: exact.version }]
  const prefix = text.toLowerCase()
  if (prefix.length < SHORTEST_PREFIX || !/^[0-9a-f]{1,64}$/.test(prefix)) return []
  // Ids and hashes are hex, so that a range on an index finds what begins so.
  const range = [prefix, `${prefix}g`]
  const current = await connection.all<TemplateRow>(
    `select ${soundColumnsOf(TEMPLATE)} from template where ${OWNED} and template.id >= ? and template.id < ?
      union select ${soundColumnsOf(TEMPLATE)} from template where template.owner = ? and template.hash >= ? and template.hash < ?
      order by name limit ?`,
    [owner, ...range, owner, ...range, limit],
  )
  if (current.length > 0) return current.map((template) => ({ template, version: template.version }))
  const older = await connection.all<TemplateRow & { older: number }>(
    `select ${soundColumnsOf(TEMPLATE)}, max(template_version.version) as older
       from template_version join template on template.id = template_version.template_id
      where template_version.hash >= ? and template_version.hash < ? and ${OWNED}
      group by ${pick(TEMPLATE)} order by template.name limit ?`,
    [...range, owner, limit],
  )
  return older.map(({ older: version, ...template }) => ({ template, version }))
}

export interface TemplateFilter {
  taskType?: string | undefined
  state?: string | undefined
  /** Its path, or the name of its folder. */
  project?: string | undefined
}

/** A template with the texts of its current version, which are null where that is missing. */
export type ListedRow = TemplateRow & {
  current_hash: string | null
  current_tags: string | null
  current_task_type: string | null
  how: string | null
  made_by: string | null
  content: string | null
  about: string | null
}

/** The names of an owner's templates, so that a slip of the finger can be told from a name. */
export const templateNames = async (connection: Connection, owner: string): Promise<string[]> => {
  const rows = await connection.all<{ name: Value }>(
    'select name from template where owner = ? order by name limit ?',
    [owner, MOST_COMPARED],
  )
  // A damaged row may hold bytes.
  return rows.map(({ name }) => name).filter((name) => typeof name === 'string')
}

/** Beyond this many names nothing is compared. */
const MOST_COMPARED = 5_000

/** Newest first. */
export const listTemplates = (
  connection: Connection,
  owner: string,
  filter: TemplateFilter,
): AsyncIterable<ListedRow> => {
  const { sql, values } = where(
    ['template.owner = ?', owner],
    given('template.task_type = ?', filter.taskType),
    given('template.state = ?', filter.state),
    filter.project !== undefined && inFolder('template.project', filter.project),
  )
  return connection.each<ListedRow>(
    `select ${soundColumnsOf(TEMPLATE)}, cast(v.hash as text) as current_hash,
            cast(v.tags as text) as current_tags, cast(v.task_type as text) as current_task_type,
            cast(v.how as text) as how, cast(v.made_by as text) as made_by, cast(v.content as text) as content, cast(v.about as text) as about
       from template left join template_version as v on v.template_id = template.id and v.version = template.version
      where ${sql} order by template.updated_at desc, template.name`,
    values,
  )
}

/** Versions of a template, newest first; one of them if asked. */
export const templateVersions = (
  connection: Connection,
  owner: string,
  { id, version }: { id: string; version?: number | undefined },
): Promise<TemplateVersionRow[]> =>
  connection.all<TemplateVersionRow>(
    `select ${soundColumnsOf(VERSION)} from template_version join template on template.id = template_version.template_id
      where template.owner = ? and template_version.template_id = ?${version === undefined ? '' : ' and template_version.version = ?'}
      order by template_version.version desc`,
    version === undefined ? [owner, id] : [owner, id, version],
  )

/** The highest number that a version of this template has, whatever its row says: the next one must not be written over it. */
export const highestVersion = async (
  connection: Connection,
  owner: string,
  { id, version }: Pick<TemplateRow, 'id' | 'version'>,
): Promise<number> => {
  const [row] = await connection.all<{ highest: number | null }>(
    `select max(template_version.version) as highest from template_version
       join template on template.id = template_version.template_id
      where template.owner = ? and template_version.template_id = ?
        and template_version.version between 0 and ${LARGEST_NUMBER}`,
    [owner, id],
  )
  return Math.max(0, version, row?.highest ?? 0)
}

/** Returns whether there was such a template. */
export const setTemplateState = async (
  connection: Connection,
  owner: string,
  { id, state, at }: { id: string; state: string; at: number },
): Promise<boolean> =>
  (await connection.run('update template set state = ?, updated_at = ? where owner = ? and id = ?', [
    state,
    at,
    owner,
    id,
  ])) > 0

/** Deletes a template with all its versions and returns how many these were. The ledger stays. A row without a good id goes by its name. */
export const deleteTemplate = (
  connection: Connection,
  owner: string,
  { id, name }: Pick<TemplateRow, 'id' | 'name'>,
): Promise<number> =>
  connection.transaction(async (transaction) => {
    const versions = await transaction.run(
      'delete from template_version where template_id in (select id from template where owner = ? and id = ?)',
      [owner, id],
    )
    await transaction.run('delete from template where owner = ? and name = ?', [owner, name])
    return versions
  })

const OF_CALL = pick(CALL, 'id line block')
type CallOrigin = RowOf<typeof OF_CALL> & { path: string }

/** Where calls stand, as far as the store knows them and they are this owner's. */
export const callOrigins = async (
  connection: Connection,
  owner: string,
  calls: readonly string[],
): Promise<Map<string, CallOrigin>> => {
  const rows = await allIn<CallOrigin>(
    connection,
    `select ${OF_CALL}, file.path from call join session on session.id = call.session_id
       join file on file.id = call.file_id where session.owner = ? and call.id in ${IN_LIST}`,
    calls,
    { before: [owner] },
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Versions that hold a piece of this id (hex digits), of each template the newest such version: those first that showed it
 * to a session, the latest at the top.
 */
export const templatesHolding = (
  connection: Connection,
  owner: string,
  piece: string,
): Promise<{ name: string; version: number }[]> =>
  connection.all(
    `select template.name, max(template_version.version) as version from template_version
       join template on template.id = template_version.template_id
      where template.owner = ? and template_version.about like ?
      group by template.id, template.name, template.updated_at
      order by coalesce((select max(exposure.at) from exposure
                          where exposure.template_id = template.id and exposure.seen like ?), 0) desc,
               template.updated_at desc, template.name`,
    [owner, `%"id":"${piece}"%`, `%"${piece}"%`],
  )
