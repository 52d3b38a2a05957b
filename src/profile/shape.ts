import { natureOf, workOf as kindOfProgram } from '../outcome/programs.ts'
import { readShell, type ShellCommand } from '../outcome/shell.ts'
import { toolFacts, type ToolFamily } from '../outcome/tools.ts'
import type { ProfileCall } from '../schema/tally.ts'

type ShapedCall = Pick<ProfileCall, 'tool' | 'kind' | 'subject'>

/**
 * What makes two calls the same kind of thing done: of a shell its program and sub-command (`git commit`, `pytest`),
 * of a file tool its name and the file, of any other tool its name.
 */
export const shapeOf = (call: ShapedCall): string => describe(call).shape

/**
 * What kind of work a call does, as one letter, so that sessions can be compared as if they had the same mix of
 * tools:
 * - of shells: `t` tests, checks, builds; `c` runs code or installs it; `f` prints, moves or makes files; `l` looks
 *   for something; `h` looks at version control, `v` changes it; `n` network, machines elsewhere; `e` patches a
 *   file; `s` any other command
 * - of tools: `r` reads, `e` edits, `q` searches, `w` web, `a` other agents, `c` runs code, `o` any other
 */
export const workOf = (call: ShapedCall): string => describe(call).work

/** Letters of work whose result can be checked. */
export const CHECKING_WORK = 't'

/** Whether a call runs a command line, so that its tool alone says little. */
export const isShell = (call: Pick<ProfileCall, 'tool' | 'kind'>): boolean => familyOf(call) === 'shell'

interface Description {
  shape: string
  work: string
}

const WORK: Record<ToolFamily, string> = {
  shell: 's',
  script: 'c',
  process: 's',
  read: 'r',
  edit: 'e',
  search: 'q',
  web: 'w',
  agent: 'a',
  plan: 'o',
  ask: 'o',
  other: 'o',
}

const describe = (call: ShapedCall): Description => {
  const family = familyOf(call)
  if (family === 'shell') return remember(call.subject)
  const work = family === 'other' && call.kind === 'research' ? 'w' : WORK[family]
  if (family !== 'read' && family !== 'edit') return { shape: call.tool, work }
  const file = patchedFile(call.subject) ?? withoutDot(call.subject)
  return { shape: file === '' ? call.tool : `${call.tool} ${file}`, work }
}

/** They talk to a command that already runs, so their arguments are no command line. */
const TALKERS = /^(?:write|read)_/

const familyOf = ({ tool, kind }: Pick<ProfileCall, 'tool' | 'kind'>): ToolFamily => {
  const { family } = toolFacts(tool)
  if (family === 'shell') {
    // The same name can take a program instead of a command; its kind was found with the arguments at hand.
    if (kind === 'code') return 'script'
    return TALKERS.test(tool) ? 'process' : 'shell'
  }
  return family === 'other' && kind === 'terminal' ? 'shell' : family
}

/** Agents repeat themselves: a quarter of all command lines was seen before in the same history. */
const MAX_REMEMBERED = 8192
const remembered = new Map<string, Description>()

const remember = (subject: string): Description => {
  let known = remembered.get(subject)
  if (known === undefined) {
    known = describeShell(subject)
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(subject, known)
  }
  return known
}

/** `npx eslint@9`: the version is no part of what is done. */
const withoutVersion = (command: ShellCommand): ShellCommand => {
  const at = command.program.lastIndexOf('@')
  return at > 0 ? { ...command, program: command.program.slice(0, at) } : command
}

const describeShell = (subject: string): Description => {
  const patched = patchedFile(subject)
  if (patched !== undefined) return { shape: `apply_patch ${patched}`, work: 'e' }
  const found = simpleCommand(subject) ?? mainCommand(readShell(subject).commands)
  if (found === undefined) return { shape: 'shell', work: 's' }
  const main = withoutVersion(found)
  return { shape: nameOfCommand(main), work: workOfCommand(main) }
}

/**
 * Wrappers, shells, keywords and bare assignments need the real reader; so does everything with an operator in it.
 */
