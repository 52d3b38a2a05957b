import { integer, type NamedTable, nullable, table, text } from '../table.ts'

export const TEMPLATE = table('template', ['id'], {
  id: text,
  owner: text,
  name: text,
  state: text,
  version: integer,
  hash: text,
  description: text,
  tags: text,
  task_type: nullable(text),
  project: nullable(text),
  source: nullable(text),
  platform: nullable(text),
  model: nullable(text),
  tokens: integer,
  patterns: integer,
  recoveries: integer,
  source_sessions: text,
  pinned: text,
  created_at: integer,
  updated_at: integer,
})

export const VERSION = table('template_version', ['template_id', 'version'], {
  template_id: text,
  version: integer,
  hash: text,
  how: text,
  made_by: text,
  at: integer,
  description: text,
  tags: text,
  task_type: nullable(text),
  note: text,
  content: text,
  about: text,
})

/**
 * The columns in the types they have, whatever they hold: SQLite keeps a word in a column of numbers, and a number
 * that JavaScript has not would end a listing. A number that is none of ours is -1, which is never a good one.
 */
export const soundColumnsOf = ({ name, kinds }: Pick<NamedTable, 'name' | 'kinds'>): string =>
  Object.entries(kinds)
    .map(([column, { type }]) =>
      type === 'bigint'
        ? `case when ${name}.${column} between 0 and ${LARGEST_NUMBER} then ${name}.${column} else -1 end as ${column}`
        : `cast(${name}.${column} as text) as ${column}`,
    )
    .join(', ')

/** The last moment of a date in milliseconds; counts are far below it. */
export const LARGEST_NUMBER = 8_640_000_000_000_000
