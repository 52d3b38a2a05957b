import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { generateSample } from '../src/sample/generate.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { measure, median, report } from './measure.ts'
import { PROGRAM } from './program.ts'

const RUNS = 3
const MEGABYTES = 48

/** A first sync into PostgreSQL on this machine against one of the same files into SQLite, taken in turns. */
export const benchPostgres = async (scratch: string): Promise<void> => {
  const data = join(scratch, 'postgres-history')
  generateSample(data, { seed: 2, megabytes: MEGABYTES })
  const server = await startPostgres()
  const ratios: number[] = []
  const again: number[] = []
  try {
    for (let run = 0; run < RUNS; run++) {
      const sync = (store: string) => measure(PROGRAM, ['sync', '--path', data, '--json', '--store', store])
      const home = join(scratch, `postgres-${run}`)
      const sqlite = await sync(`sqlite:${join(home, 'store.db')}`)
      const postgres = await sync(server.url(`cold_${run}`))
      const second = await sync(server.url(`cold_${run}`))
      rmSync(home, { recursive: true, force: true })
      ratios.push(postgres.seconds / sqlite.seconds)
      again.push(second.seconds / postgres.seconds)
    }
  } finally {
    await server.stop()
  }
  report('cold sync into PostgreSQL / into SQLite', median(ratios), 2, 'x', `${MEGABYTES} MB`)
  report('second sync into PostgreSQL / first', median(again) * 100, undefined, '%')
}
