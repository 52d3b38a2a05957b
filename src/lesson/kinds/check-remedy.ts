import { UNFORMATTED } from '../../complaint/complaint.ts'
import { type BareCommand, bareCommands } from './bare-command.ts'
import { chooseRemedy, type FoundRemedy, isShownCommand, workedAfter } from './remedy.ts'
import type { Sighting } from '../sighting.ts'

/**
 * The command with which sessions formatted code after a formatter had refused it. Other rules need no remedy: the
 * rule says what to do.
 */
export const checkRemedy = (sightings: readonly Sighting[]): FoundRemedy | undefined => {
  if (sightings[0]?.trigger.code !== UNFORMATTED) return undefined
  return chooseRemedy(sightings, 'command', (sighting) =>
    workedAfter(sighting).flatMap((call) =>
      bareCommands(call)
        .filter(
          ({ text, words }) =>
            words.some((word) => FORMATS.test(word)) && !CHECKS_ONLY.test(text) && isShownCommand(text),
        )
        .map((command) => ({ text: withoutFiles(command), call })),
    ),
  )
}

/** Flags that make a formatter check without writing. */
const CHECKS_ONLY =
  /\s--?(?:check(?:-formatted)?|test|verify-no-changes|set-exit-if-changed|dry-run|list-different|diff|verify|lint|Werror)\b|\s-[ld]\b/

/** The command without file names, which differ from session to session. */
const withoutFiles = ({ text, words }: BareCommand): string => {
  const kept = words.filter((word) => !/\.\w{1,8}$/.test(word) || word.startsWith('-'))
  return kept.length === words.length ? text : kept.join(' ')
}

const FORMATS =
  /^(?:.*[:/-])?(?:fmt|format|formatting|gofmt|gofumpt|goimports|rustfmt|shfmt|swiftformat|pint|php-cs-fixer|oxfmt|dprint|prettier|black|biome|spotlessApply|spotless:apply|ktlintFormat|clang-format)(?::\w+)?$/

/** Programs that report compile errors or type errors. */
const COMPILERS: ReadonlySet<string> = new Set('tsc rustc go cc javac kotlinc swiftc dotnet python'.split(' '))

/**
 * Whether the finding comes from a compiler or from a running program. Such a finding is an error, not a rule of the
 * project.
 */
export const isCompiler = ({ program, code }: Sighting['trigger']): boolean =>
  (COMPILERS.has(program) && !code.startsWith('-W') && !(program === 'dotnet' && ANALYZER.test(code))) ||
  code.startsWith('ERR_')

/** Rules that analyzers check while dotnet builds. Its compiler's own errors begin with `CS`. */
const ANALYZER = /^(?:CA|IDE|SA|RCS|S|MA|VSTHRD|xUnit|NUnit)\d{3,5}$/
