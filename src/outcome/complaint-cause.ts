import { type Complaint, MISSING_PROGRAM, TEST_FAILED, UNFORMATTED } from '../complaint/complaint.ts'
import type { Cause } from '../schema/outcome.ts'

/**
 * Why a call failed, by what it complained about: red tests and findings of a check are answers, code that does not compile and
 * asking for what is not there are the agent's own, a missing program is the environment's. However the program was started, the
 * same complaint has the same cause.
 */
export const causeOfComplaints = (complaints: readonly Complaint[]): Cause | undefined => {
  const kinds = new Set(complaints.map(kindOf))
  // Tests that were run compiled; a missing name in their output is part of a test.
  if (kinds.has('test')) return 'expected'
  if (kinds.has('compile')) return 'agent'
  if (kinds.has('finding')) return 'expected'
  if (kinds.has('program')) return 'environment'
  return kinds.has('absence') ? 'agent' : undefined
}

type Kind = 'test' | 'compile' | 'finding' | 'program' | 'absence' | 'other'

const kindOf = ({ program, code }: Complaint): Kind => {
  if (code === TEST_FAILED) return 'test'
  if (code === MISSING_PROGRAM) return 'program'
  if (code.startsWith('missing-') || code.startsWith('unknown-') || code === 'no-glob-match') return 'absence'
  if (code === UNFORMATTED || code === 'vet' || LINTERS.has(program)) return 'finding'
  // A lint of rustc is named in small letters; everything else that it says keeps the code from compiling.
  if (program === 'rustc' && /^[a-z]/.test(code) && code !== 'error') return 'finding'
  return COMPILERS.has(program) ? 'compile' : 'other'
}

const LINTERS = new Set(
  'golangci-lint eslint biome oxlint ruff flake8 pycodestyle pylint mypy pyright basedpyright ty clippy shellcheck hadolint markdownlint rubocop stylelint yamllint linter prettier black isort rustfmt swiftlint ktlint detekt staticcheck revive knip dart cspell actionlint sqlfluff oxfmt detekt'.split(
    ' ',
  ),
)
const COMPILERS = new Set('tsc rustc go cc javac kotlinc swiftc dotnet'.split(' '))
