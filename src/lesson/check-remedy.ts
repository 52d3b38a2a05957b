import { UNFORMATTED } from '../complaint/complaint.ts'
import { bareCommands } from './bare-command.ts'
import { chooseRemedy, type FoundRemedy, isShownCommand, workedAfter } from './remedy.ts'
import type { Sighting } from './sighting.ts'

/** The command by which sessions formatted the code that a formatter had refused. Other rules are their own remedy. */
export const checkRemedy = (sightings: readonly Sighting[]): FoundRemedy | undefined => {
  if (sightings[0]?.trigger.code !== UNFORMATTED) return undefined
  return chooseRemedy(sightings, 'command', (sighting) =>
    workedAfter(sighting).flatMap((call) =>
      bareCommands(call)
        .filter(
          ({ text, words }) =>
            words.some((word) => FORMATS.test(word)) && !/--check|-l\b|-d\b/.test(text) && isShownCommand(text),
        )
        .map(({ text }) => ({ text, call })),
    ),
  )
}

const FORMATS = /^(?:.*[:/-])?(?:fmt|format|formatting|gofmt|gofumpt|rustfmt|prettier|black|biome)(?::\w+)?$/

/** Programs whose findings are errors in code that does not compile, or in types. */
const COMPILERS: ReadonlySet<string> = new Set('tsc rustc go cc javac kotlinc swiftc dotnet python'.split(' '))

/** Whether a compiler, or a program that was run, says this: what it reports is an error and no rule of the project. */
export const isCompiler = ({ program, code }: Sighting['trigger']): boolean =>
  COMPILERS.has(program) || code.startsWith('ERR_')
