import type { ShellCommand } from '../outcome/shell.ts'
import type { ShellToken } from '../outcome/shell-words.ts'

/** Whether what a command runs cannot be read from its words: names that only the shell completes, editors that start others. */
export const hidesItsRun = ({ program, words }: ShellCommand): boolean => {
  // `$X`, `{rm,-rf,x}`, `r$1`, `/b?n/r?`: put together when it runs. `[` is a program.
  if (/[$?*{}]|^<\(\)|.\[|\\x/.test(program)) return true
  if (program === 'eval' && words.some((word) => /^\$\{?\w/.test(word))) return true
  if (/^(?:powershell|pwsh)(?:\.exe)?$/i.test(program))
    return words.some((word) => /^-e(?:nc|c|ncodedcommand)?$/i.test(word))
  if (/^g?sed$/.test(program)) return words.some((word) => SED_RUNS.test(word.slice(0, MAX_LOOK_CHARS)))
  if (/^g?make$/.test(program)) return words.some((word, at) => word === '-' && words[at - 1] === '-f')
  if (program === 'osascript') return words.some((word) => word.includes('do shell script'))
  if (program === 'curl') return words.some((word) => word === '-K' || word.startsWith('--config'))
  return STARTS_OTHERS.has(program) && words.some((word) => /(?:^|[\s|:+'"])!/.test(word))
}

const MAX_LOOK_CHARS = 400

/** `s/a/b/e` and `1e COMMAND` run what they find. */
const SED_RUNS = /^s([/|#,:@])[^\n]*\1[gIipmM\d]{0,4}e[gIipmM\d]{0,4}(?:\s|;|$)|(?:^|;)\s{0,4}[\d$,]{0,9}e(?:\s|$)/

/** Editors and viewers in which a command begins with `!`. */
const STARTS_OTHERS = new Set('vim vi nvim view ex ed emacs gdb lldb less more ftp'.split(' '))

/** Settings and options whose value is a command line. */
const CARRIES =
  /^(?:-o)?(?:(?:[A-Z]+_)*(?:COMMAND|PAGER|EDITOR|VISUAL|LESSOPEN|ASKPASS)|--checkpoint-action=exec|--(?:rsh|to-command|use-compress-program|exec)|ProxyCommand|LocalCommand|core\.(?:sshCommand|pager|editor|fsmonitor)|sequence\.editor|alias\.[\w-]{1,40})[= ]!?(.{2,})$/s
const TAKES_SCRIPT = new Map<string, RegExp>([
  ['rsync', /^(?:-[A-Za-z]{0,8}e|--rsh)$/],
  ['git', /^(?:-x|--exec|--upload-pack|--receive-pack)$/],
  ['zip', /^(?:-TT|--unzip-command)$/],
  ['expect', /^-c$/],
  ['ansible', /^-a$/],
  ['salt', /^cmd\.run$/],
])

/** The command lines that stand as values of settings and options, such as `GIT_SSH_COMMAND=...` or `git rebase -x ...`. */
export const scriptsInOptions = (tokens: readonly ShellToken[], commands: readonly ShellCommand[]): string[] => {
  const carried = tokens.flatMap((token) => (token.kind === 'word' ? (CARRIES.exec(token.text)?.[1] ?? []) : []))
  for (const { program, words } of commands) {
    const option = TAKES_SCRIPT.get(program)
    if (option === undefined) continue
    words.forEach((word, at) => {
      const value = words[at + 1]
      if (option.test(word) && value !== undefined) carried.push(value.replace(/^spawn\s/, ''))
    })
  }
  // An alias of git is one of its own commands, unless it begins with `!`.
  return [
    ...carried,
    ...carried.filter((line) => /^(?:push|reset|clean|branch|checkout)\b/.test(line)).map((line) => `git ${line}`),
  ]
}