const NEEDS_READER = /[|&;<>()$`\\\n#…]|^\S*=/
const SPECIAL_WORDS = new Set(
  'sudo env time nohup nice exec command timeout gtimeout xargs stdbuf npx bunx pnpx uvx uv poetry pipenv rye hatch pdm bundle opam mise pnpm yarn bash sh zsh dash fish ssh docker podman kubectl if for while until case select function then do else ! {'.split(
    ' ',
  ),
)

/** One plain command is read by splitting it, which takes a tenth of the time. */
const simpleCommand = (subject: string): ShellCommand | undefined => {
  if (NEEDS_READER.test(subject)) return undefined
  const words = subject.split(' ').filter((word) => word !== '')
  const program = words[0]?.slice(words[0].lastIndexOf('/') + 1)
  if (program === undefined || SPECIAL_WORDS.has(program) || /['"]/.test(program)) return undefined
  return {
    program,
    words: words.slice(1),
    stderrDropped: false,
    stdoutTaken: false,
    via: [],
    files: [],
    looped: false,
  }
}

/** The first of those that weigh most: what a person would say the line is for. */
const mainCommand = (commands: readonly ShellCommand[]): ShellCommand | undefined => {
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
  // The last word of a subject that was cut may be half a name.
  if (SETTING.has(command.program) || command.program.endsWith('…')) return 0
  if (PREPARING.has(command.program) || (command.program === 'git' && command.words[0] === 'add')) return 1
  return isChecking(command) ? 3 : 2
}

const isChecking = (command: ShellCommand): boolean => {
  const nature = natureOf(command)
  return nature === 'test' || nature === 'check' || nature === 'build'
}

const FINDERS = new Set(['find', 'fd', 'fdfind', 'which', 'whereis', 'type', 'locate'])
const NETWORK = new Set(
  'ssh scp rsync sftp ping host gh glab kubectl helm aws gcloud az docker podman vercel netlify wrangler fly heroku'.split(
    ' ',
  ),
)

const workOfCommand = (command: ShellCommand): string => {
  if (isChecking(command)) return CHECKING_WORK
  const nature = natureOf(command)
  if (FINDERS.has(command.program) || nature === 'search') return 'l'
  if (command.program === 'git')
    return nature === 'ordinary' && !(command.words[0] ?? '').startsWith('rev-') ? 'v' : 'h'
  if (NETWORK.has(command.program)) return 'n'
  const kind = kindOfProgram(command)
  if (kind === 'research') return 'n'
  if (kind === 'code' || INTERPRETER.test(command.program) || SCRIPT.test(command.program)) return 'c'
  return kind === 'file' ? 'f' : 's'
}

const INTERPRETER =
  /^(?:python[\d.]*|pypy3?|node|deno|bun|ruby|perl|php|tsx|ts-node|Rscript|julia|bash|sh|zsh|dash|fish)$/
/** How many words name what these programs do, where it is not one. */
const DEPTH = new Map(['gh', 'glab', 'aws', 'gcloud', 'az'].map((program) => [program, 2]))

const SCRIPT = /\.(?:sh|bash|py|[cm]?js|ts|rb|pl|php|R)$/

const nameOfCommand = (command: ShellCommand): string => {
  const { program, words } = command
  if (!INTERPRETER.test(program)) return plainName(command)
  const option = words[0] ?? ''
  if (option === '-m' && words[1] !== undefined) {
    return plainName({ ...command, program: words[1], words: words.slice(2) })
  }
  const name = program.replace(/[\d.]+$/, '')
  if (/^-[ce]$|^--(?:test|eval|check)$/.test(option)) return `${name} ${option}`
  const script = words.find((word) => !word.startsWith('-'))
  if (script === undefined || !/[./]/.test(script)) return plainName({ ...command, program: name })
  // `python3 tools/make.py`, `python tools/make.py` and `tools/make.py` are the same thing done.
  return script.slice(script.lastIndexOf('/') + 1)
}

/** Sub-commands stand at the beginning. */
const MAX_WORDS = 6
const LEADING = new Set(['run', 'run-script', 'compose', 'pip'])
/** What follows them is an address, a file or a query. */
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
/** Of a program nobody told us of, only what cannot well be a file or a name is taken for a sub-command. */
const CAUTIOUS_SUBCOMMAND = /^[a-z][a-z-]{1,20}$/
/** They do one thing, whatever the word behind them. */
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
    // `npm run build`, `docker compose up`, `uv pip install`: the first word only says where the second is looked up.
    if (!(isFirst && LEADING.has(word))) depth--
    isFirst = false
  }
  return name
}

/** What a call is about as people want to read it: of a patch, its file. */
export const shownSubject = (subject: string): string => patchedFile(subject) ?? subject

/** The first file of a patch in the format whose lines begin with `***`. */
const patchedFile = (subject: string): string | undefined => {
  if (!subject.includes('*** ')) return undefined
  return /\*\*\* (?:Add|Update|Delete) File: (\S{1,120})/.exec(subject)?.[1]
}

const withoutDot = (path: string): string => (path.startsWith('./') ? path.slice(2) : path)
