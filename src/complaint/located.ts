import { type Complaint, UNFORMATTED } from './complaint.ts'
import { finding } from './trail.ts'

/** `path:3:5: message (rule)` and its relatives, in the order of how sure they are. */
export const readLocated = (line: string, checker: string): Complaint | undefined => {
  for (const read of READERS) {
    const found = read(line, checker)
    if (found !== undefined) return found
  }
  return undefined
}

type Read = (line: string, checker: string) => Complaint | undefined

const typescript: Read = (line) => {
  const found =
    /^(?:[\w.-]{1,60}:\s+)?([^\s:()][^:()]{0,300}?)(?:\((\d{1,7}),\d{1,5}\)|:(\d{1,7}):\d{1,5})(?::| -) (?:error|warning|message) (TS\d{3,6}): (.{0,300})/.exec(
      line,
    )
  if (found !== null)
    return finding('tsc', found[4] ?? '', {
      line,
      place: `${found[1]}:${found[2] ?? found[3]}`,
      message: found[5] ?? '',
    })
  const placeless = /^error (TS\d{3,6}): (.{0,300})/.exec(line)
  return placeless === null ? undefined : finding('tsc', placeless[1] ?? '', { line, message: placeless[2] ?? '' })
}

/** `A.cs(3,5): error CS0103: ...` of dotnet and of Microsoft's compiler. */
const dotnet: Read = (line) => {
  const found =
    /^\s{0,4}([^\s:()][^:()]{0,300}?)\((\d{1,7})(?:,\d{1,5})?\): (?:fatal )?(?:error|warning) ([A-Z]{1,5}\d{3,5}): (.{0,300})/.exec(
      line,
    )
  if (found === null) return undefined
  const program = /^(?:C|LNK)\d/.test(found[3] ?? '') ? 'cl' : 'dotnet'
  return finding(program, found[3] ?? '', { line, place: `${found[1]}:${found[2]}`, message: found[4] ?? '' })
}

const biome: Read = (line) => {
  const found =
    /^([^\s:]{1,300}):(\d{1,7}):\d{1,5} ((?:lint|assist|format|parse|organizeImports|suppressions)(?:\/[\w-]{1,60}){0,3})\b/.exec(
      line,
    )
  return found === null
    ? undefined
    : finding('biome', found[3] ?? '', { line, place: `${found[1]}:${found[2]}`, message: '' })
}

/** `error - lib/a.dart:3:5 - message - rule`, and with the message first behind dots. */
const dart: Read = (line) => {
  const plain =
    /^\s{0,8}(?:info|warning|error) - ([^\s:]{1,300}):(\d{1,7}):\d{1,5} - (.{1,300}) - ([a-z]\w{2,60})$/.exec(line)
  if (plain !== null)
    return finding('dart', plain[4] ?? '', { line, place: `${plain[1]}:${plain[2]}`, message: plain[3] ?? '' })
  const dotted =
    /^\s{0,8}(?:info|warning|error) [•-] (.{1,300}) [•-] ([^\s:]{1,300}):(\d{1,7}):\d{1,5} [•-] ([a-z]\w{2,60})$/.exec(
      line,
    )
  return dotted === null
    ? undefined
    : finding('dart', dotted[4] ?? '', { line, place: `${dotted[2]}:${dotted[3]}`, message: dotted[1] ?? '' })
}

const kotlin: Read = (line) => {
  const found = /^[ew]: (?:file:\/\/)?([^\s:]{1,300}):(\d{1,7}):\d{1,5}:? (.{3,300})$/.exec(line)
  return found === null
    ? undefined
    : finding('kotlinc', 'error', { line, place: `${found[1]}:${found[2]}`, message: found[3] ?? '' })
}

/** `[ERROR] /shop/A.java:[3,5] cannot find symbol` of Maven. */
const maven: Read = (line) => {
  const found = /^\[ERROR\] ([^\s:]{1,300}):\[(\d{1,7}),\d{1,5}\] (.{3,300})$/.exec(line)
  return found === null
    ? undefined
    : finding('javac', 'error', { line, place: `${found[1]}:${found[2]}`, message: found[3] ?? '' })
}

