import type { Table, Value } from './connection.ts'

/*
 * One list of columns per table. The types of rows and records, the insert, the select list and the mapping between
 * rows (snake_case, as both engines keep them) and records (camelCase, as the program uses them) come from this list.
 * `tests/engines-tables.test.ts` holds every list against the database.
 */

/** A column: its type in the database, and how a value is kept there. `Kept` is the type in a row, `Told` the type in a record. */
export interface Column<Told = unknown, Kept extends Value = Value, Field extends string = string> {
  readonly type: 'text' | 'bigint' | 'double precision'
  /** Set where the column may be null: what a record has instead. */
  readonly nullIs?: 'null' | 'undefined'
  /** The name in a record, where that is not the column's name in camelCase. */
  readonly field?: Field
  /** Both are never called with null. */
  write?(told: Told): Kept
  read?(kept: Kept): Told
}

export const text: Column<string, string> = { type: 'text' }
export const integer: Column<number, number> = { type: 'bigint' }
export const real: Column<number, number> = { type: 'double precision' }
/** True or false, kept as 1 or 0. */
export const flag: Column<boolean, number> = { type: 'bigint', write: Number, read: (kept) => kept === 1 }
/** One of a few words. */
export const word = <W extends string>(): Column<W, W> => ({ type: 'text' })
export const json = <T>(): Column<T, string> => ({
  type: 'text',
  write: (told) => JSON.stringify(told),
  read: (kept) => JSON.parse(kept) as T,
})

/** A column that may be null, and then is undefined in a record. */
export const optional = <T, K extends Value, F extends string>(
  column: Column<T, K, F>,
): Column<T | undefined, K | null, F> => ({ ...(column as Column<T | undefined, K | null, F>), nullIs: 'undefined' })

/** A column that may be null, in a record too. */
export const nullable = <T, K extends Value, F extends string>(
  column: Column<T, K, F>,
): Column<T | null, K | null, F> => ({ ...(column as Column<T | null, K | null, F>), nullIs: 'null' })

/** A column that has another name in records. */
export const named = <F extends string, T, K extends Value>(field: F, column: Column<T, K>): Column<T, K, F> => ({
  ...(column as Column<T, K, F>),
  field,
})

export type Columns = Readonly<Record<string, Column>>
type None = Readonly<Record<never, never>>

/** A table whose columns are known by name and type. */
export interface NamedTable<C extends Columns = Columns, L extends Columns = Columns> extends Table {
  /** The columns of an insert. */
  readonly columns: readonly (keyof C & string)[]
  /** Every column. */
  readonly kinds: C & L
}

/** `later` are columns that an insert leaves at their default; they are set by updates alone. */
export const table = <const C extends Columns, const L extends Columns = None>(
  name: string,
  key: readonly (keyof C & string)[],
  columns: C,
  later: L = {} as L,
): NamedTable<C, L> => ({ name, key, columns: Object.keys(columns), kinds: { ...columns, ...later } })

export type Kept<C> = { -readonly [K in keyof C]: C[K] extends Column<infer _T, infer V> ? V : never }

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S
type FieldOf<K extends string, Of> =
  Of extends Column<infer _T, infer _K, infer F> ? (string extends F ? Camel<K> : F) : never
export type Told<C> = {
  -readonly [K in keyof C & string as FieldOf<K, C[K]>]: C[K] extends Column<infer T, infer _K> ? T : never
}

/** The columns behind the fields of a record. */
type ColumnsOf<C, Field> = {
  [K in keyof C & string]: FieldOf<K, C[K]> extends Field ? K : never
}[keyof C & string]

/** Columns of a statement, as text, with the type of the rows that they give. */
export type Selection<R> = string & { readonly rows?: R }

/** A row as the engines give it: of a table, or of a selection. */
export type RowOf<T> = T extends NamedTable<infer C, infer L> ? Kept<C & L> : T extends Selection<infer R> ? R : never

/** What a row of a table is to the program; of the columns of a selection only, where one is given. */
export type RecordOf<T, S = T> =
  T extends NamedTable<infer C, infer L> ? Told<Pick<C & L, keyof RowOf<S> & keyof (C & L)>> : never

