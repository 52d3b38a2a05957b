import type { Connection, Row } from '../connection.ts'
import { NO_PROJECT } from '../../schema/project.ts'
import { IN_LIST, readRecords, runIn, upsertSql } from '../statement.ts'
import { integer, named, pick, type RecordOf, table, text, toNewValues, toValues } from '../table.ts'
import { type JoinedPlace, joinPlaces, type ProjectClaim, type SeenPlace } from './join-projects.ts'
import { AND, OF_REMOTE } from './alias-name.ts'
import { PROJECT_ALIAS } from '../tables.ts'
import { inProject } from './session-filter.ts'

/** Joins all sessions anew: after an import, and after a person's word. Templates follow their project. Writes only what changed. */
export const settleProjects = (
  connection: Connection,
  { isWorktree }: { isWorktree: (path: string) => boolean },
): Promise<void> =>
  connection.transaction(async (transaction) => {
    const joined = joinPlaces(await seenPlaces(transaction), await listProjectClaims(transaction), isWorktree)
    await writeAliases(transaction, aliasesOf(joined))
    for (const { path, repository, project } of joined)
      await transaction.run(
        `update session set project = ?, changed = 1 where found_project = ? and coalesce(repository, '') = ?
           and (project is null or project <> ?)`,
        [project, path, repository ?? '', project],
      )
    await transaction.run(
      `update template set project = (select alias.project from project_alias as alias where alias.name = template.project)
        where exists (select 1 from project_alias as alias where alias.name = template.project and alias.project <> template.project)`,
    )
    await moveYes(transaction)
  })

/** A yes to the lessons of a project goes with it; where both have one, that of the project it joins stays. */
const moveYes = async (connection: Connection): Promise<void> => {
  const moved = `select 1 from project_alias as alias where alias.name = lesson_project.repository and alias.project <> lesson_project.repository`
  await connection.run(
    `insert into lesson_project (owner, repository, accepted_at, announced_at, holdout)
       select lesson_project.owner, alias.project, min(lesson_project.accepted_at), min(lesson_project.announced_at), min(lesson_project.holdout)
         from lesson_project join project_alias as alias on alias.name = lesson_project.repository
        where alias.project <> lesson_project.repository group by lesson_project.owner, alias.project
       on conflict do nothing`,
  )
  await connection.run(`delete from lesson_project where exists (${moved})`)
}

/** The projects that a path, the name of a folder, or a repository can mean. */
export const projectsNamed = async (connection: Connection, name: string): Promise<string[]> => {
  const { sql, values } = inProject(name)
  const rows = await connection.all<Row & { project: string }>(
    `select distinct session.project as project from session where session.project is not null and ${sql} limit 2`,
    values,
  )
  return rows.map(({ project }) => project)
}

/** The projects of an owner's newest 200 sessions, those with most of them first. */
export const busiestProjects = async (connection: Connection, owner: string, most: number): Promise<string[]> => {
  const rows = await connection.all<Row & { project: string }>(
    `select project, count(*) as sessions from (
        select coalesce(project, '${NO_PROJECT}') as project from session where owner = ? order by coalesce(last_at, 0) desc, id limit 200
      ) as newest group by project order by sessions desc, project limit ?`,
    [owner, most],
  )
  return rows.map(({ project }) => project)
}

const seenPlaces = (connection: Connection): Promise<SeenPlace[]> =>
  connection.all<Row & SeenPlace>(
    `select found_project as path, repository, min(started_at) as "firstAt", count(*) as sessions from session
      where found_project is not null group by found_project, repository`,
  )

const aliasesOf = (joined: readonly JoinedPlace[]): Map<string, string> => {
  const aliases = new Map<string, string>()
  const most = new Map<string, number>()
  for (const { path, repository, project, sessions } of joined) {
    aliases.set(`${path}${AND}${repository ?? ''}`, project)
    if (sessions > (most.get(path) ?? 0)) {
      most.set(path, sessions)
      aliases.set(path, project)
    }
  }
  const named = joined.filter(({ repository }) => repository !== null)
  for (const [repository, places] of Map.groupBy(named, (place) => place.repository)) {
    const counts = new Map<string, number>()
    for (const { project, sessions } of places) counts.set(project, (counts.get(project) ?? 0) + sessions)
    const [project] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? []
    if (project !== undefined) aliases.set(`${OF_REMOTE}${repository}`, project)
  }
  return aliases
}

const writeAliases = async (connection: Connection, aliases: ReadonlyMap<string, string>): Promise<void> => {
  const stored = await connection.all<{ name: string; project: string }>('select name, project from project_alias')
  const known = new Map(stored.map(({ name, project }) => [name, project]))
  const stale = [...known].filter(([name, project]) => aliases.get(name) !== project).map(([name]) => name)
  await runIn(connection, `delete from project_alias where name in ${IN_LIST}`, stale)
  await connection.insertNew(
    PROJECT_ALIAS,
    [...aliases]
      .filter(([name, project]) => known.get(name) !== project)
      .map(([name, project]) => toValues(PROJECT_ALIAS, { name, project })),
  )
}

export const PROJECT_CLAIM = table('project_claim', ['subject'], {
  subject: text,
  target: text,
  by_owner: named('by', text),
  at: integer,
})
const WRITE_CLAIM = upsertSql(PROJECT_CLAIM)

export type StoredClaim = ProjectClaim & RecordOf<typeof PROJECT_CLAIM>

/** What persons said about projects, in the order of the paths. */
export const listProjectClaims = (connection: Connection): Promise<StoredClaim[]> =>
  readRecords(connection, PROJECT_CLAIM, pick(PROJECT_CLAIM), 'order by subject')

export const writeProjectClaims = async (connection: Connection, claims: readonly StoredClaim[]): Promise<void> => {
  for (const claim of claims) await connection.run(WRITE_CLAIM, toNewValues(PROJECT_CLAIM, claim))
}

export const deleteProjectClaims = (connection: Connection, subjects: readonly string[]): Promise<void> =>
  runIn(connection, `delete from project_claim where subject in ${IN_LIST}`, subjects)

export interface ListedPlace extends Row {
  project: string
  path: string
  repository: string | null
  sessions: number
  last_at: number | null
}

/** Every directory in which sessions were held, with the project under which they count; sessions without an owner are left out. */
export const listPlaces = (connection: Connection): Promise<ListedPlace[]> =>
  connection.all<ListedPlace>(
    `select project, found_project as path, repository, count(*) as sessions, max(coalesce(last_at, started_at)) as last_at
       from session where project is not null and owner <> '' group by project, found_project, repository
      order by project, sessions desc, path`,
  )

/** The projects in which an owner's sessions were held. */
export const projectsOf = async (connection: Connection, owner: string): Promise<string[]> => {
  const rows = await connection.all<{ project: string }>(
    'select distinct project from session where owner = ? and project is not null order by project',
    [owner],
  )
  return rows.map((row) => row.project)
}
