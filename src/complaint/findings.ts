import { EXCEPTION, UNFORMATTED, type Complaint } from './complaint.ts'

/** What the lines before tell about those after: the file of a list, the rule of a finding whose place follows. */
export interface Trail {
  /** A line that only names a file; findings below it have line and column. */
  file: string
  /** A finding whose place stands in one of the next lines. */
  pending: Complaint | undefined
  /** Lines since `pending` was seen. */
  age: number
}

export const newTrail = (): Trail => ({ file: '', pending: undefined, age: 0 })

/** A place may follow its finding by this many lines. */
const MAX_PENDING_LINES = 4

/** The finding of a linter, a compiler or a type checker on this line, if there is one. `checker` is who was asked to look. */
export const readFinding = (line: string, trail: Trail, checker: string): Complaint | undefined => {
  const settled = settlePending(line, trail)
  if (settled !== undefined) return settled
  if (!HINT.test(line)) return undefined
  if (FILE_ALONE.test(line)) {
    trail.file = line.trim().replace(/:$/, '')
    return undefined
  }
  const first = line.charCodeAt(0)
  if (first === 0x20 || first === 0x09) return readListed(line, trail, checker)
  return (
    readPending(line, trail, checker) ??
    readLocated(line, checker) ??
    readUnformatted(line, checker) ??
    readException(line)
  )
}

