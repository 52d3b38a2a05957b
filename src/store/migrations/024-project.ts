import type { Engine } from '../connection.ts'

/**
 * Projects are repositories. `found_project` is the directory that a session's own record tells, `project` the one under which it counts:
 * sessions of one repository are joined under one path. `root` is the working tree that a session's paths belong to, `repository` the name by its
 * remote. `project_claim` is a person's word and kept; `project_alias` is derived from both, for those who know only a directory.
 */
export const projectMigration = ({ textType: text }: Engine): string[] => [
  `alter table session add column found_project ${text}`,
  `alter table session add column root ${text}`,
  `alter table session add column repository ${text}`,
  'update session set found_project = project',
  `create table project_claim (
    subject ${text} primary key, target ${text} not null, by_owner ${text} not null, at bigint not null)`,
  `create table project_alias (name ${text} primary key, project ${text} not null)`,
]
