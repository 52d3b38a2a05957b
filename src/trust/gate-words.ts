import { isAssignment } from '../shell/names.ts'
import type { ShellWord } from '../shell/token.ts'
import { fullPath, isOutside, type Place } from './place.ts'
import { isSecretFile, matchesSecretFile } from './secret-files.ts'

/** Why a word of a command must not stand there, whatever the program: only a run could tell what it becomes. */
export const wordRefusal = (word: ShellWord, source: string, program: string): string | undefined => {
  const raw = source.slice(word.start, word.end)
  if (word.expansions !== undefined) {
    const harmless = (program === 'echo' || program === 'exit') && word.expansions.every((one) => EXIT_CODES.has(one))
    if (!harmless) return 'holds a substitution'
  }
  const bare = bareText(raw)
  if (hasBraceList(bare)) return 'holds a list in braces'
  if (/[^\u0000-\u007f]/.test(bare) && Buffer.from(bare).some((byte) => byte === 0x85 || byte === 0xa0))
    return 'holds characters that some shells take for blanks'
  return undefined
}

/** Numbers, whatever the run. */
const EXIT_CODES = new Set(['$?', '${?}', '${PIPESTATUS[0]}', '$PIPESTATUS'])

/** A word as it is written, with `x` for all characters that quotes or a backslash protect. */
const bareText = (raw: string): string =>
  raw.replaceAll(/'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]/g, (protectedText) => 'x'.repeat(protectedText.length))

/** `{a,b}` and `{1..3}` become several words. The shell pairs a brace with any later one: `{a},b}` is `a}` and `b`. */
const hasBraceList = (bare: string): boolean => {
  const comma = bare.indexOf(',', bare.indexOf('{') + 1)
  if (bare.includes('{') && comma >= 0 && bare.includes('}', comma)) return true
  return bare
    .split('{')
    .slice(1)
    .some((part) => part.slice(0, Math.max(0, part.indexOf('}'))).includes('..'))
}

/** Whether the shell replaces the word by the names of files that fit it: there may be several. */
export const isGlob = (word: ShellWord, source: string): boolean =>
  word.expansions === undefined && /[*?[]/.test(bareText(source.slice(word.start, word.end)))

/** Why a path must not be named: outside the project, or a file with secrets. */
export const pathRefusal = (path: string, place: Place): string | undefined => {
  if (path === '' || path === '-' || path === '/dev/null') return undefined
  if (ADDRESS.test(path)) return 'names an address'
  // What stands in quotes is a name that begins with `$`; which directory that is, only a run could tell.
  if (path.startsWith('$')) return 'names what looks like a variable'
  if (leavesProject(path, place)) return outside(path)
  // `HEAD:.env` names a file of another commit, `key=../x` a file in an option's value.
  for (const part of path.split(/[:=,;]/)) {
    if (/^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(part) && leavesProject(part, place)) return outside(part)
    if (isSecretFile(part) || matchesSecretFile(part)) return secret(part)
  }
  return undefined
}

/** Addresses, sources of packages, and programs that stand in the address itself. */
const ADDRESS =
  /[\w+.-]{1,20}:\/\/|^(?:data|javascript|blob|npm|jsr|node|github|gitlab|bitbucket|gist|git|ssh|https?|file):|^[\w.-]{1,60}@[\w.-]{1,200}:/i

/** Why a pattern, as the value of an option, is refused: it can name a file with secrets. */
export const patternRefusal = (pattern: string): string | undefined =>
  /\s/.test(pattern) || !matchesSecretFile(pattern) ? undefined : secret(pattern)

const outside = (path: string): string => `names ${path.slice(0, 80)}, which is outside the project`
const secret = (path: string): string => `names ${path.slice(0, 80)}, which may hold secrets`

/** A link inside the project can lead out of it, where the disk can be asked. */
const leavesProject = (path: string, place: Place): boolean => {
  if (isOutside(path, place)) return true
  const full = place.real === undefined ? undefined : fullPath(path, place)
  if (full === undefined) return false
  const real = place.real?.(full)
  return real !== undefined && isOutside(real, place)
}

/** Why `NAME=value` before a command must not stand there. */
export const assignmentRefusal = (text: string, place: Place): string | undefined => {
  const equals = text.indexOf('=')
  const name = text.slice(0, equals)
  const value = text.slice(equals + 1)
  const allowed = VARIABLES.get(name)
  if (!isAssignment(text) || name.endsWith('+') || allowed === undefined || !allowed.test(value))
    return `sets ${name.slice(0, 40)}`
  if (name === 'PYTHONPATH' || name === 'CARGO_TARGET_DIR' || name === 'GOCACHE') {
    for (const path of value.split(':')) {
      const reason = pathRefusal(path, place)
      if (reason !== undefined) return reason
    }
  }
  return undefined
}

const WORD = /^[\w.:+-]*$/
const WORDS = /^[\w.:,=/@*+ -]*$/
const VARIABLES = new Map<string, RegExp>([
  ...'CI NODE_ENV FORCE_COLOR NO_COLOR CLICOLOR CLICOLOR_FORCE RUST_BACKTRACE RUST_LIB_BACKTRACE RUST_LOG TZ LANG LC_ALL LANGUAGE PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED PYTHONHASHSEED PYTHONUTF8 CGO_ENABLED GOOS GOARCH GO111MODULE GOWORK TERM COLUMNS LINES MIX_ENV RAILS_ENV RACK_ENV APP_ENV FLASK_ENV DJANGO_SETTINGS_MODULE CARGO_TERM_COLOR CARGO_INCREMENTAL COVERAGE UPDATE_SNAPSHOTS UPDATE_SNAPSHOT UPDATE_GOLDEN TEST_TIMEOUT VITEST_MAX_THREADS JEST_WORKERS VERBOSE V E2E INTEGRATION SKIP_E2E NX_DAEMON TURBO_TELEMETRY_DISABLED NEXT_TELEMETRY_DISABLED DO_NOT_TRACK DOTNET_CLI_TELEMETRY_OPTOUT BROWSER_HEADLESS HEADLESS UV_OFFLINE UV_NO_SYNC NPM_CONFIG_LOGLEVEL FC_SEED SEED PYTEST_DISABLE_PLUGIN_AUTOLOAD CARGO_NET_OFFLINE MISE_QUIET INSTA_UPDATE NODE_NO_WARNINGS TS_NODE_TRANSPILE_ONLY SKIP_ENV_VALIDATION ESLINT_USE_FLAT_CONFIG HUSKY TESTCONTAINERS_RYUK_DISABLED'
    .split(' ')
    .map((name): [string, RegExp] => [name, WORD]),
  // A class of warnings is imported by its name, and a toolchain is fetched.
  ['PYTHONWARNINGS', /^(?:default|error|ignore|always|module|once)(?:::(?:[A-Z][A-Za-z]*Warning)?)?$/],
  ['GOTOOLCHAIN', /^(?:local|auto|path)$/],
  ['PYTHONPATH', /^[\w./:-]*$/],
  ['CARGO_TARGET_DIR', /^[\w./-]*$/],
  ['GOCACHE', /^[\w./-]*$/],
  ['PAGER', /^(?:cat|)$/],
  ['GIT_PAGER', /^(?:cat|)$/],
  ['GH_PAGER', /^(?:cat|)$/],
  ['GOFLAGS', /^(?:-(?:mod=(?:mod|vendor|readonly)|count=\d+|race|v|short|tags=[\w,]+)(?: |$))*$/],
  ['RUSTFLAGS', /^(?:-[DAW] ?[\w:-]+(?: |$))*$/],
  [
    'NODE_OPTIONS',
    /^(?:--(?:max[-_]old[-_]space[-_]size=\d+|experimental-vm-modules|no-warnings|enable-source-maps|experimental-strip-types)(?: |$))*$/,
  ],
  ['DEBUG', WORDS],
])
