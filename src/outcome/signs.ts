import type { Cause } from '../schema/outcome.ts'

/** How one line of a program's output gives its outcome away. The patterns are tried on single lines, cut in length. */
export interface Sign {
  rule: string
  cause?: Cause
  /** Counts only this near to the end: further up it was reported and got over. */
  withinLines: number
  pattern: RegExp
}

const sign = (rule: string, cause: Cause | undefined, withinLines: number, ...patterns: string[]): Sign => {
  const pattern = new RegExp(`(?:${patterns.join('|')})`)
  return cause === undefined ? { rule, withinLines, pattern } : { rule, cause, withinLines, pattern }
}

/** A summary may be followed by details, a stack trace, the output of a sibling. */
const FAR = 60
/** What a program says when it gives up is followed by a hint or two at most. */
const NEAR = 12

/** Lines that no program prints after it has done what it was asked to. */
export const FAILURE_SIGNS: readonly Sign[] = [
  sign(
    'tests-failed',
    'expected',
    FAR,
    '^--- FAIL: ',
    '^=== FAIL',
    '^FAIL(?:$|[\\t !:])',
    '^\\s{0,4}(?:Tests|Test Files|Test Suites):?\\s{1,8}[1-9]\\d* failed',
    '^=+ .{0,120}\\b[1-9]\\d* (?:failed|errors?)\\b.{0,80} in \\d',
    '^[1-9]\\d* (?:failed|errors?)(?:,| in \\d)',
    '\\b[1-9]\\d* failed, \\d+ passed',
    '^(?:#|ℹ) fail [1-9]',
    '^\\s{0,4}[1-9]\\d* (?:failing|fail)$',
    '^test result: FAILED',
    '^FAILED(?: \\(|:? \\|| tests?/|$)',
    '^ERROR tests?/',
    '^(?:Tests|Assertions): \\d+.{0,60}(?:Failures|Errors): [1-9]',
    '^\\d+ (?:examples?|tests?|runs?), .{0,40}\\b[1-9]\\d* (?:failures?|errors?)\\b',
    '^DONE \\d+ tests?, .{0,40}[1-9]\\d* failures?',
    '^error: \\d+ tests? failed',
    '^error: (?:doc)?test failed',
    '^not ok \\d',
    '^\\s{0,4}[1-9]\\d* (?:tests?|specs?|scenarios?) failed',
    '^Failed!\\s+- Failed:\\s+[1-9]',
    '^AssertionError\\b',
    '^✖ failing tests',
    '^no tests ran in ',
    '^!+ Interrupted: \\d+ errors?',
  ),
  sign(
    'checks-failed',
    'expected',
    FAR,
    '^\\[warn\\] Code style issues',
    '^Code style issues (?:were )?found',
    '^Oh no! ',
    '^\\d+ files? would be reformatted',
    '^Some checks were not successful',
    '^\\S.{0,100}\\.{3,}Failed$',
  ),
  sign(
    'code-has-errors',
    'agent',
    FAR,
    '^\\S.{0,300}\\(\\d+,\\d+\\): error ',
    'error TS\\d+:',
    '^\\S.{0,300}:\\d+(?::\\d+)?: (?:fatal |syntax )?error\\b',
    '^\\S{1,300}\\.(?:go|rs|c|cc|cpp|h|java|kt|swift|zig|scala|proto):\\d+:\\d+: ',
    '^vet: ',
    '^error\\[E\\d+\\]',
    '^error: (?:could not compile|aborting due to|build failed|unresolved)',
    '^Found [1-9]\\d* errors?\\b(?!.{0,60}\\b0 remaining)',
    '^✖ \\d+ problems? \\([1-9]',
    '^[1-9]\\d* issues?:$',
    '^[1-9]\\d* errors? (?:generated|found)',
    '^(?:ERROR in |Failed to compile|Build failed|BUILD FAILED|error during build|Build error occurred)',
    '^.{0,20}BUILD FAILURE',
    '^✘ \\[ERROR\\]',
    '^FAILURE: Build failed',
    '^(?:SyntaxError|IndentationError|TypeError|ReferenceError|NameError|ImportError|AttributeError|ValueError|KeyError)(?:: |$)',
    '^.{0,120}: command failed$',
    '^Error: (?:Cannot find|The reference|Syntax error|Unable to unify|In environment|No such goal|Unbound)',
  ),
  sign(
    'runner-failed',
    undefined,
    FAR,
    '^npm (?:ERR!|error)(?: |$)',
    '^.{0,12}ELIFECYCLE\\b',
    '^.{0,4}ERR_PNPM_',
    '^g?make(?:\\[\\d+\\])?: \\*\\*\\* ',
    '^ninja: (?:build stopped|error)',
    '^error: [Rr]ecipe ',
    '^error Command failed',
    '^husky - .{0,60}(?:failed|exited)',
    '^exit status [1-9]',
    '^.{0,80}\\bERROR task failed',
    '^mise ERROR',
    '^task: Failed to run task',
    '^error: script ".{0,80}" exited with code',
    '^(?:Error: )?(?:Command|Process|Script|Task|Job).{0,200}(?:failed|exited|completed) with (?:exit |error )?code:? [1-9]',
    'returned non-zero exit status [1-9]',
    '^Error: Process completed with exit code [1-9]',
    '^ERROR: .{0,120}(?:failed|exit code|did not complete)',
    '^Error: Command failed',
    '\\bexiting with code [1-9]',
    '^level=error ',
    '^ERR! ',
    '^\\[ERROR\\] ',
  ),
  sign(
    'crashed',
    'agent',
    NEAR,
    '^panic: ',
    '^fatal error: ',
    '^(?:Segmentation fault|Aborted|Bus error|Illegal instruction|Trace/breakpoint trap)',
    '^thread .{1,80} panicked at ',
    '^Node\\.js v\\d+\\.',
    '^Bun v\\d+\\.',
    '^Uncaught ',
    '^(?:[a-zA-Z_]\\w*\\.)*[A-Z]\\w*(?:Error|Exception|Interrupt|Exit|Warning_?Error)(?:: .*)?$',
    '^Exception in thread ',
    '^goroutine \\d+ \\[running\\]',
  ),
  sign('killed', 'environment', NEAR, '^(?:Killed|Terminated)(?:$|: )', '^.{0,40}\\bout of memory\\b'),
  sign(
    'git-failed',
    'agent',
    NEAR,
    '^fatal: ',
    '^CONFLICT \\(',
    '^Automatic merge failed',
    '^ ! \\[(?:remote )?rejected\\]',
    '^error: failed to push',
    '^Aborting$',
    '^error: pathspec ',
    '^error: (?:[Yy]our local changes|the following untracked|cannot |could not |patch failed|corrupt patch|src refspec|unable to|unknown (?:option|switch))',
    '^The following paths are ignored by one of your',
  ),
  sign(
    'service-unreachable',
    'environment',
    NEAR,
    '^curl: \\(\\d+\\)',
    '^ssh: ',
    '^(?:.{0,80}: )?Permission denied \\(publickey',
    '^Cannot connect to the Docker daemon',
    '^Error response from daemon',
    '^The connection to the server ',
    '^Error from server',
    '^(?:Unable|Failed) to connect to ',
    '^rsync error: ',
    '^Host key verification failed',
    '^.{0,80}Could not resolve host',
    '^sudo: ',
    '^An error occurred \\(',
    '^wget: ',
    '^E: ',
    '^psql: error',
    '^Failed to (?:start|stop|restart|enable|connect to bus|get unit)',
  ),
  sign(
    'usage-error',
    'agent',
    NEAR,
    '^(?:.{0,60}: )?(?:Error: |error: )?(?:unknown|unrecognized|invalid|illegal|ambiguous) (?:flag|command|option|shorthand|argument|subcommand|switch)',
    '^flag provided but not defined',
    '^.{0,60}: (?:error: )?(?:the following arguments are required|unrecognized arguments|expected one argument)',
    "^error: (?:unexpected argument|the following required|unrecognized subcommand|required option)",
    '^Error: (?:accepts|requires|required flag|unknown)',
    '^(?:python[\\d.]*|.{0,80}/python[\\d.]*): ',
    '^.{0,80}: command not found',
    '^No module named ',
    "^For more information,? try '?--help",
  ),
]

