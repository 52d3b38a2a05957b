import {
  type Complaint,
  MISSING_MODULE,
  MISSING_PATH,
  MISSING_PROGRAM,
  MISSING_REVISION,
  MISSING_TARGET,
  MISSING_TASK,
  MISSING_TOOL,
  NO_MATCH,
  TOO_LARGE,
  UNKNOWN_COMMAND,
  UNKNOWN_FIELD,
  UNKNOWN_FLAG,
} from './complaint.ts'

/**
 * A sentence that says that something was asked for and is not there, with its name. `asker` is who was asked where the sentence does
 * not say so, `about` the path that a file tool was given.
 */
export const readAbsence = (line: string, asker: string, about: string): Complaint | undefined => {
  if (!HINT.test(line)) return undefined
  for (const { code, program, pattern } of FORMS) {
    const found = pattern.exec(line)
    if (found === null) continue
    const subject = (found.groups?.['name'] ?? about).trim()
    if (subject === '' || NO_NAME.test(subject)) continue
    return {
      program: program ?? found.groups?.['program'] ?? asker,
      code,
      subject: subject.slice(0, 200),
      line: line.trim(),
      place: '',
    }
  }
  return undefined
}

/** Words before a sentence of the system that are no file. */
const NO_NAME = /^(?:Caused by|= note|error|note|os error|failed|stderr)\b/i

/** One cheap question before the many. */
const HINT =
  /not found|No such|no such|not exist|n't exist|[Uu]nknown|nrecognized|unexpected argument|[Mm]issing|[Nn]o (?:rule|task|matches|module|recipe|package|library|bin|test|example|bench|target|script|required module|Go files)|Cannot find|cannot find|can't find|Can't find|could not find|Could not find|did not match|not a |ENOENT|exceeds|too large|not contain|invalid (?:option|choice|flag)|illegal option|not in std|not recognized|not defined|No file|no file|has no|is not a|Is a directory|is empty|ambiguous argument|unavailable/

interface Form {
  code: string
  program?: string
  pattern: RegExp
}

const NAME = String.raw`(?:[\`'"‘“](?<name>[^\`'"’”\n]{1,200})[\`'"’”]|(?<name>[^\`'"’”\s:,;<]{1,200}))`
const PATH = String.raw`(?:[\`'"‘“](?<name>[^\`'"’”\n]{1,300})[\`'"’”]|(?<name>[^\`'"’”\s][^\`'"’”\n]{0,300}?))`

const form = (code: string, source: string, program?: string): Form => ({
  code,
  pattern: new RegExp(source),
  ...(program === undefined ? {} : { program }),
})

