import { UNOWNED } from '../../schema/owner.ts'
import { NO_PROJECT } from '../../schema/project.ts'
import { type Condition, given, where } from '../statement.ts'

/** Sessions of an owner; where none is named, of every owner but not those without one. */
export const ofOwner = (owner: string | undefined): Condition =>
  owner === undefined ? where(OWNED) : where(['session.owner = ?', owner])

/** Sessions without an owner are left out of what is not asked for by name. */
export const OWNED = `session.owner <> '${UNOWNED}'`

/** Sessions that began at `since` or later, and before `until`. */
export const begun = ({ since, until }: { since?: number | undefined; until?: number | undefined }): Condition =>
  where(given('session.started_at >= ?', since), given('session.started_at < ?', until))

/** A project by its path, that of any directory joined to it, the name of its folder, or its repository (`sam/shop`). */
export const inProject = (project: string): Condition => {
  const small = project.toLowerCase()
  const { sql, values } = inFolder('session.project', project)
  return {
    sql: `(${sql} or session.found_project = ? or session.repository = ?
      or substr(session.repository, length(session.repository) - ?) = ? or (session.project is null and ? = '${NO_PROJECT}'))`,
    values: [...values, project, small, project.length, `/${small}`, project],
  }
}

/** The column holds this path, or a path that ends with it. */
export const inFolder = (column: string, project: string): Condition => ({
  sql: `(${column} = ? or substr(${column}, length(${column}) - ?) = ?)`,
  values: [project, project.length, `/${project}`],
})

/** A path without the slashes that people type at its end. */
export const withoutSlash = (path: string): string => path.replace(/(?<=.)\/+$/, '')