/** Summaries that only a successful run ends with. */
export const SUCCESS_SIGNS: readonly Sign[] = [
  sign(
    'tests-passed',
    undefined,
    FAR,
    '^ok\\s{1,4}\\S+\\s+(?:\\(cached\\)|\\d)',
    '^PASS$',
    '^=+ .{0,80}\\b\\d+ passed\\b',
    '^\\d+ passed\\b',
    '^\\s{0,6}Tests:?\\s{1,8}(?:\\d+ skipped[,|] )?\\d+ passed',
    '^test result: ok',
    '^(?:#|ℹ) fail 0$',
    '^\\s{0,4}0 (?:failing|fail)$',
    '^OK(?: \\(|$)',
    '^\\d+ (?:examples?|tests?|runs?), .{0,40}\\b0 failures\\b',
    '^DONE \\d+ tests?(?:,? in|, \\d+ skipped in)',
    '^\\s{0,4}\\d+ passing\\b',
  ),
  sign(
    'checks-passed',
    undefined,
    FAR,
    '^0 issues\\.',
    '^All checks passed',
    '^Success: no issues found',
    '^Found 0 errors',
    '^0 errors',
    '^.{0,40}BUILD SUCCESS',
    '^✓ built in ',
    '^\\s{0,6}Finished .{0,60}(?:target|profile)',
    '^found 0 vulnerabilities',
    '^All matched files use Prettier',
    '^All done! ',
    '^Successfully (?:built|installed|tagged|tested)',
    '^Done in ',
    '^✨ ',
    '^\\[[^\\]]{1,120} [0-9a-f]{7,40}\\] ',
  ),
]

/** A complaint without a known form: the line opens with a word of failure. Weaker, so it must stand first or last. */
export const COMPLAINT =
  /^(?:[\w./@-]{1,60}: |\[\w{1,20}\] |[✗✘×❌✖X] ?)?(?:error|fatal|failed|failure|cannot|can't|can not|could not|couldn't|unable to|invalid \w|no such|unknown \w|missing \w|permission denied|access denied|denied|refused|unauthorized|forbidden|unexpected|unsupported|exception|traceback|aborted|bad request|no (?!issues|errors?|problems|vulnerabilities|changes|conflicts|warnings|violations|updates|differences|findings|lint).{1,60} found|not a |does not exist)\b/i

/** The same at the end of a line: `thing not found`, `path: No such file or directory`. */
export const COMPLAINT_ENDING =
  /(?:: not found|: no such file or directory|not found|does not exist|permission denied|connection refused|timed out|already exists|is required|not permitted)[.!)]?$/i

/** A line that starts with the word itself: the plainest complaint there is. */
export const PLAIN_ERROR = /^(?:\S{1,40}: )?(?:error|Error|ERROR|fatal|FATAL|Fatal|panic)(?::|\[| \()/
