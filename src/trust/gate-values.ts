import { pathRefusal, patternRefusal } from './gate-words.ts'
import type { Place } from './place.ts'

interface Circumstance {
  /** The program with its sub-command. */
  program: string
  option: string
  place: Place
  /** The option goes to a task or script. */
  isHandedOn: boolean
}

/** Why the value of an option must not stand there. */
export const valueRefusal = (
  value: string,
  { program, option, place, isHandedOn }: Circumstance,
): string | undefined => {
  // Package managers hand options to a shell, some of them in double quotes.
  if (isHandedOn && /[`\n]|\$[({\w]/.test(value)) return 'hands a task words that a shell could run'
  // Jest and others take settings themselves where a file is expected, and settings name code.
  if (SETTINGS.has(option) && /^\s*[{[]/.test(value)) return 'changes settings'
  if (CACHES.has(option) && !/cache|tsbuildinfo|node_modules/i.test(value)) return 'writes over a file'
  if (REPORTS.has(option) && !value.split(',').every(isReport)) return 'writes over a file'
  // Testers load a reporter or an environment that is a path as code.
  if (LOADED.has(option) && /[/\\]|\.[cm]?[jt]sx?$|\.rb$/.test(value) && !value.startsWith('json:'))
    return 'loads a file as code'
  if ((option === '-f' || option === '--format') && TESTERS.has(program.split(' ')[0] ?? '') && /[/\\.]/.test(value))
    return 'loads a file as code'
  // `git log -L 1,9:FILE` prints the history of a stretch of a file.
  if (option === '-L' && program.startsWith('git ')) return pathRefusal(value.slice(value.lastIndexOf(':') + 1), place)
  return isPattern(program, option) ? patternRefusal(value) : pathRefusal(value, place)
}

const LOADED = new Set([
  '--reporter',
  '--test-reporter',
  '--environment',
  '--pool',
  '--formatter',
  '--custom-formatter',
  '--custom-syntax',
  '--runner',
])
const TESTERS = new Set(['rspec', 'rubocop', 'minitest', 'standardrb', 'stylelint'])
const SETTINGS = new Set(['--config', '-c', '--settings'])
/** Files that are written, and deleted where they are not wanted any more. */
const CACHES = new Set(['--cache-location', '--tsBuildInfoFile'])

/** A format may name the file that is written: `json:report.json`. */
const REPORTS = new Set(['--out-format', '--output-format', '--cov-report', '--format', '--reporter'])
const isReport = (format: string): boolean => {
  const at = format.indexOf(':')
  return (
    at < 0 || /[%\s]/.test(format) || /^(?:stdout|stderr|skip-covered)$|cov|report|result/i.test(format.slice(at + 1))
  )
}

const isPattern = (program: string, option: string): boolean => {
  if (PATTERNS.has(option)) return true
  const [name = ''] = program.split(' ')
  return (LOOKS.has(name) && AMBIGUOUS.has(option)) || (NAMES_OF_TESTS.get(option)?.has(name) ?? false)
}

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Options whose values are patterns, names or formats, whatever the program: a slash at their beginning leads nowhere. */
const PATTERNS = setOf(
  '--regexp --expression --glob --iglob --include --exclude --exclude-dir --grep --tests --testNamePattern --testPathPattern --testPathPatterns --pretty --author --since --until --word-diff-regex --deselect --ignore-pattern --example --features --select --ignore --extend-select --focus --date --sort --arg --argjson --delimiter -run -skip -bench -tags -ldflags -gcflags -name -iname -path -ipath -wholename -regex -iregex -printf -newermt',
)
/** The same in programs that only look; in others these are places: `task -d DIR`, `rspec -P FILES`, `jest --filter FILE`. */
const AMBIGUOUS = setOf('-e -g -k -t -S -G -E -R -I -P -L -d -F -s -D -W -A -v -u --format --filter')
const LOOKS = setOf(
  'grep egrep fgrep zgrep rg ripgrep ag ack find fd fdfind git sed awk gawk mawk jq cut sort paste join column tree ls diff date seq nl od hexdump strings du stat cargo',
)
const NAMES_OF_TESTS = new Map([
  ['-t', setOf('npm pnpm yarn bun jest vitest rspec')],
  ['-k', setOf('pytest py.test npm')],
  ['-e', setOf('rspec')],
  ['--filter', setOf('deno phpunit pest paratest dotnet swift php composer')],
])