/** ` /shop/a.py:3:5 - error: message (reportMissingImports)`. */
const pyright: Read = (line) => {
  const found = /^\s{0,4}([^\s:]{1,300}):(\d{1,7}):\d{1,5} - (?:error|warning): (.{1,300}) \((report\w{1,60})\)$/.exec(
    line,
  )
  return found === null
    ? undefined
    : finding('pyright', found[4] ?? '', { line, place: `${found[1]}:${found[2]}`, message: found[3] ?? '' })
}

const php: Read = (line) => {
  const found = /^(?:PHP )?(?:Parse|Fatal) error: {1,2}(.{1,300}) in (\S{1,300}) on line (\d{1,7})/.exec(line)
  return found === null
    ? undefined
    : finding('php', 'error', { line, place: `${found[2]}:${found[3]}`, message: found[1] ?? '' })
}

/** `path:3:5: ...`: what stands behind the place tells who says it. */
const plain: Read = (line, checker) => {
  const found =
    /^(?:vet: |ERROR: |\[ERROR\] |\[error\] )?((?:[A-Za-z]:)?[^\s:][^:]{0,300}?):(\d{1,7})(?::\d{1,5})?:? (?:- )?(\S.{2,400})$/.exec(
      line,
    )
  if (found === null || !IS_FILE.test(found[1] ?? '') || /\s/.test(found[1] ?? '')) return undefined
  return withRule(found[3] ?? '', { line, place: `${found[1]}:${found[2]}`, file: found[1] ?? '', checker })
}

/** A path, or one of the files that have neither a folder nor an ending. */
const IS_FILE = /[./\\]|^(?:Docker|Make|Container|Jenkins|Rake|Gem|Pod|Fast)file$/

const READERS: readonly Read[] = [typescript, dotnet, biome, dart, kotlin, maven, pyright, php, plain]

interface Found {
  line: string
  place: string
  file: string
  checker: string
}

/** The rule is told by its form: in brackets, in parentheses, as a code before the message. */
const withRule = (message: string, found: Found): Complaint | undefined =>
  bracketed(message, found) ?? parenthesised(message, found) ?? coded(message, found) ?? unruled(message, found)

const C_FILE = /\.(?:c|cc|cpp|cxx|h|hh|hpp|m|mm)$/

const bracketed = (message: string, { line, place, file, checker }: Found): Complaint | undefined => {
  const make = (program: string, code: string): Complaint => finding(program, code, { line, place, message })
  // The message of a cop can end with numbers in brackets.
  const cop = /^[CWEFRI]: (?:\[Correctable\] )?([A-Z]\w{1,40}(?:\/\w{1,60}){1,3}): /.exec(message)
  if (cop !== null) return make('rubocop', cop[1] ?? '')
  const [, rule = ''] = /\[([\w@/=+.:-]{2,80})(?:,-warnings-as-errors)?\]$/.exec(message) ?? []
  if (rule === '') {
    const ghc = /^(?:error|warning): \[(GHC-\d{1,6})\]/.exec(message)
    const java = /^(?:error|warning): \[([A-Z]\w{2,60})\] /.exec(message)
    if (java !== null && file.endsWith('.java')) return make('errorprone', java[1] ?? '')
    return ghc === null ? undefined : make('ghc', ghc[1] ?? '')
  }
  if (rule === '-Wclang-format-violations') return { ...make('clang-format', UNFORMATTED), subject: file }
  if (rule.startsWith('-W')) return make('cc', rule.replace(/^-Werror=/, '-W'))
  if (/^SC\d{4}$/.test(rule)) return make('shellcheck', rule)
  const eslint = /^(?:Error|Warning)\/(.{2,80})$/.exec(rule)
  if (eslint !== null) return make('eslint', eslint[1] ?? '')
  if (/^(?:error|note|warning): /.test(message) && /\.pyi?$/.test(file))
    return make(checker === '' ? 'mypy' : checker, rule)
  if (/\.ya?ml$/.test(file) && /^[a-z-]+$/.test(rule)) return make('actionlint', rule)
  if (/\.kts?$/.test(file)) return make('detekt', rule)
  if (file.endsWith('.java') && /^[A-Z]\w+$/.test(rule)) return make('checkstyle', rule)
  if (checker === 'cppcheck' && /^[a-z]\w+$/.test(rule)) return make('cppcheck', rule)
  return C_FILE.test(file) && /^(?:[a-z]+-)+[\w.-]+$/.test(rule) ? make('clang-tidy', rule) : undefined
}

