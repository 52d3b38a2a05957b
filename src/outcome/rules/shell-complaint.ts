import { failed, type Finding } from '../finding.ts'
import { natureOf, type Nature } from '../../shell/nature.ts'
import type { ShellCommand, ShellScript } from '../../shell/script.ts'
import type { TextView } from '../text-view.ts'

/**
 * The shell's own complaint: `bash: line 1: x: command not found`, `zsh:1: no matches found: *.v`. It counts if the
 * whole script broke, or if it names a command that decides the exit code.
 */
export const judgeShellComplaint = (script: ShellScript, view: TextView): Finding | undefined => {
  for (const line of [...view.lastLines.slice(0, NEAR_LINES), ...view.firstLines]) {
    const found = SHELL_COMPLAINT.exec(line)
    if (found === null) continue
    const message = found[2] ?? ''
    if (/\bwarning\b/.test(message)) continue
    if (SCRIPT_BROKEN.test(message)) return failed('shell-syntax', line, 'agent')
    const missing = /command not found|: not found$/.test(message)
    const builtin = found[1] ?? /^([a-z]{1,12}): /.exec(message)?.[1]
    const unknownName = missing && /^[a-z]{1,12}: .{1,300}: not found$/.test(message)
    if ((!missing || unknownName) && script.deciders.some((command) => command.program === builtin))
      return failed('shell-refused', line)
    const named = namedBy(message)
    if (named === undefined) continue
    const isLast = line === view.lastLines[0]
    // zsh stops at a pattern without a match, wherever it stands: in the words of a loop, for one.
    const isElsewhere = !script.commands.some((command) => runs(command, named) || mentions(command, named))
    if (isLast && isElsewhere && message.startsWith('no matches found: ') && script.source.includes(named)) {
      return failed('shell-refused', line)
    }
    if (CLOBBERS.test(message)) {
      if (
        script.deciders.some(
          ({ files }) => files.includes(named) || (isLast && files.some((file) => file.includes('$'))),
        )
      )
        return failed('shell-refused', line)
      continue
    }
    const concerns = script.deciders.some((command) =>
      missing ? runs(command, named) : runs(command, named) || mentions(command, named),
    )
    if (concerns || (!missing && script.commands.length === 1)) {
      return missing ? failed('program-missing', line, 'environment') : failed('shell-refused', line)
    }
  }
  return undefined
}

/**
 * A deciding program's own complaint, `cat: x: No such file or directory`. Where the same program also runs without
 * deciding, the line must name something the deciding one was given, or stand last.
 */
export const judgeOwnComplaint = (script: ShellScript | undefined, view: TextView): Finding | undefined => {
  if (script === undefined) return undefined
  for (const command of script.deciders) {
    if (command.program === '' || command.stderrDropped) continue
    const line = ownLine(command, view)
    if (line === undefined) continue
    // A complaint of an earlier round is not that of the last one.
    if (command.looped && line !== view.lastLines[0]) continue
    const runsBeside = script.commands.some(
      (one) => one.program === command.program && !one.stderrDropped && !script.deciders.includes(one),
    )
    if (runsBeside && !isAbout(command, line, line === view.lastLines[0])) continue
    return failed('own-complaint', line)
  }
  return undefined
}

