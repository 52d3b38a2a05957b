import type { Described, DescribedFlag } from './describe.ts'
import { inQuotes } from './quote.ts'

/** The completion script of zsh: like that of bash, with a description beside each word. */
export const zshScript = (commands: readonly Described[]): string => `#compdef warmstart
# Completion of warmstart for zsh.
_warmstart() {
  local -a offered
  local name="\${words[2]}" previous="\${words[CURRENT-1]}"
  if ((CURRENT == 2)); then
    offered=(${commands
      .filter((each) => !each.name.includes(' '))
      .map((each) => entry(each.name, each.summary))
      .join(' ')})
    _describe 'command' offered
    return
  fi
  case "\${words[2]} \${words[3]}" in
${commands
  .filter(({ name }) => name.includes(' '))
  .map(({ name }) => `    ${inQuotes(name)}) ((CURRENT > 3)) && name="\${words[2]} \${words[3]}" ;;`)
  .join('\n')}
  esac
  case "$name $previous" in
${commands.flatMap(({ name, flags }) => flags.filter(({ takesValue }) => takesValue).map((flag) => valueLine(name, flag))).join('\n')}
  esac
  case "$name" in
${commands.map((each) => `    ${inQuotes(each.name)}) offered=(${entries(each)}) ;;`).join('\n')}
  esac
  _describe 'word' offered || _files
}
# Sourced it registers itself; loaded from fpath it is called.
if [ "$funcstack[1]" = "_warmstart" ]; then _warmstart "$@"; else compdef _warmstart warmstart; fi
`

const entries = ({ verbs, flags }: Described): string =>
  [
    ...verbs.map(({ name, summary }) => entry(name, summary)),
    ...flags.map(({ name, help }) => entry(`--${name}`, help)),
  ].join(' ')

/** A colon separates the word from its description. */
const entry = (word: string, meaning: string): string => inQuotes(`${word.replaceAll(':', String.raw`\:`)}:${meaning}`)

const valueLine = (command: string, { name, choices, isPath }: DescribedFlag): string => {
  const offered = isPath
    ? '_files; return'
    : choices.length === 0
      ? 'return'
      : `compadd -- ${choices.map(inQuotes).join(' ')}; return`
  return `    ${inQuotes(`${command} --${name}`)}) ${offered} ;;`
}