const parenthesised = (message: string, { line, place, file, checker }: Found): Complaint | undefined => {
  const make = (program: string, code: string): Complaint => finding(program, code, { line, place, message })
  const spelling = /^Unknown word \(([^)\s]{1,80})\)/.exec(message)
  if (spelling !== null) return { ...make('cspell', 'unknown-word'), subject: spelling[1] ?? '' }
  const [, rule] = /\s\(([a-zA-Z][\w@-]{1,40}(?:[/:][\w-]{1,40})?)\)$/.exec(message) ?? []
  if (rule === undefined || !/\.\w{1,8}$|[Dd]ockerfile$|[Mm]akefile$/.test(file)) return undefined
  const isGo = file.endsWith('.go')
  const pylint = /^([CEFIRW]\d{4}): /.exec(message)?.[1]
  if (pylint !== undefined) return { ...make('pylint', rule), subject: pylint }
  const sub =
    rule === 'gosec'
      ? /^(G\d{3})\b/.exec(message)?.[1]
      : rule === 'staticcheck' || rule === 'revive' || rule === 'gocritic'
        ? /^([A-Z]{1,2}\d{4}|[\w-]{3,40})(?=: )/.exec(message)?.[1]
        : undefined
  const program = isGo ? 'golangci-lint' : checker === '' ? 'linter' : checker
  return make(program, sub === undefined ? rule : `${rule} ${sub}`)
}

const coded = (message: string, { line, place, checker }: Found): Complaint | undefined => {
  const found =
    /^(?:\[?(?:error|warning|info|style|note)\]?:? )?([A-Z]{1,5}\d{3,5}|SC\d{4}|MD\d{3}(?:\/[\w-]{1,60}){0,2}|DL\d{4})(?::|,)? /.exec(
      message,
    )
  return found === null
    ? undefined
    : finding(programOfCode(found[1] ?? '', checker), found[1] ?? '', { line, place, message })
}

const unruled = (message: string, { line, place, file, checker }: Found): Complaint | undefined => {
  if (/^(?:fatal )?error(?::|\[)|^syntax error/i.test(message))
    return finding(compilerOf(file, checker), 'error', { line, place, message })
  if (!file.endsWith('.go') || !/^[\w"'*(&[]/.test(message)) return undefined
  if (checker !== '' && !GO_CHECKS.test(checker)) return undefined
  return finding('go', VETTED.test(message) ? 'vet' : 'compile', { line, place, message })
}

/** Findings of `go vet` about code that compiles; its compile errors begin with `vet: ` and have the compiler's words. */
const VETTED =
  /^(?:unreachable code|self-assignment of|composite literal uses unkeyed|struct field .{1,80} tag |possible misuse of|non-constant format string|loop variable \S{1,60} captured|the \S{1,40} function .{0,60}not used|redundant (?:or|and):|comparison of function|suspect |using \S{1,60} before checking|defers? |method \S{1,120} should have signature)|format %\S{1,8} |passes lock by value|copies lock value|possible (?:Printf )?formatting directive|call (?:needs|has) .{1,60}|result of .{1,80} call not used/

/**
 * Programs that compile Go code or start a compiler. If another program prints such lines, they are matches of a
 * search.
 */
const GO_CHECKS =
  /^(?:go|golangci-lint|gopls|gofmt|gofumpt|goimports|staticcheck|revive|make|just|mise|task|bazel|gotestsum|ginkgo)$/

const programOfCode = (code: string, checker: string): string => {
  if (code.startsWith('SC')) return 'shellcheck'
  if (code.startsWith('MD')) return 'markdownlint'
  if (code.startsWith('DL')) return 'hadolint'
  return checker === '' ? 'linter' : checker
}

const COMPILERS: [RegExp, string][] = [
  [/\.go$/, 'go'],
  [C_FILE, 'cc'],
  [/\.java$/, 'javac'],
  [/\.swift$/, 'swiftc'],
  [/\.rs$/, 'rustc'],
  [/\.pyi?$/, 'python'],
  [/\.zig$/, 'zig'],
  [/\.hs$/, 'ghc'],
]
const compilerOf = (file: string, checker: string): string =>
  COMPILERS.find(([ending]) => ending.test(file))?.[1] ?? (checker === '' ? 'compiler' : checker)
