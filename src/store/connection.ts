import type { AppError } from '../lib/error.ts'

/** What a column may hold on both engines. JSON is text, booleans are 0 and 1. */
export type Value = string | number | null

/** Rows come back as plain objects with the column names of the statement. */
export type Row = Record<string, Value>

/**
 * One SQL for two engines: statements are written once with `?` placeholders and run here. What the engines do
 * differently is a flag in `Engine` or hidden behind `insertNew`.
 */
export interface Connection {
  readonly engine: Engine
  all<R extends Row = Row>(sql: string, values?: readonly Value[]): Promise<R[]>
  /** Rows one by one, so that a listing of a million calls needs no memory. */
  each<R extends Row = Row>(sql: string, values?: readonly Value[]): AsyncIterable<R>
  /** Returns how many rows it changed. */
  run(sql: string, values?: readonly Value[]): Promise<number>
  /** Inserts what is not there yet; returns the indices of the rows that were there already. Rows are lists of values, as `toValues` of table.ts makes them. */
  insertNew(table: Table, rows: readonly Value[][]): Promise<number[]>
  /** All or nothing. A busy database delays it (bounded), and never loses it. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /**
   * Moves these derived tables into memory, as they are now, after an error of writing. Only if the store was opened to
   * show what it holds, and only on engines that can do it.
   */
  deriveInMemory?(tables: readonly string[], reason: AppError): Promise<void>
  close(): Promise<void>
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** Column type of text that sorts by code point on every machine. */
  readonly textType: string
  /** Ends a query for a row that this transaction alone will change; rows of other transactions are passed over. */
  readonly lockRow?: string
  /** SQL for the time in milliseconds, where machines with clocks of their own share a store. */
  readonly clock?: string
}

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}