/** The part of a record that an insert writes. */
export type NewRecordOf<T> = T extends NamedTable<infer C, infer _L> ? Told<C> : never

type Words<S extends string, Found = never> = S extends `${infer One} ${infer Rest}`
  ? Words<Rest, Found | One>
  : Found | S
type Source<W> = W extends `${infer Column}:${string}` ? Column : W
type Alias<W> = W extends `${string}:${infer Name}` ? Name : W
type Picked<C, W extends string> = { [One in W as Alias<One>]: Kept<C>[Source<One> & keyof C] }
/** The words themselves, where all of them are columns. */
type Known<C, S extends string> =
  Source<Words<S>> extends keyof C ? S : `no column ${Exclude<Source<Words<S>>, keyof C> & string}`

/** Columns of a table for a statement that selects, as words: `id native_id:session` gives the second another name. Without words: every column. */
export const pick = <C extends Columns, L extends Columns, const S extends string = keyof (C & L) & string>(
  { name, kinds }: NamedTable<C, L>,
  ...words: readonly Known<C & L, S>[]
): Selection<Picked<C & L, Words<S>>> =>
  (words.length === 0 ? Object.keys(kinds) : words.join(' ').split(' '))
    .map((one) => {
      const [column = '', alias] = one.split(':')
      return `${name}.${column}${alias === undefined ? '' : ` as "${alias}"`}`
    })
    .join(', ')

/** The values of a row in the order of the columns of an insert. */
export const toValues = <C extends Columns>({ columns }: NamedTable<C, Columns>, row: Kept<C>): Value[] => {
  const names = Object.keys(row)
  let inOrder = 0
  while (inOrder < names.length && names[inOrder] === columns[inOrder]) inOrder++
  // Rows of an import name their columns in order, and are read in a third of the time.
  if (inOrder === columns.length && inOrder === names.length) return Object.values<Value>(row)
  return columns.map((column) => row[column] as Value)
}

/** The values of a new record, in the order of the columns. */
export const toNewValues = <C extends Columns>(table: NamedTable<C, Columns>, record: Told<C>): Value[] =>
  toValues(table, toRow<C, Columns, object>(table, record as object) as Kept<C>)

/** Reads one column out of the values of a row. */
export const readColumn = <C extends Columns>({ columns }: NamedTable<C, Columns>, column: keyof C & string) => {
  const at = columns.indexOf(column)
  return (values: readonly Value[]): Value => values[at] ?? null
}

/** A record, or a part of one, as the columns of its row. */
export const toRow = <C extends Columns, L extends Columns, R extends Partial<Told<C & L>>>(
  { kinds }: NamedTable<C, L>,
  record: R,
): Pick<Kept<C & L>, ColumnsOf<C & L, keyof R>> =>
  Object.fromEntries(
    Object.entries(kinds as Columns).flatMap(([column, kind]) => {
      const field = kind.field ?? camelCase(column)
      if (!(field in record)) return []
      const told = (record as Record<string, unknown>)[field] ?? null
      return [[column, told === null || kind.write === undefined ? told : kind.write(told)]]
    }),
  ) as Pick<Kept<C & L>, ColumnsOf<C & L, keyof R>>

/** The reverse of `toRow`, for rows with some or all columns of a table. */
export const toRecord = <C extends Columns, L extends Columns, R extends Partial<Kept<C & L>>>(
  { kinds }: NamedTable<C, L>,
  row: R,
): Told<Pick<C & L, keyof R & keyof (C & L)>> =>
  Object.fromEntries(
    Object.entries(row as Record<string, Value>).map(([column, kept]) => {
      const kind = kinds[column] as Column | undefined
      const field = kind?.field ?? camelCase(column)
      if (kept === null) return [field, kind?.nullIs === 'undefined' ? undefined : null]
      return [field, kind?.read === undefined ? kept : kind.read(kept)]
    }),
  ) as Told<Pick<C & L, keyof R & keyof (C & L)>>

const camelNames = new Map<string, string>()

const camelCase = (column: string): string => {
  let name = camelNames.get(column)
  if (name === undefined) {
    name = column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(column, name)
  }
  return name
}
