import type { Engine } from '../connection.ts'

/**
 * Templates: a row each, and a row for every version it ever had. `content` is what its hash stands for, `about` what may
 * change without making another template of it (support, evidence, metrics). `exposure` is the ledger: who was given what, and how
 * that went.
 */
export const templateMigration = ({ textType: text }: Engine): string[] => [
  `create table template (
    id ${text} primary key, owner ${text} not null, name ${text} not null, state ${text} not null, version bigint not null,
    hash ${text} not null, description ${text} not null, tags ${text} not null, task_type ${text}, project ${text},
    source ${text}, platform ${text}, model ${text}, tokens bigint not null, patterns bigint not null,
    recoveries bigint not null, source_sessions ${text} not null, pinned ${text} not null, created_at bigint not null,
    updated_at bigint not null)`,
  'create unique index template_by_name on template (owner, name)',
  'create index template_by_hash on template (owner, hash)',
  `create table template_version (
    template_id ${text} not null, version bigint not null, hash ${text} not null, how ${text} not null, made_by ${text} not null,
    at bigint not null, description ${text} not null, tags ${text} not null, task_type ${text}, note ${text} not null,
    content ${text} not null, about ${text} not null, primary key (template_id, version))`,
  'create index template_version_by_hash on template_version (hash)',
  `create table exposure (
    id ${text} primary key, template_id ${text} not null, version bigint not null, hash ${text} not null,
    owner ${text} not null, at bigint not null, how ${text} not null, format ${text} not null, dose bigint not null,
    session_key ${text}, arm ${text}, propensity double precision, seen ${text} not null,
    outcome ${text}, outcome_by ${text}, outcome_at bigint)`,
  'create index exposure_by_template on exposure (template_id)',
]
