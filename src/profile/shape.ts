import { natureOf, workOf as kindOfProgram } from '../shell/nature.ts'
import { INTERPRETER, SCRIPT_FILE, SHELLS } from '../shell/names.ts'
import { readShell, UNREADABLE, type ShellCommand } from '../shell/script.ts'
import type { ToolFamily } from '../outcome/tool-facts.ts'
import type { ProfileCall } from '../schema/tally.ts'
import { isChecking, mainCommand, nameOfCommand, withoutVersion } from './command-name.ts'
import { familyOf } from './is-shell.ts'

export { isShell } from './is-shell.ts'

type ShapedCall = Pick<ProfileCall, 'tool' | 'kind' | 'subject'>

/**
 * What two calls share if they do the same kind of thing. For a shell: program and sub-command (`git commit`,
 * `pytest`). For a file tool: its name and the file. For any other tool: its name.
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
export const classifyWork = (call: ShapedCall): string => describe(call).work

/** Letters of work whose result can be checked. */
export const CHECKING_WORK = 't'

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

/** Size of the cache. Agents repeat themselves: a quarter of all command lines occurred before in the same history. */
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

const describeShell = (subject: string): Description => {
  const patched = patchedFile(subject)
  if (patched !== undefined) return { shape: `apply_patch ${patched}`, work: 'e' }
  const found = mainCommand(readShell(subject).commands)
  if (found === undefined || found.program === UNREADABLE) return { shape: 'shell', work: 's' }
  return { shape: nameOfCommand(found), work: workOfCommand(withoutVersion(found)) }
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
  if (kind === 'code' || runsCode(command.program)) return 'c'
  return kind === 'file' ? 'f' : 's'
}

/** The subject of a call for people to read; for a patch, its file. */
export const shownSubject = (subject: string): string => patchedFile(subject) ?? subject

/** The first file of a patch whose lines begin with `***`. */
const patchedFile = (subject: string): string | undefined => {
  if (!subject.includes('*** ')) return undefined
  return /\*\*\* (?:Add|Update|Delete) File: (\S{1,120})/.exec(subject)?.[1]
}

const withoutDot = (path: string): string => (path.startsWith('./') ? path.slice(2) : path)

const runsCode = (program: string): boolean =>
  INTERPRETER.test(program) || SHELLS.has(program) || SCRIPT_FILE.test(program)
