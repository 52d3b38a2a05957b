import type { Described, DescribedFlag } from './describe.ts'
import { inQuotes } from './quote.ts'

/** The completion script of bash. It looks words up in two `case` tables. */
export const bashScript = (commands: readonly Described[]): string => `# Completion of warmstart for bash.
_warmstart() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local command="\${COMP_WORDS[1]}" verb="\${COMP_WORDS[2]}"
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${inQuotes(topNames(commands))} -- "$current"))
    return
  fi
  local name="$command"
  case "$command $verb" in
${commands
  .filter(({ name }) => name.includes(' '))
  .map(({ name }) => `    ${inQuotes(name)}) ((COMP_CWORD > 2)) && name="$command $verb" ;;`)
  .join('\n')}
  esac
  case "$name $previous" in
${commands.flatMap(({ name, flags }) => flags.filter(({ takesValue }) => takesValue).map((flag) => valueLine(name, flag))).join('\n')}
  esac
  case "$name" in
${commands.map((each) => `    ${inQuotes(each.name)}) COMPREPLY=($(compgen -W ${inQuotes(wordsOf(each))} -- "$current")) ;;`).join('\n')}
  esac
}
complete -o default -F _warmstart warmstart
`

const topNames = (commands: readonly Described[]): string =>
  commands
    .filter(({ name }) => !name.includes(' '))
    .map(({ name }) => name)
    .join(' ')

const wordsOf = ({ verbs, flags }: Described): string =>
  [...verbs.map(({ name }) => name), ...flags.map(({ name }) => `--${name}`)].join(' ')

/** Offers nothing for a value that is neither a choice nor a path, because the script cannot know it. */
const valueLine = (command: string, { name, choices, isPath }: DescribedFlag): string => {
  const offered = isPath
    ? 'COMPREPLY=($(compgen -f -- "$current")); return'
    : choices.length === 0
      ? 'return'
      : `COMPREPLY=($(compgen -W ${inQuotes(choices.join(' '))} -- "$current")); return`
  return `    ${inQuotes(`${command} --${name}`)}) ${offered} ;;`
}