/** One cheap question before the many: a place, a word of failure, a code, or the name of a file alone. */
const HINT =
  /:\d|\(\d{1,7},|error|warning|Error|Exception|Exit|panic|\[warn\]|eformat|^Diff in|ormatted|[A-Z]\d{3}|clippy|^\S{1,300}\.\w{1,8}:?$|^\s{0,4}[x×⚠!✖] /

const FILE_ALONE = /^(?:\.{0,2}\/)?[\w@./\\[\]()-]{1,300}\.\w{1,8}:?$/

const make = (program: string, code: string, line: string, place: string, subject = ''): Complaint => ({
  program,
  code,
  subject,
  line: line.trim(),
  place,
})

/** ` --> src/a.rs:3:5`, `  ,-[src/a.ts:3:5]`, `   at src/a.ts:3`. */
const settlePending = (line: string, trail: Trail): Complaint | undefined => {
  const { pending } = trail
  if (pending === undefined) return undefined
  const [, path = '', row = ''] = /^\s{0,12}(?:-->|╭─\[?|,-\[|┌─) ?([\w@./\\+-]{1,300}):(\d{1,7})/.exec(line) ?? []
  trail.age += 1
  if (path === '' && trail.age <= MAX_PENDING_LINES) return undefined
  trail.pending = undefined
  return path === '' ? pending : { ...pending, place: `${path}:${row}` }
}

/** Rust, ruff and oxlint say first what is wrong and then where. */
const readPending = (line: string, trail: Trail, checker: string): Complaint | undefined => {
  const rust =
    /^(error|warning)(?:\[([\w:-]{1,60})\])?: (?!aborting|could not compile|\d+ warnings?|unused manifest|build failed)(.{3,300})$/.exec(
      line,
    )
  if (
    rust !== null &&
    (rust[2] !== undefined ||
      (/^(?:cargo|rustc|clippy)/.test(checker) &&
        !/argument|recipe|package|target|manifest|toolchain/.test(rust[3] ?? '')))
  ) {
    hold(
      trail,
      make(rust[2] === undefined && rust[1] === 'warning' ? 'clippy' : 'rustc', rust[2] ?? rust[1] ?? '', line, ''),
    )
    return undefined
  }
  const ruff = /^([A-Z]{1,5}\d{3,4}|invalid-syntax)(?::| (?:\[\*\] )?)(\S.{2,300})$/.exec(line)
  if (ruff !== null) {
    hold(trail, make(/^(?:flake8|pycodestyle)/.test(checker) ? checker : 'ruff', ruff[1] ?? '', line, ''))
    return undefined
  }
  const oxlint = /^(?:[x×⚠!✖] )((?:[\w-]{1,30})\((?:[\w/-]{1,60})\)): (.{3,300})$/.exec(line)
  if (oxlint !== null) hold(trail, make('oxlint', oxlint[1] ?? '', line, ''))
  return undefined
}

const hold = (trail: Trail, complaint: Complaint): void => {
  trail.pending = complaint
  trail.age = 0
}

/** `path:3:5: message (rule)` and its relatives, in the order of how sure they are. */
const readLocated = (line: string, checker: string): Complaint | undefined => {
  const ts =
    /^(?:[\w.-]{1,60}:\s+)?([^\s:()][^:()]{0,300}?)(?:\((\d{1,7}),\d{1,5}\)|:(\d{1,7}):\d{1,5})(?::| -) (?:error|warning|message) (TS\d{3,6}): /.exec(
      line,
    )
  if (ts !== null) return make('tsc', ts[4] ?? '', line, `${ts[1]}:${ts[2] ?? ts[3]}`)
  const dotnet =
    /^\s{0,4}([^\s:()][^:()]{0,300}?)\((\d{1,7})(?:,\d{1,5})?\): (?:error|warning) ([A-Z]{2,4}\d{3,5}): /.exec(line)
  if (dotnet !== null) return make('dotnet', dotnet[3] ?? '', line, `${dotnet[1]}:${dotnet[2]}`)
  const biome =
    /^([^\s:]{1,300}):(\d{1,7}):\d{1,5} ((?:lint|assist|format|parse|organizeImports)(?:\/[\w-]{1,60}){0,3})\b/.exec(
      line,
    )
  if (biome !== null) return make('biome', biome[3] ?? '', line, `${biome[1]}:${biome[2]}`)
  const kotlin = /^[ew]: (?:file:\/\/)?([^\s:]{1,300}):(\d{1,7}):\d{1,5}:? (.{3,300})$/.exec(line)
  if (kotlin !== null) return make('kotlinc', 'error', line, `${kotlin[1]}:${kotlin[2]}`)
  const found =
    /^(?:vet: |ERROR: |\[ERROR\] )?((?:[A-Za-z]:)?[^\s:][^:]{0,300}?):(\d{1,7})(?::\d{1,5})?:? (.{3,400})$/.exec(line)
  if (found === null || !/[./\\]/.test(found[1] ?? '') || /\s/.test(found[1] ?? '')) return undefined
  return withRule(found[3] ?? '', { line, place: `${found[1]}:${found[2]}`, file: found[1] ?? '', checker })
}

interface Found {
  line: string
  place: string
  file: string
  checker: string
}

const withRule = (message: string, { line, place, file, checker }: Found): Complaint | undefined => {
  const mypy = /^(?:error|note|warning): .{0,300}  ?\[([a-z][\w-]{1,60})\]$/.exec(message)
  if (mypy !== null && /\.pyi?$/.test(file)) return make(checker === '' ? 'mypy' : checker, mypy[1] ?? '', line, place)
  const gcc = /^(?:fatal )?(?:error|warning): .{0,300}\[(-W[\w=+-]{1,60})\]$/.exec(message)
  if (gcc !== null) return make('cc', gcc[1] ?? '', line, place)
  const cop = /^[CWEFRI]: (?:\[Correctable\] )?([A-Z]\w{1,40}(?:\/\w{1,60}){1,3}): /.exec(message)
  if (cop !== null) return make('rubocop', cop[1] ?? '', line, place)
  const named = /\(([a-zA-Z][\w-]{1,40}(?:\/[\w-]{1,40})?)\)$/.exec(message)
  if (named !== null && LINTED.test(file)) {
    const sub =
      named[1] === 'gosec'
        ? /^(G\d{3})\b/.exec(message)?.[1]
        : named[1] === 'staticcheck' || named[1] === 'revive'
          ? /^([A-Z]{1,2}\d{4}|[\w-]{3,40})(?=: )/.exec(message)?.[1]
          : undefined
    return make(
      file.endsWith('.go') ? 'golangci-lint' : checker,
      sub === undefined ? (named[1] ?? '') : `${named[1]} ${sub}`,
      line,
      place,
    )
  }
  const coded =
    /^(?:\[?(?:error|warning|info|style|note)\]?:? )?([A-Z]{1,5}\d{3,5}|SC\d{4}|MD\d{3}(?:\/[\w-]{1,60})?|DL\d{4})(?::|,)? /.exec(
      message,
    )
  if (coded !== null) return make(programOfCode(coded[1] ?? '', checker), coded[1] ?? '', line, place)
  if (/^(?:fatal )?error(?::|\[)|^syntax error/i.test(message))
    return make(compilerOf(file, checker), 'error', line, place)
  if (!file.endsWith('.go') || !/^[\w"'*(&[]/.test(message)) return undefined
  return make('go', VETTED.test(message) ? 'vet' : 'compile', line, place)
}

/** Findings of `go vet` about code that compiles; its compile errors begin with `vet: ` and have the compiler's words. */
const VETTED =
  /^(?:unreachable code|self-assignment of|composite literal uses unkeyed|struct field .{1,80} tag |possible misuse of|non-constant format string|loop variable \S{1,60} captured|the \S{1,40} function .{0,60}not used|redundant (?:or|and):|comparison of function|suspect |using \S{1,60} before checking|defers? |method \S{1,120} should have signature)|format %\S{1,8} |passes lock by value|copies lock value|possible (?:Printf )?formatting directive|call (?:needs|has) .{1,60}|result of .{1,80} call not used/

const LINTED = /\.(?:go|swift|kt|kts|proto|ya?ml|tf|sh|md|py)$/

const programOfCode = (code: string, checker: string): string => {
  if (code.startsWith('SC')) return 'shellcheck'
  if (code.startsWith('MD')) return 'markdownlint'
  if (code.startsWith('DL')) return 'hadolint'
  return checker === '' ? 'linter' : checker
}

const COMPILERS: [RegExp, string][] = [
  [/\.go$/, 'go'],
  [/\.(?:c|cc|cpp|cxx|h|hpp|m|mm)$/, 'cc'],
  [/\.java$/, 'javac'],
  [/\.swift$/, 'swiftc'],
  [/\.rs$/, 'rustc'],
  [/\.pyi?$/, 'python'],
]
const compilerOf = (file: string, checker: string): string =>
  COMPILERS.find(([ending]) => ending.test(file))?.[1] ?? checker

/** Indented lines below the name of a file: eslint, stylelint, yamllint; and the notes of shellcheck and clippy. */
const readListed = (line: string, trail: Trail, checker: string): Complaint | undefined => {
  const eslint =
    /^\s{1,8}(\d{1,7}):\d{1,5}\s{1,8}(?:error|warning|✖|⚠)\s{1,8}(.{3,300}?)\s{2,80}(\(?[@\w][@\w./-]{1,80}\)?)$/.exec(
      line,
    )
  if (eslint !== null) {
    const code = (eslint[3] ?? '').replaceAll(/[()]/g, '')
    return make(checker === '' ? 'eslint' : checker, code, line, `${trail.file}:${eslint[1]}`)
  }
  const shellcheck = /^\s{0,400}\^-{0,200}\^? (SC\d{4}) \(\w{1,20}\): /.exec(line)
  if (shellcheck !== null) return make('shellcheck', shellcheck[1] ?? '', line, trail.file)
  const clippy =
    /^\s{1,12}= (?:note|help): (?:`#\[(?:warn|deny|forbid)\(|for further information visit .{0,80}#)(clippy::[\w-]{1,60}|\w{1,60})/.exec(
      line,
    )
  if (clippy !== null) return make('clippy', clippy[1] ?? '', line, '')
  const python = /^ {2}File "([^"\n]{1,300})", line (\d{1,7})/.exec(line)
  if (python !== null) trail.file = `${python[1]}`
  const oxlint = /^\s{1,4}[x×⚠!✖] ([\w-]{1,30}\([\w/-]{1,60}\)): .{3,300}$/.exec(line)
  if (oxlint !== null) hold(trail, make('oxlint', oxlint[1] ?? '', line, ''))
  return undefined
}

/** Files that a formatter would change. */
const readUnformatted = (line: string, checker: string): Complaint | undefined => {
  const found =
    /^(?:\[warn\]|would reformat|Would reformat:?|Diff in|unformatted:?|File not formatted:?) (?!Code style)([\w@./\\-]{1,300}\.\w{1,8})(?:[: ].{0,80})?$/.exec(
      line,
    )
  if (found === null) return undefined
  const program = line.startsWith('[warn]') ? 'prettier' : line.startsWith('Diff in') ? 'rustfmt' : checker
  return make(program, UNFORMATTED, line, found[1] ?? '', found[1] ?? '')
}

/** `ValueError: ...` at the end of a traceback, `TypeError: ...` of Node, `panic: ...`. */
const readException = (line: string): Complaint | undefined => {
  const found =
    /^(?:Uncaught )?((?:[a-zA-Z_]\w{0,60}\.){0,6}[A-Z]\w{1,60}(?:Error|Exception|Exit|Interrupt|NotFound))(?: \[[\w-]{1,40}\])?: (.{1,300})$/.exec(
      line,
    )
  if (found !== null && !/^(?:ModuleNotFoundError|FileNotFoundError)$/.test(found[1] ?? ''))
    return make('', EXCEPTION, line, '', found[1] ?? '')
  const panic = /^(?:panic: |thread '[^']{1,80}' (?:\(\d+\) )?panicked at )(.{1,300})$/.exec(line)
  return panic === null ? undefined : make('', EXCEPTION, line, '', 'panic')
}
