import type { Described, DescribedFlag } from './describe.ts'
import { inFishQuotes } from './quote.ts'

/**
 * The completion script of fish: one line for each command, verb and flag, with the condition under which fish offers
 * it.
 */
export const fishScript = (commands: readonly Described[]): string =>
  [
    ...HEAD,
    ...commands.flatMap((command) => [...nameLines(command), ...command.flags.map((flag) => flagLine(command, flag))]),
    '',
  ].join('\n')

/** The command is the first word after the program, its verb the second. */
const HEAD = [
  '# Completion of warmstart for fish.',
  'function __warmstart_is',
  '    set -l words (commandline -opc)',
  '    test "$words[2]" = "$argv[1]"; or return 1',
  '    test (count $argv) -lt 2; or test "$words[3]" = "$argv[2]"',
  'end',
  'function __warmstart_verb',
  '    set -l words (commandline -opc)',
  '    contains -- "$words[3]" $argv',
  'end',
  'complete -c warmstart -n __fish_use_subcommand -f',
]

const nameLines = ({ name, summary, verbs }: Described): string[] => {
  if (name.includes(' ')) return []
  return [
    `complete -c warmstart -n __fish_use_subcommand -a ${name} -d ${inFishQuotes(summary)}`,
    ...verbs.map(
      (verb) =>
        `complete -c warmstart -n ${inFishQuotes(conditionOf(name, verbs))} -a ${verb.name} -d ${inFishQuotes(verb.summary)}`,
    ),
  ]
}

/** A command's own flags are not offered after one of its verbs. */
const conditionOf = (name: string, verbs: Described['verbs']): string =>
  verbs.length === 0
    ? `__warmstart_is ${name}`
    : `__warmstart_is ${name}; and not __warmstart_verb ${verbs.map((verb) => verb.name).join(' ')}`

const flagLine = ({ name, verbs }: Described, flag: DescribedFlag): string =>
  `complete -c warmstart -n ${inFishQuotes(conditionOf(name, verbs))} -l ${flag.name}${valueOf(flag)} -d ${inFishQuotes(flag.help)}`

const valueOf = ({ takesValue, isPath, choices }: DescribedFlag): string => {
  if (!takesValue) return ''
  if (isPath) return ' -r -F'
  return choices.length === 0 ? ' -x' : ` -x -a ${inFishQuotes(choices.join(' '))}`
}
