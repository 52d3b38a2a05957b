import type { Engine } from '../connection.ts'

/**
 * What selecting needs, left ready when a template changes: its words, the text a session is given, and a line for every
 * recovery. Derived from `template` and the sessions it came from, made anew when those changed; hooks read it without looking
 * at templates. The index on terms holds all that is asked of them, so that the rows themselves are not read.
 */
export const readyMigration = ({ textType: text }: Engine): string[] => [
  `create table ready (
    template_id ${text} primary key, owner ${text} not null, version bigint not null, made_by ${text} not null,
    basis ${text} not null, dose bigint not null, tokens bigint not null, expires_at bigint, tokens_later bigint not null,
    dose_later bigint not null, seen ${text} not null, seen_later ${text} not null, text ${text} not null,
    text_later ${text} not null)`,
  'create index ready_by_owner on ready (owner)',
  `create table ready_term (
    owner ${text} not null, term ${text} not null, template_id ${text} not null, weight double precision not null)`,
  'create unique index ready_term_by_term on ready_term (owner, term, template_id, weight)',
  'create index ready_term_by_template on ready_term (template_id)',
  `create table ready_hint (
    owner ${text} not null, key ${text} not null, template_id ${text} not null, recovery ${text} not null, project ${text},
    support bigint not null, expires_at bigint, text ${text} not null, primary key (owner, key, template_id, recovery))`,
  'create index ready_hint_by_template on ready_hint (template_id)',
]
