import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { measure, median, report } from './measure.ts'
import { PROGRAM } from './program.ts'

const RUNS = 3

/** A first sync of the history, and a second one, against reading and parsing the same files and doing nothing. */
export const benchColdSync = async (data: string, scratch: string): Promise<void> => {
  const ratios: number[] = []
  const plainRatios: number[] = []
  const seconds: number[] = []
  const again: number[] = []
  let peakMb = 0
  let size = { lines: 0, bytes: 0 }
  for (let run = 0; run < RUNS; run++) {
    const bare = await measure(process.execPath, [join(import.meta.dirname, 'bare-parse.ts'), data])
    size = JSON.parse(bare.stdout) as typeof size
    const plain = await measure(process.execPath, [join(import.meta.dirname, 'bare-parse.ts'), data, '--plain'])
    const home = join(scratch, `cold-${run}`)
    const words = ['sync', '--path', data, '--json', '--store', `sqlite:${join(home, 'store.db')}`]
    const first = await measure(PROGRAM, words)
    const second = await measure(PROGRAM, words)
    rmSync(home, { recursive: true, force: true })
    ratios.push(first.seconds / bare.seconds)
    plainRatios.push(first.seconds / plain.seconds)
    seconds.push(first.seconds)
    again.push(second.seconds / first.seconds)
    peakMb = Math.max(peakMb, first.peakMb ?? 0)
  }
  const note = `${Math.round(size.bytes / 1e6)} MB, ${size.lines} lines, ${median(seconds).toFixed(1)} s`
  report('cold sync / plain read, split, JSON.parse', median(plainRatios), 3.5, 'x', note)
  report('cold sync / the same in chunks, as fast as it goes', median(ratios), 3.5)
  report('second sync / first', median(again) * 100, 2, '%')
  if (peakMb > 0) report('peak memory of a cold sync', peakMb, 300, 'MB')
}
