import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { dot, spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { sharePostgres } from '../tests/support/postgres.ts'
import { planProcesses, SLOW_MODULES, writeGroups } from './test-groups.ts'

/*
 * Runs the tests: npm test -- [FILE...]. All other ways to run tests go through this program, so that all run them alike. Without a FILE
 * all tests run, and at the end stand the files that took longest.
 */

const ROOT = join(import.meta.dirname, '..')

/** Tests wait for disks, processes and servers about as long as they compute. */
const FILES_AT_ONCE = availableParallelism() * 2

/** Far more than any test takes, also beside ten busy processes. */
const LONGEST_TEST_MS = 300_000

const SLOWEST_SHOWN = 10

interface Ended {
  file?: string
  name: string
  details: { duration_ms: number }
}

const main = async (words: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: words,
    options: { dot: { type: 'boolean' } },
    allowPositionals: true,
  })
  const { alone, groups } = planProcesses(ROOT, positionals.length > 0 ? positionals : allFiles())
  const written = writeGroups(ROOT, groups, SLOW_MODULES)
  const postgres = sharePostgres()
  const took: { file: string; ms: number }[] = []
  const events = run({
    files: [...written.modules, ...alone.map((file) => join(ROOT, file))],
    concurrency: FILES_AT_ONCE,
    execArgv: ['--import', join(ROOT, 'tests', 'support', 'seed.mjs'), `--test-timeout=${LONGEST_TEST_MS}`],
  })
  events.on('test:summary', ({ file, duration_ms, success }) => {
    if (!success) process.exitCode = 1
    if (file !== undefined && !written.modules.includes(file))
      took.push({ file: relative(ROOT, file), ms: duration_ms })
  })
  // In the process of a group each file is a suite, and these suites are all that the module of the group holds.
  const noteSuite = (ended: Ended): void => {
    if (written.modules.includes(ended.file ?? '')) took.push({ file: ended.name, ms: ended.details.duration_ms })
  }
  events.on('test:pass', noteSuite).on('test:fail', noteSuite)
  for await (const text of events.compose(values.dot === true ? dot : new spec())) process.stdout.write(String(text))
  await postgres.stop()
  written.remove()
  if (positionals.length === 0) process.stdout.write(slowest(took))
}

/** Groups of src are long and stand first. Of the tests of the whole, the last are short and fill what is left of the time at the end. */
const allFiles = (): string[] => [
  ...globSync('src/**/*.test.ts', { cwd: ROOT }).toSorted(),
  ...globSync('tests/**/*.test.ts', { cwd: ROOT }).toSorted(),
]

const slowest = (took: readonly { file: string; ms: number }[]): string => {
  const shown = took.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN)
  return [
    'the files that took longest, in seconds:',
    ...shown.map(({ file, ms }) => `  ${seconds(ms)}  ${file}`),
    '',
  ].join('\n')
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(6)

await main(process.argv.slice(2))
