import {
  MISSING_PATH,
  MISSING_PROGRAM,
  MISSING_VARIABLE,
  NO_MATCH,
  NO_PERMISSION,
  READ_ONLY_NAME,
  SHELL_SYNTAX,
} from '../complaint.ts'
import { by, type Form, form, NAME, PATH } from '../form.ts'

/** `bash: line 3: `, `sh: 1: `, `-bash: `, `./run.sh: line 3: `. */
const BASH = String.raw`^-?(?<program>[\w./~@+-]{0,100}?(?:bash|ash|ksh|sh)): (?:-c: )?(?:line \d{1,6}: |\d{1,6}: )?`
/** `zsh:1: `, `zsh: `, `(eval):1: `, `(anon):3: `, `./run.zsh:3: `. */
const ZSH = String.raw`^(?:zsh|\((?:eval|anon)\)|[\w./~@+-]{1,100}\.zsh|\S{0,60}zshrc)(?::\w{1,20})?:(?:\d{1,6}:)? `
const ABSENT = '(?:command )?not found'
const NO_FILE = 'No such file or directory'
const ZSHELL = by('zsh')

/** Sentences of bash, dash, busybox, zsh, fish and PowerShell, and of programs that start another one. */
export const SHELL_FORMS: readonly Form[] = [
  form(MISSING_PROGRAM, 'not found', `${BASH}${NAME}: ${ABSENT}$`),
  form(MISSING_PATH, 'no such file', `${BASH}(?:cd|source|\\.|pushd): ${PATH}: ${NO_FILE}`),
  form(MISSING_PATH, 'no such file', `${BASH}${PATH}: ${NO_FILE}`),
  form(
    MISSING_PATH,
    "can't open",
    String.raw`^(?<program>\w{0,10}sh): \d{1,6}: (?:Can't|cannot|can't) (?:open|cd to) ${PATH}(?:: No such file.{0,40})?$`,
  ),
  form(NO_PERMISSION, 'ermission denied', `${BASH}${PATH}: [Pp]ermission denied$`),
  form(MISSING_VARIABLE, 'unbound variable', `${BASH}${NAME}: unbound variable$`),
  form(MISSING_VARIABLE, 'parameter not set', `(?:${BASH}|${ZSH})${NAME}: parameter not set$`),
  form(READ_ONLY_NAME, 'readonly variable', `${BASH}${NAME}: readonly variable$`),
  form(SHELL_SYNTAX, 'syntax error', `${BASH}syntax error near unexpected token ${NAME}`),
  form(SHELL_SYNTAX, 'unexpected eof', `${BASH}unexpected EOF while looking for matching ${NAME}`),
  form(SHELL_SYNTAX, 'bad substitution', `${BASH}(?<name>.{1,120}): bad substitution$`),
  // zsh
  form(MISSING_PROGRAM, 'command not found', `${ZSH}command not found: ${NAME}$`, ZSHELL),
  form(
    MISSING_PROGRAM,
    'command not found',
    String.raw`^[\w./~@+-]{1,100}:\d{1,6}: command not found: ${NAME}$`,
    ZSHELL,
  ),
  form(SHELL_SYNTAX, 'not found', String.raw`${ZSH}(?<name>=\S{0,60}) not found$`, ZSHELL),
  form(MISSING_PROGRAM, 'not found', `${ZSH}${NAME} not found$`, ZSHELL),
  form(NO_MATCH, 'no matches found', `${ZSH}no matches found: (?<name>.{1,200})$`, ZSHELL),
  form(NO_MATCH, 'bad pattern', `${ZSH}bad pattern: (?<name>.{1,200})$`, ZSHELL),
  form(
    MISSING_PATH,
    'no such file',
    String.raw`^(?:\S{0,60}:)?(?<program>cd|source|\.|pushd):\d{1,6}: no such file or directory: ${PATH}$`,
  ),
  form(MISSING_PATH, 'no such file', `${ZSH}no such file or directory: ${PATH}$`, ZSHELL),
  form(NO_PERMISSION, 'ermission denied', `${ZSH}permission denied: ${PATH}$`, ZSHELL),
  form(READ_ONLY_NAME, 'read-only variable', `${ZSH}read-only variable: ${NAME}$`, ZSHELL),
  form(SHELL_SYNTAX, 'parse error', `${ZSH}parse error near ${NAME}`, ZSHELL),
  form(SHELL_SYNTAX, 'unmatched', `${ZSH}unmatched (?<name>.{1,3})$`, ZSHELL),
  form(SHELL_SYNTAX, 'event not found', String.raw`${ZSH}event not found: (?<name>.{1,80})$`, ZSHELL),
  form(
    SHELL_SYNTAX,
    'file attribute',
    `${ZSH}unknown (?:file attribute|sort specifier|username).{0,20}?(?<name>\\S{1,20})$`,
    ZSHELL,
  ),
  // fish
  form(MISSING_PROGRAM, 'unknown command', `^fish: Unknown command:? ${NAME}`, by('fish')),
  form(NO_MATCH, 'no matches for wildcard', `^fish: No matches for wildcard ${NAME}`, by('fish')),
  form(MISSING_PATH, 'does not exist', `^cd: The directory ${PATH} does not exist`, by('cd')),
  // Windows
  form(
    MISSING_PROGRAM,
    'the term',
    String.raw`^(?:\S{1,80} ?: )?The term [‘'"](?<name>[^'’"\n]{1,200})[’'"] is not recognized`,
  ),
  form(
    MISSING_PROGRAM,
    'is not recognized as an internal',
    `^${NAME} is not recognized as an internal or external command`,
  ),
  form(MISSING_PATH, 'cannot find path', `Cannot find path ${PATH} because it does not exist`),
  // programs that start another one
  form(
    MISSING_PROGRAM,
    'no such file',
    String.raw`^(?:/\S{1,60}/)?(?<program>env|timeout|gtimeout|xargs|nohup|sudo|exec|nice|setsid|stdbuf|watch|time|doas|unbuffer): (?:failed to run command |cannot run )?${NAME}: ${NO_FILE}$`,
  ),
  form(
    MISSING_PROGRAM,
    'not found',
    String.raw`^(?:sudo|env|xargs|bundler|rbenv|pyenv|asdf|nohup): (?:command not found: )?${NAME}(?:: command not found|$)`,
    {
      only: new Set(['sudo', 'env', 'xargs', 'bundle', 'rbenv', 'pyenv', 'asdf', 'nohup', 'bundler']),
    },
  ),
  form(MISSING_PROGRAM, 'not found', String.raw`^Command ${NAME} not found, (?:but|did you mean)`),
  form(MISSING_PROGRAM, 'failed to spawn', `[Ff]ailed to spawn:? ${NAME}(?:$|:)`, by('uv')),
  form(MISSING_PROGRAM, 'executable file not found', `exec: ${NAME}: executable file not found`),
  form(MISSING_PROGRAM, 'executable file', `error finding executable ${NAME} in PATH`),
  form(MISSING_PROGRAM, 'enoent', String.raw`\bspawn(?:Sync)? ${NAME} ENOENT`),
  form(MISSING_PROGRAM, "couldn't exec", String.raw`^mise ERROR ${NAME} couldn't exec process: ${NO_FILE}`, by('mise')),
  form(MISSING_PROGRAM, 'linker', `^error: linker ${NAME} not found`, by('rustc')),
  form(
    MISSING_PROGRAM,
    'command not found',
    String.raw`^(?:g?make|\S{0,60}[Mm]akefile)(?:\[\d{1,3}\])?(?::\d{1,6})?: ${NAME}: [Cc]ommand not found$`,
    by('make'),
  ),
  form(MISSING_PROGRAM, 'no such file', String.raw`^g?make(?:\[\d{1,3}\])?: (?!\*)${NAME}: ${NO_FILE}$`, by('make')),
  form(MISSING_PROGRAM, ': no ', String.raw`^(?:\S{0,40}/)?which: no ${NAME} in \(`, by('which')),
  form(MISSING_PROGRAM, 'not found', String.raw`^(?<name>[a-z][\w.+-]{1,40}) not found$`, {
    only: new Set(['which', 'type', 'command', 'whereis', 'where']),
  }),
  form(MISSING_PROGRAM, 'not found', String.raw`^${NAME}: (?:command )?not found$`),
]
