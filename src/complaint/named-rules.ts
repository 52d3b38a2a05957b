import { type Complaint, UNFORMATTED } from './complaint.ts'
import { finding } from './trail.ts'

/**
 * Findings whose line names its rule in a form of its own, without a place that all linters write alike: commitlint,
 * PHPStan, Pint, TFLint, ansible-lint, Dialyzer, Checkstyle, PMD, and formatters that speak of a file.
 */
export const readNamedRule = (line: string, checker: string): Complaint | undefined => {
  if (!HINT.test(line) && checker !== 'ansible-lint') return undefined
  for (const read of READERS) {
    const found = read(line, checker)
    if (found !== undefined) return found
  }
  return undefined
}

/** One cheap question before the many. */
const HINT =
  /🪪|\[identifier=|⨯|^✖ {3}|^(?:Error|Warning|Notice): |\.exs?:\d|\.swift:\d|^\[\w{4,7}\] (?:PMD |\S{1,300}:\[)|: (?:error|warning) [A-Z]{5,20}: |^\*\* \(Mix\)/

type Read = (line: string, checker: string) => Complaint | undefined

/** `✖   subject may not be empty [subject-empty]`. */
const commitlint: Read = (line) => {
  const found = /^✖ {3}(\S.{2,200}) \[([a-z]+(?:-[a-z]+){1,4})\]$/.exec(line)
  return found === null ? undefined : finding('commitlint', found[2] ?? '', { line, message: found[1] ?? '' })
}

/** `         🪪  missingType.return` below the message, or `[identifier=missingType.return]` behind it. */
const phpstan: Read = (line) => {
  const found =
    /^\s{0,20}🪪 {1,3}([a-zA-Z]\w{1,40}(?:\.\w{1,40}){1,3})$/u.exec(line) ?? /\[identifier=([\w.]{3,80})\]$/.exec(line)
  return found === null ? undefined : finding('phpstan', found[1] ?? '', { line, message: '' })
}

/** `  ⨯ app/Models/Order.php   no_unused_imports, ordered_imports`. */
const pint: Read = (line) => {
  const found = /^\s{0,4}⨯ (\S{1,300}\.php)\s{1,80}[a-z]\w{2,60}(?:, \w{2,60}){0,20}(?: …)?$/.exec(line)
  return found === null ? undefined : unformatted('pint', line, found[1])
}

/** `Warning: message (terraform_required_providers)`. */
const tflint: Read = (line) => {
  const found = /^(?:Error|Warning|Notice): (.{3,300}) \(((?:terraform|aws|google|azurerm)_\w{3,80})\)$/.exec(line)
  return found === null ? undefined : finding('tflint', found[2] ?? '', { line, message: found[1] ?? '' })
}

/** `fqcn[action-core]: message`. */
const ansible: Read = (line, checker) => {
  if (checker !== 'ansible-lint') return undefined
  const found = /^([a-z][a-z-]{2,40})(?:\[[\w.,-]{1,40}\])?: (\S.{2,300})$/.exec(line)
  return found === null ? undefined : finding('ansible-lint', found[1] ?? '', { line, message: found[2] ?? '' })
}

/** `lib/shop.ex:3:7:no_return` of dialyxir. */
const dialyzer: Read = (line) => {
  const found = /^([^\s:]{1,300}\.exs?):(\d{1,7}):(?:\d{1,5}:)?([a-z]+(?:_[a-z]+){1,5})$/.exec(line)
  return found === null
    ? undefined
    : finding('dialyzer', found[3] ?? '', { line, place: `${found[1]}:${found[2]}`, message: '' })
}

/** `[ERROR] src/A.java:[12,5] (sizes) LineLength: message` of Checkstyle's plug-in for Maven. */
const checkstyle: Read = (line) => {
  const found =
    /^\[(?:ERROR|WARN|WARNING)\] ([^\s:]{1,300}):\[(\d{1,7})(?:,\d{1,5})?\] \(\w{2,30}\) ([A-Z]\w{2,60}): (.{1,300})$/.exec(
      line,
    )
  return found === null
    ? undefined
    : finding('checkstyle', found[3] ?? '', { line, place: `${found[1]}:${found[2]}`, message: found[4] ?? '' })
}

/** `[WARNING] PMD Failure: com.shop.Cart:12 Rule:UnusedPrivateField Priority:3 message`. */
const pmd: Read = (line) => {
  const found = /^\[\w{4,7}\] PMD Failure: (\S{1,200}):\d{1,7} Rule:([A-Z]\w{2,60}) Priority:\d (.{1,300})$/.exec(line)
  return found === null ? undefined : finding('pmd', found[2] ?? '', { line, place: found[1] ?? '', message: '' })
}

/** `a.cs(10,1): error WHITESPACE: Fix whitespace formatting.` of `dotnet format`. */
const dotnetFormat: Read = (line) => {
  const found =
    /^\s{0,4}([^\s:()][^:()]{0,300}?)\(\d{1,7},\d{1,5}\): (?:error|warning) (?:WHITESPACE|IMPORTS|ENDOFLINE|FINALNEWLINE|CHARSET): /.exec(
      line,
    )
  return found === null ? undefined : unformatted('dotnet', line, found[1])
}

/** `/src/A.swift:3:1: error: (indent) Indent code` of SwiftFormat. */
const swiftFormat: Read = (line) => {
  const found = /^([^\s:]{1,300}\.swift):\d{1,7}:\d{1,5}: (?:error|warning): \([a-zA-Z]{3,40}\) /.exec(line)
  return found === null ? undefined : unformatted('swiftformat', line, found[1])
}

const mixFormat: Read = (line) =>
  line.startsWith('** (Mix) mix format failed due to --check-formatted') ? unformatted('mix', line, '') : undefined

const unformatted = (program: string, line: string, file = ''): Complaint => ({
  program,
  code: UNFORMATTED,
  subject: file,
  line: line.trim(),
  place: file,
})

const READERS: readonly Read[] = [
  commitlint,
  phpstan,
  pint,
  tflint,
  ansible,
  dialyzer,
  checkstyle,
  pmd,
  dotnetFormat,
  swiftFormat,
  mixFormat,
]
