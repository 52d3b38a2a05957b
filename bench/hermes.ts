import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeHermesDatabase } from './hermes-database.ts'
import { type Measured, measure, median, report } from './measure.ts'
import { PROGRAM } from './program.ts'

const RUNS = 3

/** A baseline's way through a database. */
interface Pass {
  seconds: number
  messages: number
}

export const microsecondsEach = ({ seconds, messages }: Pass): number => (seconds * 1e6) / messages

interface Options {
  database: string | undefined
  baseline: string | undefined
  sessions: number
}

/** Reading, judging and storing a Hermes database, per message: against a baseline, and against a smaller one. */
export const benchHermes = async (scratch: string, { database, baseline, sessions }: Options): Promise<void> => {
  const path = database ?? join(scratch, 'state.db')
  if (database === undefined) makeHermesDatabase(path, sessions)
  const messages = countMessages(path)
  const ratios: number[] = []
  const perMessage: number[] = []
  let peakMb = 0
  for (let run = 0; run < RUNS; run++) {
    const before = microsecondsEach(await runBaseline(baseline, path))
    const ours = await syncOnce(path, join(scratch, `hermes-${run}.db`))
    peakMb = Math.max(peakMb, ours.peakMb ?? 0)
    perMessage.push((ours.seconds * 1e6) / messages)
    ratios.push((ours.seconds * 1e6) / messages / before)
  }
  const note = `${messages} messages, ${median(perMessage).toFixed(1)} µs each`
  if (baseline === undefined)
    report('Hermes: sync / bare read of all rows, a message', median(ratios), undefined, 'x', note)
  else report('Hermes: sync / baseline, a message', median(ratios), 1.5, 'x', note)
  if (peakMb > 0) report('Hermes: peak memory', peakMb, 300, 'MB')
  if (database !== undefined) return
  const small = join(scratch, 'small.db')
  makeHermesDatabase(small, Math.ceil(sessions / 8))
  const cost = ((await syncOnce(small, join(scratch, 'hermes-small.db'))).seconds * 1e6) / countMessages(small)
  report('Hermes: cost a message, at this size / at an eighth', median(perMessage) / cost, 1.2)
}

export const syncOnce = (path: string, store: string): Promise<Measured> =>
  measure(PROGRAM, ['sync', '--source', 'hermes', '--path', path, '--store', `sqlite:${store}`, '--json'])

export const countMessages = (path: string): number => {
  const database = new DatabaseSync(path, { readOnly: true })
  const row = database.prepare('select count(*) as n from messages').get()
  database.close()
  return Number(row?.['n'])
}

/** What it took and how many messages it saw. Without a baseline: reading every row into memory and letting it go. */
export const runBaseline = async (command: string | undefined, path: string): Promise<Pass> => {
  if (command !== undefined) {
    const { stdout } = await measure('/bin/sh', ['-c', `${command} "$0"`, path])
    return JSON.parse(stdout) as Pass
  }
  const database = new DatabaseSync(path, { readOnly: true })
  const startedAt = performance.now()
  let rows = 0
  for (const _row of database.prepare('select * from messages order by session_id, id').iterate()) rows++
  database.close()
  return { seconds: (performance.now() - startedAt) / 1000, messages: rows }
}