/** Whether a complaint names what the command was given; where that cannot be compared, standing last must do. */
const isAbout = (command: ShellCommand, line: string, last: boolean): boolean => {
  const names = command.words.map((word) => word.replace(/^\.\//, '')).filter((word) => /^[^-]./.test(word))
  if (names.some((word) => line.includes(word))) return true
  if (last && /^(?:fatal: |and the repository exists)/.test(line)) return true
  return last && (names.length === 0 || names.some((word) => /[$*~?{]/.test(word)))
}

/**
 * The shell refused to overwrite the file that a command's output goes to. Another command may still read that file.
 */
const CLOBBERS = /^(?:file exists: |.{1,300}: cannot overwrite existing file$)/

const NEAR_LINES = 8

const SHELL_COMPLAINT =
  /^(?:\(eval\)|-?(?:ba|z|da|k)?sh|\/(?:usr\/)?bin\/(?:ba|z|da)?sh|<stdin>|environment)(?:: -c)?:(?:([a-z]{1,12}):)?(?: line)? ?(?:\d{1,6}:)? ?(.{1,400})$/

const SCRIPT_BROKEN =
  /^(?:-c: )?(?:line \d+: )?(?:syntax error|parse error|unexpected EOF|unmatched|unterminated|bad substitution|bad pattern|bad math|event not found|read-only variable|[\w.]+: unbound variable|[\w.]+: parameter (?:null|not set))/

const namedBy = (message: string): string | undefined => {
  const zsh =
    /^(?:[\w.]{1,40}: )?(?:command not found|no matches found|permission denied|operation not permitted|no such file or directory|not a directory|is a directory|file exists|bad option): (.{1,300})$/.exec(
      message,
    )
  if (zsh !== null) return zsh[1]
  const bash =
    /^(?:[\w.]{1,40}: )?(.{1,300}?): (?:command not found|not found|Permission denied|No such file or directory|Is a directory|cannot execute.{0,80}|Not a directory|cannot overwrite existing file|ambiguous redirect|integer expression expected.{0,20}|numeric argument required)$/i.exec(
      message,
    )
  return bash?.[1]
}

const runs = (command: ShellCommand, named: string): boolean =>
  command.program === named || command.via.includes(named) || named.endsWith(`/${command.program}`)

const mentions = (command: ShellCommand, named: string): boolean =>
  command.files.includes(named) ||
  command.words.some((word) => word === named || (named.length > 3 && word.includes(named)))

const ownLine = (command: ShellCommand, view: TextView): string | undefined => {
  const start = `${command.program}: `
  const isOwn = ownWordsOf(command)
  const nature = natureOf(command)
  // `make: Nothing to be done` is no complaint, `ls: anything` always is.
  const near = (line: string): boolean =>
    line.startsWith(start) && !REMARK.test(line) && (TERSE.has(nature) || COMPLAINING.test(line))
  const found = view.lastLines.slice(0, NEAR_LINES).find(near) ?? view.firstLines.find(near)
  const last = view.lastLines[0] ?? ''
  if (found !== undefined) return found
  if (isWrapperComplaint(command, last) || isGlued(start, last)) return last
  if (isOwn !== undefined) {
    const first = view.firstLines[0] ?? ''
    // A viewer's data may end with any words; a complaint in words as plain as these comes alone.
    const alone = nature !== 'viewer' || (view.whole && view.lastLines.length <= VIEWER_COMPLAINT_LINES)
    // Two lines on how to tell revisions from paths follow the complaint itself.
    if (last.startsWith("'git <command>")) return view.lastLines[2] ?? last
    if (alone && isOwn.test(last)) return last
    if (isOwn.test(first) && (alone || UNMISTAKABLE.test(first))) return first
    const refusal = command.program === 'rg' ? ripgrepRefusal(view) : undefined
    if (refusal !== undefined) return refusal
  }
  if (REPLACED.has(command.program) && PATH_REFUSED.test(last)) return last
  // Between the files a program did read, the complaint about one it could not is somewhere in the middle.
  return MULTI_FILE.has(command.program) ? inTheMiddle(start, view) : undefined
}

const VIEWER_COMPLAINT_LINES = 5

const REPLACED = new Set(['ls', 'find', 'cat', 'tree', 'du', 'ps'])

/** `sudo ls`, `timeout 5 serve`: if a wrapper cannot start the program, the complaint names the wrapper. */
const isWrapperComplaint = (command: ShellCommand, line: string): boolean =>
  command.via.some((name) => /^[a-z]{2}/.test(name) && !VERBS.has(name) && line.startsWith(`${name}: `))

/** Words of wrappers that are no programs. */
const VERBS = new Set(['run', 'exec'])

/** Data that does not end with a line break has the complaint right behind it: `{"status":"404"}gh: Not Found (HTTP 404)`. */
const isGlued = (start: string, line: string): boolean => {
  const at = line.indexOf(start, 1)
  return at > 0 && /\S/.test(line.charAt(at - 1)) && GLUED.test(line.slice(at))
}

const GLUED =
  /^\w{1,20}: (?:[^"']{1,300} \(HTTP \d{3}\)$|\(\d{1,2}\) [A-Z]|[^"']{1,300}: (?:No such file or directory|Permission denied|Is a directory)$)/

/** What runs elsewhere prints words of its own; only a few sentences are then those of the program that reached out. */
const ownWordsOf = (command: ShellCommand): RegExp | undefined =>
  command.words.some((word) => word === 'logs' || word === 'exec')
    ? (RELAYED_WORDS.get(command.program) ?? OWN_WORDS.get(command.program))
    : OWN_WORDS.get(command.program)

const DOCKER_RELAYED =
  /^(?:Error response from daemon|Error: No such (?:container|object)|Cannot connect|OCI runtime|error during connect|no configuration|no such service|service "[^"]{1,80}" )/

const RELAYED_WORDS = new Map<string, RegExp>([
  ['docker', DOCKER_RELAYED],
  ['podman', DOCKER_RELAYED],
  [
    'kubectl',
    /^(?:error: (?:error from server|unable to|a container name|timed out|pods? |You must)|Error from server|The connection to|Unable to connect)/,
  ],
])

/**
 * ripgrep prints a bad pattern and a pointer to the fault before the complaint. Before version 14, it names a path that
 * it could not open without naming itself.
 */
const ripgrepRefusal = (view: TextView): string | undefined =>
  view.lastLines.slice(0, NEAR_LINES).find((line) => REGEX_REFUSED.test(line)) ??
  [view.firstLines[0] ?? '', view.lastLines[0] ?? ''].find((line) => PATH_REFUSED.test(line))

const REGEX_REFUSED = /^(?:rg: )?regex parse error:$/
/** As programs written in Rust say it, which often stand in for ls and find. */
const PATH_REFUSED = /^[^:\s][^:]{0,300}: [A-Z][\w ]{1,60} \(os error \d{1,3}\)$/

const UNMISTAKABLE =
  /^(?:unknown (?:flag|command|shorthand)|Unknown JSON field|error: unknown|GraphQL: |gh: |HTTP \d{3}|invalid argument "[^"]{0,200}" for |accepts (?:\d|at |between ).{0,40}arg)/

const TERSE: ReadonlySet<Nature> = new Set<Nature>(['content', 'search', 'silent', 'probe', 'report', 'mute', 'viewer'])

const REMARK =
  /^(?:\S+: (?:warning|note|info)\b|go: (?:downloading|finding|found|added|upgraded|creating|no module dependencies) )/i

const COMPLAINING =
  /\*\*\*|\b(?:errors?|cannot|can't|could not|not|no|invalid|unknown|unrecognized|bad|failed|missing|illegal|denied|unable|undefined)\b(?!.{0,20}\b(?:to be done|necessary))/i

const MULTI_FILE = new Set([
  'cat',
  'head',
  'tail',
  'sed',
  'grep',
  'rg',
  'ls',
  'wc',
  'find',
  'nl',
  'cp',
  'mv',
  'rm',
  'awk',
  'stat',
  'du',
])

const inTheMiddle = (start: string, view: TextView): string | undefined => {
  const at = view.tail.indexOf(`\n${start}`)
  if (at < 0) return undefined
  const end = view.tail.indexOf('\n', at + 1)
  const line = view.tail.slice(at + 1, end < 0 ? undefined : end).slice(0, 400)
  return /: (?:no such file|is a directory|permission denied|not a directory|can't read|cannot )/i.test(line)
    ? line
    : undefined
}

const STARTS_WITH_ERROR = '(?:error|fatal|Error|ERROR|FATAL)(?::| )'

/** Sentences that programs which otherwise print data use when they fail. */
const OWN_WORDS = new Map<string, RegExp>(
  Object.entries({
    git: /^(?:(?:fatal|error): |warning: Not a git repository|and the repository exists\.$)/,
    'ssh-add': /^(?:The agent has no identities|Could not open a connection to your authentication agent)/,
    rg: /^(?:(?:rg: )?regex parse error:$|unrecognized file type: |error: (?:Found argument|unrecognized flag|unexpected argument))/,
    gh: /^(?:gh: |You are not logged into |HTTP \d{3}|GraphQL: |could not |failed to |no (?:pull requests|checks|default remote|git remotes|open|commits|runs?|releases?) |unknown (?:flag|command|argument|shorthand|JSON)|Unknown JSON|accepts (?:\d|at |between )|[Ii]nvalid |error |(?:run|job) \d{1,20} is still in progress|(?:Get|Post|Put|Patch|Delete) "https?:\/\/[^"]{1,300}": |a pull request for branch|To get started with GitHub CLI|none of the git remotes|unable to |expected |release not found|must |pull request .{0,80}(?:not |already)|specify |cannot |argument |pull request \w+ failed|X Pull request |run .{1,80} (?:failed|cannot)|.{0,60}: (?:not found|invalid))/,
    curl: /^curl: \(\d+\)/,
    kubectl: new RegExp(`^(?:${STARTS_WITH_ERROR}|Error from server|The connection to|Unable to connect)`),
    helm: /^Error: /,
    docker: new RegExp(`^(?:${STARTS_WITH_ERROR}|Cannot connect|unable to|unknown |invalid |no configuration)`),
    aws: /^(?:An error occurred|usage: aws|Unable to locate|Could not connect)/,
    gcloud: /^ERROR: /,
    az: /^ERROR: /,
    go: /^(?:no required module|package \S+ is not in|package \S+: |pattern \S+: |doc: |no Go files in|can't load package|build constraints exclude|stat \S+: )/,
    psql: /^(?:psql: |ERROR: )/,
    sqlite3: /^(?:Error: |Parse error|Runtime error|\s{0,80}\^--- error here)/,
    jq: /^(?:jq: |parse error)/,
    systemctl: /^(?:Failed to |Unit .{1,200} could not be found)/,
    journalctl: /^Failed to /,
    tmux: /^(?:no server running|can't find|error connecting|unknown command|no sessions|duplicate session)/,
    awk: /^(?:awk|gawk|mawk): /,
    python: /^python[\d.]*: /,
    fd: /^\[fd error\]/,
    fdfind: /^\[fd error\]/,
    wget: /^(?:wget: |.{0,80}ERROR \d{3}|Connecting to .{1,120} failed: )/,
    npm: /^npm (?:ERR!|error) /,
  }),
)
