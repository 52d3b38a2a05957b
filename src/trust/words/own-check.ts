import { natureOf } from '../../shell/nature.ts'
import { readShell, type ShellCommand } from '../../shell/script.ts'

/** What a command does for a project: its checks are the only commands whose output is ever looked at for lines to show. */
export type Check = 'test' | 'lint' | 'types' | 'format' | 'build' | 'check' | 'status'

/**
 * The check that a command line runs, where it runs nothing else that prints: tests, linters, compilers, formatters, builds, and
 * `git status`. Undefined for every other line. What such a line prints may still be a stranger's words: only known forms are shown.
 */
export const checkIn = (line: string): Check | undefined => {
  const { commands } = readShell(line)
  let found: Check | undefined
  for (const command of commands) {
    if (QUIET.has(command.program)) continue
    const check = checkOf(command)
    if (check === undefined) return undefined
    found ??= check
  }
  return found
}

/** They print nothing, or pass on what the check before them printed. */
const QUIET = new Set('cd pushd popd export set true : head tail'.split(' ').concat(''))

const checkOf = (command: ShellCommand): Check | undefined => {
  const { program, words } = command
  const plain = words.filter((word) => !word.startsWith('-'))
  if (program === 'git') return plain[0] === 'status' ? 'status' : undefined
  if (RUNNERS.has(program)) return checkNamed(taskOf(program, plain))
  const named = checkNamed(program) ?? PROGRAMS.get(program)
  switch (natureOf(command)) {
    case 'test':
      return 'test'
    case 'check':
    case 'report':
      return named ?? checkNamed(plain[0] ?? '') ?? 'lint'
    case 'build':
      return named ?? checkNamed(plain[0] ?? '') ?? (SERVES_TOO.has(program) ? undefined : 'build')
    default:
      return PROGRAMS.get(program)
  }
}

/** They build only where their sub-command says so. */
const SERVES_TOO = new Set(
  'dotnet swift docker-compose vite next astro parcel zig opam stack cabal dune lake'.split(' '),
)

const list = (check: Check, programs: string): [string, Check][] => programs.split(' ').map((name) => [name, check])

const PROGRAMS = new Map<string, Check>([
  ...list('types', 'tsc tsgo vue-tsc mypy pyright basedpyright ty svelte-check'),
  ...list('format', 'prettier black isort gofmt gofumpt goimports shfmt'),
  ...list('test', 'rspec phpunit ctest tox nox'),
])

/** Programs that run tasks which a project has given names. */
export const RUNNERS: ReadonlySet<string> = new Set(
  'npm pnpm yarn bun deno make gmake just mise task rake invoke gradle gradlew mvn mvnw ant bazel turbo nx moon lerna composer hatch rye pdm rails artisan gulp grunt ninja earthly sbt'.split(
    ' ',
  ),
)

/** `npm run test:unit`, `mise run lint`, `make test`, `mvn verify`: the name of the task. */
const taskOf = (program: string, plain: readonly string[]): string => {
  const [first = '', second = ''] = plain
  if (first === 'run' || first === 'run-script' || (first === 'task' && program === 'deno')) return second
  return first === '' && MAKERS.has(program) ? 'build' : first
}

/** Without a task they build. */
const MAKERS = new Set('make gmake ninja just mvn gradle gradlew'.split(' '))

const checkNamed = (name: string): Check | undefined => {
  for (const part of name.toLowerCase().split(/[^a-z0-9]+/)) {
    const check = NAMES.get(part)
    if (check !== undefined) return check
  }
  return undefined
}

/** What projects call their checks. */
const NAMES = new Map<string, Check>([
  ...list('test', 'test tests t spec specs unit integration e2e smoke coverage cov'),
  ...list('lint', 'lint linter eslint clippy vet'),
  ...list('types', 'typecheck types tsc mypy'),
  ...list('format', 'fmt format prettier formatting'),
  ...list('build', 'build compile assemble bundle dist'),
  ...list('check', 'check checks verify validate ci'),
])