const FORMS: readonly Form[] = [
  // shells
  form(MISSING_PROGRAM, String.raw`^(?:\S{0,60}: )?(?:line \d{1,6}: |\d{1,6}: )?${NAME}: (?:command )?not found$`),
  form(MISSING_PROGRAM, String.raw`^zsh:(?:\d{1,6}:)? command not found: ${NAME}$`, 'zsh'),
  form(MISSING_PROGRAM, String.raw`^zsh:(?:\d{1,6}:)? ${NAME} not found$`, 'zsh'),
  form(NO_MATCH, String.raw`^zsh:(?:\d{1,6}:)? no matches found: (?<name>.{1,200})$`, 'zsh'),
  form(
    MISSING_PROGRAM,
    String.raw`^(?:env|timeout|xargs|nohup|sudo|exec): (?:failed to run command )?${NAME}: (?:No such file or directory|command not found)$`,
  ),
  form(MISSING_PROGRAM, String.raw`^(?:error: )?[Ff]ailed to spawn:? ${NAME}(?:$|:)`),
  form(MISSING_PROGRAM, String.raw`exec: ${NAME}: executable file not found`),
  form(MISSING_PROGRAM, String.raw`^${NAME} : The term `),
  form(MISSING_PROGRAM, String.raw`spawn ${NAME} ENOENT`),
  // tools of agents
  form(MISSING_TOOL, String.raw`No such tool available: ${NAME}(?:$|[.< ])`),
  form(MISSING_TOOL, String.raw`^(?:Error: )?(?:Unknown|unknown) tool:? ${NAME}`),
  form(MISSING_TOOL, String.raw`^(?:Error: )?Tool ${NAME} (?:not found|does not exist|is not available)`),
  form(MISSING_TOOL, String.raw`^(?:<tool_use_error>)?(?:Unknown skill|Skill not found): ${NAME}(?:$|<)`),
  form(TOO_LARGE, String.raw`File content \([\d.,]+ ?\w{1,10}\) exceeds maximum allowed`),
  form(TOO_LARGE, String.raw`(?:exceeds maximum allowed (?:tokens|size)|is too large to read|file too large)`),
  form(MISSING_PATH, String.raw`^(?:<tool_use_error>|Error: )?(?:File|Directory|Path) does not exist(?:\.|$| |<)`),
  form(MISSING_PATH, String.raw`(?:File|Directory|Path) does not exist: ${PATH}(?:[.<]|$)`),
  form(MISSING_PATH, String.raw`^(?:Error: )?(?:File|Path) not found: ${PATH}$`),
  form(
    MISSING_PATH,
    String.raw`[Ff]ailed to (?:read|open|find) (?:file to update |file )?${PATH}: No such file or directory`,
  ),
  // files
  form(
    MISSING_PATH,
    String.raw`^(?<program>[\w.-]{1,30}): (?:cannot (?:access|open|stat|remove|create (?:regular file|directory))|can't (?:read|open|cd to)|failed to open|error opening) ${PATH}(?: for reading)?: No such file or directory`,
  ),
  form(
    MISSING_PATH,
    String.raw`^(?:[\w./-]{0,60}: )?(?:line \d{1,6}: )?(?:cd: )${PATH}: No such file or directory`,
    'cd',
  ),
  form(
    MISSING_PATH,
    String.raw`^(?<program>[\w.-]{1,30}): ${PATH}: (?:No such file or directory|IO error .{0,80}No such file)`,
  ),
  form(MISSING_PATH, String.raw`ENOENT: no such file or directory, \w{1,20} ${PATH}$`),
  form(MISSING_PATH, String.raw`No such file or directory: ${PATH}$`),
  form(
    MISSING_PATH,
    String.raw`^(?:error|fatal): (?:could not open directory|unable to read|cannot open) ${PATH}: No such file`,
  ),
  form(MISSING_PATH, String.raw`^${PATH}: No such file or directory(?: \(os error 2\))?$`),
  form(MISSING_PATH, String.raw`^ERROR: (?:file or directory not found|not found): ${PATH}$`, 'pytest'),
  // modules and packages
  form(MISSING_MODULE, String.raw`No module named ${NAME}(?:$|;)`, 'python'),
  form(MISSING_MODULE, String.raw`Cannot find (?:module|package) ${NAME}`, 'node'),
  form(MISSING_MODULE, String.raw`package ${NAME} is not in std`, 'go'),
  form(MISSING_MODULE, String.raw`no required module provides package ${NAME}(?:;|$)`, 'go'),
  form(MISSING_MODULE, String.raw`^error\[E043[23]\]: .{0,80}unresolved .{0,40}${NAME}`, 'rustc'),
  // tasks and targets
  form(MISSING_TASK, String.raw`Missing script: ${NAME}$`, 'npm'),
  form(MISSING_TASK, String.raw`ERR_PNPM_NO_SCRIPT.{0,20}Missing script: ${NAME}$`, 'pnpm'),
  form(MISSING_TASK, String.raw`^error Command ${NAME} not found`, 'yarn'),
  form(MISSING_TASK, String.raw`Couldn't find a script named ${NAME}`, 'yarn'),
  form(MISSING_TASK, String.raw`Script not found ${NAME}`, 'bun'),
  form(MISSING_TASK, String.raw`^g?make(?:\[\d{1,3}\])?: \*\*\* No rule to make target ${NAME}`, 'make'),
  form(MISSING_TASK, String.raw`[Jj]ustfile does not contain recipe ${NAME}`, 'just'),
  form(MISSING_TASK, String.raw`^mise ERROR no task ${NAME} found`, 'mise'),
  form(MISSING_TASK, String.raw`^task: Task ${NAME} does not exist`, 'task'),
  form(MISSING_TASK, String.raw`Task ${NAME} not found in (?:root )?project`, 'gradle'),
  form(MISSING_TASK, String.raw`^rake aborted!.{0,20}Don't know how to build task ${NAME}`, 'rake'),
  form(
    MISSING_TARGET,
    String.raw`^error: no (?:bin|example|test|bench|lib(?:rary)?) target(?:s)? (?:named|found) ?(?:in package )?${NAME}`,
    'cargo',
  ),
  form(MISSING_TARGET, String.raw`^error: package ID specification ${NAME} did not match`, 'cargo'),
  form(MISSING_TARGET, String.raw`^no Go files in ${PATH}$`, 'go'),
  // flags, sub-commands, fields
  form(
    UNKNOWN_FLAG,
    String.raw`(?:unknown|Unknown|unrecognized|invalid|illegal) (?:flag|option|shorthand flag|arguments?|switch|long flag)s?:? (?:-- )?${NAME}(?:$|[\s,.])`,
  ),
  form(UNKNOWN_FLAG, String.raw`unexpected argument ${NAME} found`),
  form(UNKNOWN_FLAG, String.raw`flag provided but not defined: ${NAME}$`),
  form(UNKNOWN_FLAG, String.raw`unrecognized arguments: ${NAME}(?:$| )`),
  form(UNKNOWN_FIELD, String.raw`Unknown JSON field: ${NAME}`, 'gh'),
  form(UNKNOWN_COMMAND, String.raw`unknown (?:sub)?command:? ${NAME}(?: for ["'](?<program>[^"']{1,60})["'])?`),
  form(UNKNOWN_COMMAND, String.raw`^error: (?:no such (?:sub)?command|unrecognized subcommand):? ${NAME}`),
  form(UNKNOWN_COMMAND, String.raw`^git: ${NAME} is not a git command`, 'git'),
  form(UNKNOWN_COMMAND, String.raw`^Unknown command: ${NAME}`),
  form(UNKNOWN_COMMAND, String.raw`invalid choice: ${NAME} \(`),
  // version control
  form(MISSING_PATH, String.raw`pathspec ${PATH} did not match any file`, 'git'),
  form(MISSING_PATH, String.raw`path ${PATH} (?:does not exist|exists on disk, but not) in`, 'git'),
  form(MISSING_REVISION, String.raw`ambiguous argument ${NAME}: unknown revision or path`, 'git'),
  form(
    MISSING_REVISION,
    String.raw`(?:bad revision|invalid object name|couldn't find remote ref|unknown revision|invalid reference:) ${NAME}`,
    'git',
  ),
]
