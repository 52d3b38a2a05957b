import type { Engine } from '../connection.ts'

/**
 * What a session offers to mining, one row each, made with its tally and as long up to date. A table of its own, so that
 * a history profile does not read past it. Tallies made before this are made anew.
 */
export const harvestMigration = ({ textType: text }: Engine): string[] => [
  `create table harvest (session_id ${text} primary key, made_by ${text} not null, shapes ${text} not null,
    tracks ${text} not null, errors ${text} not null)`,
  'update session set changed = 1 where changed = 0',
]
