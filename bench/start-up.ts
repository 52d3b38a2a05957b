import { measure, median, report } from './measure.ts'
import { PROGRAM } from './program.ts'

const RUNS = 15

/** `--version` and an empty sync against starting Node with nothing to do. */
export const benchStartUp = async (scratch: string): Promise<void> => {
  const bare: number[] = []
  const version: number[] = []
  const idle: number[] = []
  for (let run = 0; run < RUNS; run++) {
    bare.push((await measure(process.execPath, ['-e', '0'])).seconds)
    version.push((await measure(PROGRAM, ['--version'])).seconds)
    idle.push((await measure(PROGRAM, ['sync', '--json'], { HOME: scratch, WARMSTART_HOME: scratch })).seconds)
  }
  report('--version / node -e 0', median(version) / median(bare), 3)
  report('sync with nothing to read / node -e 0', median(idle) / median(bare), undefined)
}
