import { AppError } from '../lib/error.ts'
import type { Connection } from './connection.ts'

/** What a store is opened for. */
export interface StoreUse {
  /**
   * Given by a command that only shows what the store holds and closes it soon: then it is opened also where nothing can be written,
   * and derived rows are made in memory. Hears why nothing can be written, maybe twice.
   */
  onUnwritable?: (reason: AppError) => void
}

/**
 * Does something that writes into derived tables, which can be made anew at any time. Where nothing can be written, and the store is
 * opened only to show what it holds, it is done again with these tables in memory. The work must go on where it stopped.
 */
export const deriving = async <T>(store: Connection, tables: readonly string[], work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const isUnwritable = error instanceof AppError && UNWRITABLE.has(error.code)
    if (!isUnwritable || store.deriveInMemory === undefined) throw error
    await store.deriveInMemory(tables, error)
    return work()
  }
}

const UNWRITABLE: ReadonlySet<string> = new Set(['disk-full', 'store-read-only'])
