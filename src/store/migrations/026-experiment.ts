import type { Engine } from '../connection.ts'

/**
 * Experiments and their trials. `trial_pair` is the unit that a worker claims: one task and repeat in every arm, in the order in which they
 * are to be run. `trial` has a row for each arm and round of a pair; a pair with an invalid trial is run again as the next round. A session of a live
 * experiment is a row of `trial` without a pair.
 */
export const experimentMigration = ({ textType: text }: Engine): string[] => [
  `create table experiment (
    id ${text} primary key, owner ${text} not null, name ${text} not null, design ${text} not null, project ${text},
    declaration ${text} not null, setup ${text} not null, state ${text} not null, reason ${text}, verdict ${text},
    declared_at bigint not null, budget_usd double precision, spent_usd double precision not null, claims bigint not null)`,
  'create index experiment_by_owner on experiment (owner, design, state)',
  `create table trial_pair (
    experiment_id ${text} not null, ordinal bigint not null, task ${text} not null, repeat bigint not null, round bigint not null,
    state ${text} not null, holder ${text}, until bigint, attempt bigint not null, reserved_usd double precision not null,
    primary key (experiment_id, ordinal))`,
  `create table trial (
    experiment_id ${text} not null, task ${text} not null, repeat bigint not null, arm ${text} not null, round bigint not null,
    ordinal bigint, place bigint not null, state ${text} not null, ending ${text}, reason ${text}, score double precision,
    metrics ${text} not null, model ${text}, task_type ${text}, propensity double precision, exposed bigint,
    started_at bigint, ended_at bigint, session ${text}, attempt bigint,
    primary key (experiment_id, task, repeat, arm, round))`,
  'create index trial_by_pair on trial (experiment_id, ordinal, round, place)',
]
