import { natureOf } from '../shell/nature.ts'
import { INTERPRETER, SHELLS } from '../shell/names.ts'
import type { ShellCommand } from '../shell/script.ts'

/** The command that a person would say the line is for: the first of the weightiest ones. */
export const mainCommand = (commands: readonly ShellCommand[]): ShellCommand | undefined => {
  let main: ShellCommand | undefined
  let most = -1
  for (const command of commands) {
    const weight = weightOf(command)
    if (weight <= most) continue
    main = command
    most = weight
  }
  return main
}

const SETTING = new Set(['', 'cd', 'pushd', 'popd', 'export', 'set', 'unset', 'source', '.', 'shopt', 'trap', 'umask'])
const PREPARING = new Set(['echo', 'printf', 'sleep', 'mkdir', 'true', ':', 'pwd', 'test', '[', '[[', 'wait', 'which'])

const weightOf = (command: ShellCommand): number => {
  // The last word of a cut subject may be half a name.
  if (SETTING.has(command.program) || command.program.endsWith('…')) return 0
  if (PREPARING.has(command.program) || (command.program === 'git' && command.words[0] === 'add')) return 1
  return isChecking(command) ? 3 : 2
}

/** Whether a command tests, checks or builds. */
export const isChecking = (command: ShellCommand): boolean => {
  const nature = natureOf(command)
  return nature === 'test' || nature === 'check' || nature === 'build'
}

/** Programs whose sub-command has more than one word, with the number of words. */
const DEPTH = new Map(['gh', 'glab', 'aws', 'gcloud', 'az'].map((program) => [program, 2]))

/** The name of what a command does, from its program and sub-command: `git commit`, `npm run build`, `make.py`. */
export const nameOfCommand = (given: ShellCommand): string => {
  const command = withoutVersion(given)
  const { program, words } = command
  if (!INTERPRETER.test(program) && !SHELLS.has(program)) return plainName(command)
  const option = words[0] ?? ''
  if (option === '-m' && words[1] !== undefined) {
    return plainName({ ...command, program: words[1], words: words.slice(2) })
  }
  const name = program.replace(/[\d.]+$/, '')
  if (/^-[ce]$|^--(?:test|eval|check)$/.test(option)) return `${name} ${option}`
  const script = words.find((word) => !word.startsWith('-'))
  if (script === undefined || !/[./]/.test(script)) return plainName({ ...command, program: name })
  // `python3 tools/make.py`, `python tools/make.py` and `tools/make.py` do the same thing.
  return script.slice(script.lastIndexOf('/') + 1)
}

/** Sub-commands stand among the first words, so only this many are read. */
const MAX_WORDS = 6
const LEADING = new Set(['run', 'run-script', 'compose', 'pip'])
/** Programs without sub-commands: an address, a file or a query follows them. */
const SINGLE = new Set(
  'curl wget http xh dig nslookup host ping psql sqlite3 mysql ssh scp rsync open code vim nano gcc g++ clang clang++ cc rustc javac swiftc coqc pdflatex latexmk'.split(
    ' ',
  ),
)
/** Options of such programs whose value is the next word. */
const VALUED = new Set(
  '-C -c -f -n -p -w --prefix --filter --namespace --context --project --workspace --dir'.split(' '),
)
const SUBCOMMAND = /^[A-Za-z][\w:.-]{0,30}$/
/** For an unknown program, only a word that is unlikely to be a file or a name counts as a sub-command. */
const CAUTIOUS_SUBCOMMAND = /^[a-z][a-z-]{1,20}$/
/** Programs of these natures do one thing, whatever word follows them. */
const NATURES = 'content search report probe mute silent unfailing patch test check'
const WITHOUT_SUBCOMMANDS: ReadonlySet<string> = new Set(NATURES.split(' '))
const RUNNERS =
  'git go cargo dotnet swift make just task docker podman kubectl npm pnpm yarn bun deno uv poetry ruff biome buf'
const WITH_SUBCOMMANDS = new Set([...RUNNERS.split(' '), ...DEPTH.keys()])

const plainName = (command: ShellCommand): string => {
  const { program, words } = command
  const known = WITH_SUBCOMMANDS.has(program)
  const nature = natureOf(command)
  if (!known && (WITHOUT_SUBCOMMANDS.has(nature) || SINGLE.has(program))) return program
  let name = program
  let depth = DEPTH.get(program) ?? 1
  let isFirst = true
  for (let at = 0; at < words.length && at < MAX_WORDS && depth > 0; at++) {
    const word = words[at] ?? ''
    if (word.startsWith('-')) {
      if (VALUED.has(word)) at++
      continue
    }
    if (!(known || nature !== 'stranger' ? SUBCOMMAND : CAUTIOUS_SUBCOMMAND).test(word)) break
    name += ` ${word}`
    // In `npm run build`, `docker compose up` and `uv pip install` the first word only leads to the second, so it does
    // not count.
    if (!(isFirst && LEADING.has(word))) depth--
    isFirst = false
  }
  return name
}

/** The command without a version: `npx eslint@9` does the same as `npx eslint`. */
export const withoutVersion = (command: ShellCommand): ShellCommand => {
  const at = command.program.lastIndexOf('@')
  return at > 0 ? { ...command, program: command.program.slice(0, at) } : command
}
