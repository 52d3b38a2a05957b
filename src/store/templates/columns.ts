import type { Table } from '../connection.ts'

const table = (name: string, key: string, columns: string): Table => ({
  name,
  columns: columns.split(/\s+/),
  key: key.split(' '),
})

export const TEMPLATE = table(
  'template',
  'id',
  `id owner name state version hash description tags task_type project source platform model tokens patterns recoveries
   source_sessions pinned created_at updated_at`,
)

export const VERSION = table(
  'template_version',
  'template_id version',
  'template_id version hash how made_by at description tags task_type note content about',
)

export const columnsOf = ({ name, columns }: Table): string => columns.map((column) => `${name}.${column}`).join(', ')

const NUMBERS = new Set(['version', 'tokens', 'patterns', 'recoveries', 'created_at', 'updated_at', 'at'])

/**
 * The columns in the types they have, whatever they hold: SQLite keeps a word in a column of numbers, and a number
 * that JavaScript has not would end a listing. A number that is none of ours is -1, which is never a good one.
 */
export const soundColumnsOf = ({ name, columns }: Table): string =>
  columns
    .map((column) =>
      NUMBERS.has(column)
        ? `case when ${name}.${column} between 0 and ${LARGEST_NUMBER} then ${name}.${column} else -1 end as ${column}`
        : `cast(${name}.${column} as text) as ${column}`,
    )
    .join(', ')

/** The last moment of a date in milliseconds; counts are far below it. */
export const LARGEST_NUMBER = 8_640_000_000_000_000
