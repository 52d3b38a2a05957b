import { EXCEPTION, IGNORED_PATH, MISSING_PATH, UNFORMATTED, UNKNOWN_FLAG, type Complaint } from './complaint.ts'
import { readListed } from './listed.ts'
import { readLocated } from './located.ts'
import { readNamedRule } from './named-rules.ts'
import { finding, hold, release, type Section, type Trail, UNRULED_WARNING } from './trail.ts'

/** The finding of a linter, a compiler or a type checker on this line, if there is one. `checker` is who was asked to look. */
export const readFinding = (line: string, trail: Trail, checker: string): Complaint | undefined => {
  const settled = settlePending(line, trail)
  if (settled !== undefined) return settled
  const named = trail.section === undefined ? undefined : readSection(line, trail)
  if (named !== undefined) return named
  // ansible-lint begins its lines with the rule, and with nothing that others share.
  if (!HINT.test(line) && checker !== 'ansible-lint') return undefined
  if (FILE_ALONE.test(line)) return readFileAlone(line, trail, checker)
  openSection(line, trail)
  return (
    readNamedRule(line, checker) ??
    readListed(line, trail, checker) ??
    readPending(line, trail, checker) ??
    readLocated(line, checker) ??
    readUnformatted(line, checker) ??
    readException(line)
  )
}

