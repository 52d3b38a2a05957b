import { join } from 'node:path'
import { after, before } from 'node:test'
import { startPostgres } from './postgres.ts'

/** An engine of stores, and the address of a store of its own for whoever asks. */
export interface TestedEngine {
  engine: 'sqlite' | 'postgres'
  /** A new, empty store: a file in the directory, or a schema. */
  address(directory: string): string
}

/** Both engines, for a file whose tests run on each: PostgreSQL is started before its first test and stopped after its last. */
export const bothEngines = (): [sqlite: TestedEngine, postgres: TestedEngine] => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let stores = 0
  before(async () => {
    postgres = await startPostgres()
  })
  after(() => postgres.stop())
  return [
    { engine: 'sqlite', address: (directory) => `sqlite:${join(directory, 'store.db')}` },
    { engine: 'postgres', address: () => postgres.url(`store_${++stores}`) },
  ]
}
