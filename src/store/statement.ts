import type { Connection, Row, Table, Value } from './connection.ts'
import { type Columns, type Kept, type NamedTable, type Selection, type Told, toNewValues, toRecord } from './table.ts'

/** A condition of a statement, with the values for its `?`. */
export interface Condition {
  sql: string
  values: Value[]
}

type Part = false | string | Condition | readonly [sql: string, ...values: Value[]]

/** Joins conditions by `and`; `false` is left out. */
export const where = (...parts: readonly Part[]): Condition => {
  const conditions = parts
    .filter((part) => part !== false)
    .map((part) => (typeof part === 'string' ? [part] : 'sql' in part ? [part.sql, ...part.values] : part))
  return {
    sql: conditions.length === 0 ? '1 = 1' : conditions.map(([sql]) => sql).join(' and '),
    values: conditions.flatMap(([, ...values]) => values),
  }
}

/** A condition for what the caller may leave open: none where a value is undefined. A condition that must hold is a plain part of `where`. */
export const given = (sql: string, ...values: readonly (Value | undefined)[]): Condition | false =>
  values.every((value) => value !== undefined) ? { sql, values: [...values] } : false

/** At least one of these conditions. */
export const anyOf = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.length === 0 ? '1 = 0' : `(${conditions.map(({ sql }) => sql).join(' or ')})`,
  values: conditions.flatMap(({ values }) => values),
})

/** The column holds one of a few values. Long lists go through `inLists`. */
export const among = (column: string, values: readonly Value[]): Condition => ({
  sql: values.length === 0 ? '1 = 0' : `${column} in (${values.map(() => '?').join(', ')})`,
  values: [...values],
})

/**
 * All lists have this length, so that one statement serves them: a short list repeats its last value, a long one is cut
 * into several.
 */
const LIST_LENGTH = 200

/** `(?, ?, ...)` for one list that `inLists` returns. */
export const IN_LIST = `(${Array(LIST_LENGTH).fill('?').join(', ')})`

/** Cuts values into lists of equal length, so that the statement around `IN_LIST` is prepared only once. */
export const inLists = (values: readonly Value[]): Value[][] => {
  const goes: Value[][] = []
  for (let from = 0; from < values.length; from += LIST_LENGTH) {
    const go = values.slice(from, from + LIST_LENGTH)
    const last = go.at(-1) ?? null
    while (go.length < LIST_LENGTH) go.push(last)
    goes.push(go)
  }
  return goes
}

/** The rows of a statement around `IN_LIST` for any number of values; `before` and `after` are those of its other `?`. */
export const allIn = async <R extends Row>(
  connection: Connection,
  sql: string,
  list: readonly Value[],
  { before = [], after = [] }: { before?: readonly Value[]; after?: readonly Value[] } = {},
): Promise<R[]> => {
  const goes: R[][] = []
  for (const go of inLists(list)) goes.push(await connection.all<R>(sql, [...before, ...go, ...after]))
  return goes.flat()
}

/** Runs a statement around `IN_LIST` for any number of values. */
export const runIn = async (connection: Connection, sql: string, list: readonly Value[]): Promise<void> => {
  for (const go of inLists(list)) await connection.run(sql, go)
}

/** `(values (?, ?), ...)` for one list that `inPairs` returns: a table with the columns `column1` and `column2`. */
export const PAIRS = `(values ${Array(LIST_LENGTH).fill('(?, ?)').join(', ')})`

/** Cuts pairs of values into lists of equal length, for a statement around `PAIRS`. */
export const inPairs = (pairs: readonly (readonly [Value, Value])[]): Value[][] => {
  const goes: Value[][] = []
  for (let from = 0; from < pairs.length; from += LIST_LENGTH) {
    const go = pairs.slice(from, from + LIST_LENGTH)
    const last = go.at(-1) ?? [null, null]
    while (go.length < LIST_LENGTH) go.push(last)
    goes.push(go.flat())
  }
  return goes
}

/** `insert into ... values (?, ?, ...)`, for one row. */
export const insertSql = ({ name, columns }: Table, onConflict = ''): string =>
  `insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')}) ${onConflict}`

/** Inserts a record; returns how many rows that made, which is 0 where `onConflict` says to do nothing. */
export const insertRecord = <C extends Columns>(
  connection: Connection,
  table: NamedTable<C, Columns>,
  record: Told<C>,
  onConflict?: string,
): Promise<number> => connection.run(insertSql(table, onConflict), toNewValues(table, record))

/** Selects columns of a table as records; `rest` is the statement behind `from` and the table's name. */
export const readRecords = async <C extends Columns, L extends Columns, R extends Partial<Kept<C & L>>>(
  connection: Connection,
  table: NamedTable<C, L>,
  selection: Selection<R>,
  rest: string,
  values: readonly Value[] = [],
): Promise<Told<Pick<C & L, keyof R & keyof (C & L)>>[]> => {
  const rows = await connection.all<Row>(`select ${selection} from ${table.name} ${rest}`, values)
  return rows.map((row) => toRecord(table, row as R))
}

/** Inserts a row, or replaces the row with its key. */
export const upsertSql = (table: Table, where = ''): string => {
  const updates = table.columns.filter((column) => !table.key.includes(column))
  const assignments = updates.map((column) => `${column} = excluded.${column}`).join(', ')
  return insertSql(table, `on conflict (${table.key.join(', ')}) do update set ${assignments}${where}`)
}

/** Writes rows: inserts the new ones, and runs `replace` (an upsert) for each of the others. Returns the indices of those that `replace` left alone. */
export const writeRows = async (
  connection: Connection,
  table: Table,
  rows: readonly Value[][],
  replace = upsertSql(table),
): Promise<{ present: number[]; refused: Set<number> }> => {
  const present = await connection.insertNew(table, rows)
  const refused = new Set<number>()
  for (const index of present) if ((await connection.run(replace, rows[index] ?? [])) === 0) refused.add(index)
  return { present, refused }
}

/** Sets columns of the rows that meet a condition, `also` by an expression; returns how many rows these were. */
export const update = <C extends Columns, L extends Columns>(
  connection: Connection,
  { name }: NamedTable<C, L>,
  changes: Partial<Kept<C & L>>,
  { sql, values }: Condition,
  ...also: readonly (readonly [assignment: string, ...values: Value[]])[]
): Promise<number> => {
  const assignments = [
    ...Object.keys(changes).map((column) => `${column} = ?`),
    ...also.map(([assignment]) => assignment),
  ]
  const given = [...(Object.values(changes) as Value[]), ...also.flatMap(([, ...rest]) => rest)]
  return connection.run(`update ${name} set ${assignments.join(', ')} where ${sql}`, [...given, ...values])
}