/** One cheap question before the many: a place, a word of failure, a code, or the name of a file alone. */
const HINT =
  /:\d|\(\d{1,7},|\(\d{1,7}\):|\[\d{1,7},|rror|arning|Exception|Exit|panic|\[warn\]|eformat|^Diff in|ormat|[A-Z]\d{3}|MD\d|clippy|= note|= help|• | - |\^-|^Unused|ignored by|^Changed |^In |^\S{1,300}\.\w{1,8}:?$|^\s{0,4}[x×⚠!✖✘⨯] |🪪|^Check: /

const FILE_ALONE = /^(?:\.{0,2}\/)?[\w@./\\[\]()+-]{1,300}\.\w{1,8}:?$/

/** A file alone is the head of a list; of a formatter that lists what it would change, it is the finding. */
const readFileAlone = (line: string, trail: Trail, checker: string): Complaint | undefined => {
  const file = line.trim().replace(/:$/, '')
  trail.file = file
  if (!LISTERS.has(checker) || line.endsWith(':')) return undefined
  return { program: checker, code: UNFORMATTED, subject: file, line: file, place: file }
}
const LISTERS = new Set(['gofmt', 'gofumpt', 'goimports', 'shfmt', 'terraform', 'tofu'])

/**
 * What follows a finding whose place or rule comes later: ` --> src/a.rs:3:5`, `  ,-[src/a.ts:3:5]`, `= note: #[warn(dead_code)]`.
 * A finding that has both is done.
 */
const settlePending = (line: string, trail: Trail): Complaint | undefined => {
  const { pending } = trail
  if (pending === undefined) return undefined
  trail.age += 1
  const place = /^\s{0,12}(?:-->|╭─\[?|,-\[|┌─) ?([\w@./\\+-]{1,300}):(\d{1,7})/.exec(line)
  if (place !== null && pending.place === '') {
    pending.place = `${place[1]}:${place[2]}`
    if (pending.code === UNFORMATTED) pending.subject = place[1] ?? ''
    return isRuled(pending) ? release(trail) : undefined
  }
  const rule = isRuled(pending) ? undefined : rustRule(line)
  if (rule !== undefined) {
    pending.code = rule
    pending.program = rule.startsWith('clippy::') ? 'clippy' : 'rustc'
    return release(trail)
  }
  return trail.age > (isRuled(pending) ? MAX_PLACE_LINES : MAX_RULE_LINES) ? release(trail) : undefined
}

const isRuled = ({ code }: Complaint): boolean => code !== UNRULED_WARNING && code !== 'error'

/** A place follows its finding by this many lines at most, a rule by more: the code in question stands between. */
const MAX_PLACE_LINES = 4
const MAX_RULE_LINES = 24

/** The lint behind a message of rustc or clippy. */
const rustRule = (line: string): string | undefined => {
  const found =
    /^\s{0,12}= (?:note|help): (?:`?#\[(?:warn|deny|forbid)\(|(?:requested on the command line with )?`-[DWF] |for further information visit \S{0,120}#)((?:clippy::)?[a-z][\w-]{2,60})/.exec(
      line,
    )
  const name = found?.[1]?.replaceAll('-', '_')
  if (name === undefined) return undefined
  return /rust-clippy\//.test(line) ? `clippy::${name}` : name
}

/** Rust, ruff, ty and oxlint say first what is wrong and then where. */
const readPending = (line: string, trail: Trail, checker: string): Complaint | undefined => {
  const rust =
    /^(error|warning)(?:\[([\w:-]{1,60})\])?: (?!aborting|test failed|doctest failed|process didn't|could not compile|could not document|\d+ warnings?|unused manifest|build failed)(.{3,300})$/.exec(
      line,
    )
  if (rust !== null) {
    const [, kind = '', code, message = ''] = rust
    // A runner of tasks does not say that it runs clippy: the rule behind the message does.
    if (code === undefined && checker === '') return hold(trail, finding('rustc', UNRULED_WARNING, { line, message }))
    if (code === undefined && !isRustCheck(checker, message)) return undefined
    const program = code === undefined || /^E\d{4}$/.test(code) ? 'rustc' : checker === '' ? 'ty' : checker
    return hold(trail, finding(program, code ?? kind, { line, message }))
  }
  const ruff = /^([A-Z]{1,5}\d{3,4}|invalid-syntax)(?::| (?:\[\*\] )?)(\S.{2,300})$/.exec(line)
  if (ruff !== null)
    return hold(
      trail,
      finding(/^(?:flake8|pycodestyle)/.test(checker) ? checker : 'ruff', ruff[1] ?? '', {
        line,
        message: ruff[2] ?? '',
      }),
    )
  if (line === 'unformatted: File would be reformatted')
    return hold(trail, finding('ruff', UNFORMATTED, { line, message: '' }))
  const oxlint = /^\s{0,4}[x×⚠!✖] ([\w@-]{1,40}\([\w@/-]{1,60}\)): (.{3,300})$/.exec(line)
  if (oxlint !== null) return hold(trail, finding('oxlint', oxlint[1] ?? '', { line, message: oxlint[2] ?? '' }))
  const parse = /^\s{0,4}[x×✖] ((?:Expected|Unexpected|Unterminated|Cannot|Invalid|Missing) .{3,300})$/.exec(line)
  return parse === null
    ? undefined
    : hold(trail, finding(checker === '' ? 'parser' : checker, 'syntax', { line, message: parse[1] ?? '' }))
}

const isRustCheck = (checker: string, message: string): boolean =>
  /^(?:cargo|rustc|clippy)/.test(checker) && !/argument|recipe|package|target|manifest|toolchain/.test(message)

/** Headings below which names are listed one a line. */
const openSection = (line: string, trail: Trail): void => {
  const knip =
    /^(Unused (?:files|dependencies|devDependencies|exports|exported types)|Unlisted dependencies|Unresolved imports)\s\(\d/.exec(
      line,
    )
  if (knip !== null) trail.section = { program: 'knip', code: (knip[1] ?? '').toLowerCase().replaceAll(' ', '-') }
  else if (line.startsWith('The following paths are ignored by')) trail.section = { program: 'git', code: IGNORED_PATH }
  else if (line.startsWith('Checking formatting...')) trail.section = { program: 'oxfmt', code: UNFORMATTED }
  else if (line.includes('error MSB100')) openSwitch(line, trail)
  const checkov = /^Check: (CKV2?_[A-Z]{1,20}_\d{1,4}): /.exec(line)?.[1]
  if (checkov !== undefined)
    trail.section = { program: 'checkov', code: checkov, label: /^\s{1,8}FAILED for resource: (\S{1,200})$/ }
}

/** MSBuild names the word that it does not understand some lines later: `Switch: tests/Shop.Tests`. */
const openSwitch = (line: string, trail: Trail): void => {
  const code = line.includes('MSB1009') ? MISSING_PATH : line.includes('MSB1001') ? UNKNOWN_FLAG : undefined
  if (code !== undefined) trail.section = { program: 'dotnet', code, label: /^Switch: (\S{1,300})$/ }
}

const readLabelled = (line: string, { program, code, label }: Section, trail: Trail): Complaint | undefined => {
  const subject = label?.exec(line)?.[1]
  if (subject === undefined) return undefined
  trail.section = undefined
  return { program, code, subject, line: line.trim(), place: '' }
}

const readSection = (line: string, trail: Trail): Complaint | undefined => {
  const { section } = trail
  if (section === undefined || line.startsWith('[')) return undefined
  if (section.label !== undefined) return readLabelled(line, section, trail)
  const found = /^([\w@./+-]{1,200})(?:\s{1,80}(\S{1,300}:\d{1,7}).{0,20}| \(\d{1,9}ms\)|\s{1,80}\S{1,300})?$/.exec(
    line,
  )
  if (found === null) {
    trail.section = undefined
    return undefined
  }
  const subject = found[1] ?? ''
  const said =
    section.code === IGNORED_PATH
      ? `The following paths are ignored by one of your .gitignore files: ${subject}`
      : line.trim()
  return { ...section, subject, line: said, place: found[2]?.replace(/(:\d{1,7}):\d{1,5}$/, '$1') ?? '' }
}

/** Files that a formatter would change. */
const readUnformatted = (line: string, checker: string): Complaint | undefined => {
  const found =
    /^(?:\[warn\]|would reformat|Would reformat:?|Diff in|unformatted:?|File not formatted:?|Changed) (?!Code style)([\w@./\\+-]{1,300}\.\w{1,8})(?:[: ].{0,80})?$/.exec(
      line,
    ) ?? /^([\w@./\\+-]{1,300}\.\w{1,8}) format ━/.exec(line)
  if (line.includes('files had format violations'))
    return { program: 'spotless', code: UNFORMATTED, subject: '', line: line.trim(), place: '' }
  if (found === null) return undefined
  const program = line.startsWith('[warn]')
    ? 'prettier'
    : line.startsWith('Diff in')
      ? 'rustfmt'
      : line.includes(' format ━')
        ? 'biome'
        : checker === ''
          ? (FORMATTERS.find(([start]) => line.startsWith(start))?.[1] ?? '')
          : checker
  return { program, code: UNFORMATTED, subject: found[1] ?? '', line: line.trim(), place: found[1] ?? '' }
}

/** Who speaks so, where the line does not name a formatter. */
const FORMATTERS: [start: string, program: string][] = [
  ['Changed ', 'dart'],
  ['would reformat', 'black'],
  ['Would reformat', 'ruff'],
]

/** `ValueError: ...` at the end of a traceback, `TypeError: ...` of Node, `panic: ...`. */
const readException = (line: string): Complaint | undefined => {
  const found =
    /^(?:Uncaught )?((?:[a-zA-Z_]\w{0,60}\.){0,6}[A-Z]\w{1,60}(?:Error|Exception|Exit|Interrupt|NotFound))(?: \[[\w-]{1,40}\])?: (.{1,300})$/.exec(
      line,
    )
  const make = (subject: string): Complaint => ({ program: '', code: EXCEPTION, subject, line: line.trim(), place: '' })
  if (found !== null && !/^(?:ModuleNotFoundError|FileNotFoundError)$/.test(found[1] ?? '')) return make(found[1] ?? '')
  return /^(?:panic: |thread '[^']{1,80}' (?:\(\d+\) )?panicked at ).{1,300}$/.test(line) ? make('panic') : undefined
}
