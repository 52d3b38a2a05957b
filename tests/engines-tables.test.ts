import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Connection, Row, Value } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import {
  type Column,
  integer,
  type NamedTable,
  pick,
  table,
  text,
  toRecord,
  toRow,
  toValues,
} from '../src/store/table.ts'
import { bothEngines } from './support/engines.ts'
import { scratch } from './support/store.ts'
import { TABLES } from './support/tables.ts'

type AnyTable = Omit<NamedTable, 'columns'> & { readonly columns: readonly string[] }

const TESTED: readonly AnyTable[] = TABLES.toSorted((one, other) => (one.name < other.name ? -1 : 1))

interface Described {
  type: string
  isNullable: boolean
  /** Its place in the primary key from 1 on; 0: it is no part of it. */
  keyAt: number
}

const DESCRIBE = {
  sqlite: `select m.name as "table", c.name as "column", lower(c.type) as type, c."notnull" as required, c.pk as "keyAt",
                  case when c.dflt_value is null then 0 else 1 end as "hasDefault"
             from sqlite_master as m join pragma_table_info(m.name) as c where m.type = 'table'`,
  postgres: `select c.table_name as "table", c.column_name as "column", c.data_type as type,
                    case when c.is_nullable = 'NO' then 1 else 0 end as required, coalesce(k.ordinal_position, 0) as "keyAt",
                    case when c.column_default is null then 0 else 1 end as "hasDefault"
               from information_schema.columns as c
               left join information_schema.table_constraints as t on t.table_schema = c.table_schema
                 and t.table_name = c.table_name and t.constraint_type = 'PRIMARY KEY'
               left join information_schema.key_column_usage as k on k.constraint_schema = t.constraint_schema
                 and k.constraint_name = t.constraint_name and k.column_name = c.column_name
              where c.table_schema = current_schema()`,
}

type DescribedRow = Row & {
  table: string
  column: string
  type: string
  required: number
  keyAt: number
  hasDefault: number
}

/** What the database says about the columns of its tables. */
const describedTables = async (store: Connection): Promise<Map<string, DescribedRow[]>> => {
  const rows = await store.all<DescribedRow>(DESCRIBE[store.engine.name])
  const ours = rows.filter(({ table: name }) => !name.startsWith('sqlite_') && name !== 'migration')
  return Map.groupBy(ours, (row) => row.table)
}

const described = ({ type, required, keyAt }: DescribedRow): Described => ({
  type,
  // SQLite lets the text of a primary key be null; no statement of ours writes that.
  isNullable: required === 0 && keyAt === 0,
  keyAt,
})

const listed = ({ key, kinds }: AnyTable, column: string): Described => ({
  type: kinds[column]?.type ?? '',
  isNullable: kinds[column]?.nullIs !== undefined,
  keyAt: key.indexOf(column) + 1,
})

/** Tables whose key is a unique index, because the index serves as more than a key. */
const KEY_IS_AN_INDEX: readonly string[] = ['ready_term']

for (const { engine, address } of bothEngines()) {
  test(`${engine}: every table has a list of exactly the columns, types and keys that the database has`, async (t) => {
    const store = await openStore(address(scratch(t)))
    t.after(() => void store.close())
    const database = await describedTables(store)
    assert.deepEqual(
      TESTED.map(({ name }) => name),
      [...database.keys()].toSorted(),
    )
    for (const one of TESTED) {
      const columns = database.get(one.name) ?? []
      const key = KEY_IS_AN_INDEX.includes(one.name) ? [] : one.key
      assert.deepEqual(
        Object.fromEntries(Object.keys(one.kinds).map((column) => [column, listed({ ...one, key }, column)])),
        Object.fromEntries(columns.map((column) => [column.column, described(column)])),
        one.name,
      )
      // A column that an insert leaves out must have a value of its own.
      const left = columns.filter(({ column }) => !one.columns.includes(column))
      for (const { column, required, hasDefault } of left)
        assert.ok(required === 0 || hasDefault === 1, `${one.name}.${column} is required, but not inserted`)
    }
  })

  test(`${engine}: a row of any table comes back as it was written, and so does its record`, async (t) => {
    const store = await openStore(address(scratch(t)))
    t.after(() => void store.close())
    for (const one of TESTED) {
      const named = one as unknown as NamedTable
      const unnamed = one.columns.filter((column) => one.key.includes(column))
      await fc.assert(
        fc.asyncProperty(rowsOf(one), async (rows) => {
          await store.run(`delete from ${one.name}`)
          await store.insertNew(
            one,
            rows.map((row) => toValues(named, row)),
          )
          const columns = one.columns.map((column) => `${one.name}.${column}`).join(', ')
          const stored = await store.all<Row>(`select ${columns} from ${one.name} order by ${unnamed.join(', ')}`)
          assert.deepEqual(
            stored.map((row) => ({ ...row })),
            rows,
            one.name,
          )
          for (const row of stored) assert.deepEqual({ ...toRow(named, toRecord(named, row)) }, { ...row }, one.name)
        }),
        { numRuns: 5 },
      )
    }
  })
}

/** Rows with keys of their own, in the order of the key. */
const rowsOf = ({ columns, key, kinds }: AnyTable): fc.Arbitrary<Row[]> =>
  fc
    .array(fc.record(Object.fromEntries(columns.map((column) => [column, valueOf(kinds[column])]))), { maxLength: 4 })
    .map((rows) =>
      rows.map((row, at) => {
        // Unique indices beside the key are over texts and numbers as well: no two rows share one.
        const own = columns.map((column) => [column, distinct(kinds[column], row[column] ?? null, at)] as const)
        return { ...row, ...Object.fromEntries(own.filter(([column]) => key.includes(column) || isIdentity(column))) }
      }),
    )

const isIdentity = (column: string): boolean => /(?:^|_)(?:id|key|name|seq|code)$/.test(column)

const distinct = (kind: Column | undefined, value: Value, at: number): Value =>
  kind?.type === 'text' ? `k${at}` : kind?.type === 'bigint' ? at : value

/** A value that the column may hold. JSON and flags are given as their columns write them. */
const valueOf = (kind: Column | undefined): fc.Arbitrary<Value> => {
  const plain: fc.Arbitrary<Value> = {
    text: kind?.write === undefined ? TEXT : fc.array(fc.string()).map((list) => JSON.stringify(list)),
    bigint: kind?.write === undefined ? fc.maxSafeInteger() : fc.constantFrom(0, 1),
    'double precision': fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  }[kind?.type ?? 'text']
  return kind?.nullIs === undefined ? plain : fc.option(plain)
}

/** Both engines take every text but NUL. */
const TEXT = fc.string({ unit: 'grapheme' }).map((words) => words.replaceAll('\u0000', ''))

test('a column that is no column of its table cannot be picked', () => {
  const pairs = table('pair', ['one'], { one: text, the_other: integer })
  assert.equal(pick(pairs, 'one the_other:other'), 'pair.one, pair.the_other as "other"')
  assert.equal(pick(pairs), 'pair.one, pair.the_other')
  // @ts-expect-error there is no such column
  pick(pairs, 'one three')
  // @ts-expect-error a row without one of its columns is none
  assert.deepEqual(toValues(pairs, { one: 'a' }), ['a', undefined])
  // @ts-expect-error a column of numbers takes no text
  toRow(pairs, { one: 'a', theOther: 'b' })
})
