import { spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'

/*
 * Runs tests as on a machine that lacks a program: npm run test:without -- [PROGRAM...] [FILE...]. `setsid+fallocate` leaves out both at
 * once. Without a PROGRAM each optional program is left out in turn; without a FILE the tests run that ask for it. A test asks for a
 * program by naming it in a file that imports tests/support/programs.ts: its own, or one of tests/ that it imports.
 */

/** What tests and product use where it is there. On a machine without any of them the tests pass all the same. */
const OPTIONAL: readonly string[] = ['ssh', 'sshd', 'chromium', 'busybox', 'python3', 'setsid', 'fallocate']

const ROOT = join(import.meta.dirname, '..')
const ASKING = join(ROOT, 'tests', 'support', 'programs.ts')
const RUNNER = join(import.meta.dirname, 'test.ts')

const main = (words: readonly string[]): number => {
  const files = words.filter((word) => word.endsWith('.ts'))
  const named = words.filter((word) => !word.endsWith('.ts'))
  let worst = 0
  for (const word of named.length > 0 ? named : OPTIONAL) {
    const programs = word.split('+')
    const affected = files.length > 0 ? files : testsThatAskFor(programs)
    const startedAt = performance.now()
    if (affected.length === 0) {
      console.error(`no test asks for ${programs.join(' or ')}`)
      worst = 1
      continue
    }
    console.log(`without ${programs.join(' and ')}: ${affected.join(' ')}`)
    worst = Math.max(worst, runWithout(programs, affected))
    console.log(`${Math.round((performance.now() - startedAt) / 1000)} s`)
  }
  return worst
}

/** Test files, relative to the root, that ask for one of the programs. */
const testsThatAskFor = (programs: readonly string[]): string[] => {
  const asks = (path: string): boolean => {
    const text = readFileSync(path, 'utf8')
    return imports(path).includes(ASKING) && programs.some((program) => text.includes(`'${program}'`))
  }
  return globSync(['src/**/*.test.ts', 'tests/**/*.test.ts'], { cwd: ROOT })
    .filter((file) => withImports(join(ROOT, file)).some(asks))
    .toSorted()
}

/** The file and what it imports of tests/, directly or not. */
const withImports = (file: string, seen = new Set<string>()): string[] => {
  if (seen.has(file)) return []
  seen.add(file)
  const below = imports(file).filter((path) => path.startsWith(join(ROOT, 'tests')))
  return [file, ...below.flatMap((path) => withImports(path, seen))]
}

const imports = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => resolve(dirname(file), path))

const runWithout = (programs: readonly string[], files: readonly string[]): number => {
  const folder = mkdtempSync(join(tmpdir(), 'warmstart-without-'))
  try {
    const left = linkAllBut(programs, folder)
    const { WARMSTART_REQUIRE_ALL: _, ...env } = process.env
    const [first = '', ...rest] = [...hiding(left), process.execPath, RUNNER, '--dot', ...files]
    const { status } = spawnSync(first, rest, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...env, PATH: folder, WARMSTART_WITHOUT: programs.join(' ') },
    })
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes links to every program but these, and returns where these are. */
const linkAllBut = (programs: readonly string[], folder: string): string[] => {
  const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/bin', '/bin']
  const there = [...new Set(places)].filter((place) => place !== '' && existsSync(place))
  for (const place of there)
    for (const name of readdirSync(place))
      if (!programs.includes(name) && lstatSync(join(folder, name), { throwIfNoEntry: false }) === undefined)
        symlinkSync(join(place, name), join(folder, name))
  return there.flatMap((place) => programs.map((program) => join(place, program))).filter((path) => existsSync(path))
}

/**
 * Some of what we run looks into /usr/bin whatever PATH says. Where the system lets us, a file that cannot be run is put over the program,
 * for these tests alone.
 */
const hiding = (paths: readonly string[]): string[] => {
  const real = [...new Set(paths.map((path) => realpathSync(path)))]
  const words = ['unshare', '--mount', 'sh', '-c', HIDE, 'sh', String(real.length), ...real]
  const [program = '', ...rest] = words
  return spawnSync(program, [...rest, 'true'], { stdio: 'ignore' }).status === 0 ? words : []
}

const HIDE =
  'n=$1; shift; while [ $n -gt 0 ]; do mount --bind /dev/null "$1" || exit 1; shift; n=$((n-1)); done; exec "$@"'

process.exitCode = main(process.argv.slice(2))
