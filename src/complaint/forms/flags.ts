import { INVALID_ARGUMENT, UNKNOWN_COMMAND, UNKNOWN_FIELD, UNKNOWN_FLAG } from '../complaint.ts'
import { asFlag, by, END, type Form, form, NAME } from '../form.ts'

const FLAG = { complete: asFlag }
const PROGRAM = String.raw`(?:(?<program>[\w.+-]{1,30}): )?`

/** How programs begin the sentence, the first letter in either case. */
const REFUSALS = ['unknown', 'unrecognized', 'invalid', 'illegal', 'bad']

/** `tar: unrecognized option '--x'`, and the same without the name of its speaker. */
const refusedFlag = (word: string): Form[] => {
  const first = word.charAt(0)
  const sentence = String.raw`[${first.toUpperCase()}${first}]${word.slice(1)} (?:command[- ]line )?(?:flag|option|arguments?|switch|long flag)s?:? ${NAME}${END}`
  return [
    form(UNKNOWN_FLAG, word, String.raw`^(?<program>(?!(?:error|Error|ERROR|fatal)\b)[\w.+-]{1,30}): ${sentence}`),
    form(UNKNOWN_FLAG, word, String.raw`\b${sentence}`),
  ]
}

/** Flags, sub-commands and fields that a program does not know. */
export const FLAG_FORMS: readonly Form[] = [
  form(UNKNOWN_FLAG, 'shorthand flag', `unknown shorthand flag: ${NAME}`, FLAG),
  form(
    UNKNOWN_FLAG,
    'option -- ',
    String.raw`^${PROGRAM}(?:invalid|illegal|unrecognized|unknown) option -- ${NAME}`,
    FLAG,
  ),
  form(UNKNOWN_FLAG, 'unknown s', `^error: unknown switch ${NAME}`, FLAG),
  form(UNKNOWN_FLAG, 'unknown option', `^error: unknown option \`(?<name>[^'\`\\n]{1,80})'`, FLAG),
  ...REFUSALS.flatMap(refusedFlag),
  form(UNKNOWN_FLAG, 'unexpected argument', `unexpected argument ${NAME} found`),
  form(UNKNOWN_FLAG, "wasn't expected", `Found argument ${NAME} which wasn't expected`),
  form(UNKNOWN_FLAG, 'provided but not defined', `flag provided but not defined: ${NAME}`),
  form(UNKNOWN_FLAG, 'no such option', `[Nn]o such option:? ${NAME}`),
  form(UNKNOWN_FLAG, 'is unknown', String.raw`^${PROGRAM}option ${NAME}: is unknown`),
  form(UNKNOWN_FLAG, 'unrecognized file type', String.raw`unrecognized file type: ${NAME}`, by('rg')),
  form(
    UNKNOWN_FLAG,
    'not a valid option',
    String.raw`${NAME} is not a (?:valid|known|recognized) (?:option|flag|argument)`,
  ),
  form(UNKNOWN_FLAG, 'option does not exist', String.raw`^\s{0,4}The ${NAME} option does not exist\.`),
  form(UNKNOWN_FLAG, ' : unknown option', String.raw`^(?<name>-{1,2}[\w-]{1,60}) : Unknown option$`, by('mix')),
  form(UNKNOWN_FLAG, 'was replaced by', String.raw`\bOption ${NAME} was replaced by "--`, FLAG),
  form(
    INVALID_ARGUMENT,
    'arg(s), received',
    String.raw`\baccepts (?<name>(?:at most )?\d{1,2}) arg\(s\), received \d{1,4}$`,
    { complete: (name) => name.replaceAll(' ', '-') },
  ),
  form(UNKNOWN_FLAG, 'unknown primary', String.raw`^${PROGRAM}${NAME}: unknown primary or operator`),
  form(UNKNOWN_FLAG, 'unknown predicate', String.raw`^${PROGRAM}unknown predicate ${NAME}`),
  form(UNKNOWN_FIELD, 'unknown json field', `Unknown JSON field: ${NAME}`, by('gh')),
  form(UNKNOWN_FIELD, "doesn't exist on type", String.raw`Field ${NAME} doesn't exist on type`, by('gh')),
  form(UNKNOWN_FIELD, 'unknown field', String.raw`unknown field:? ${NAME}`),
  form(
    UNKNOWN_COMMAND,
    'unknown',
    String.raw`unknown (?:sub-?)?command:? ${NAME} for ["'\`](?<program>[^"'\`\n]{1,60})["'\`]`,
  ),
  form(UNKNOWN_COMMAND, 'unknown', String.raw`\b[Uu]nknown (?:sub-?)?command:? ${NAME}`),
  form(UNKNOWN_COMMAND, 'no such', String.raw`\b[Nn]o such (?:sub)?command:? ${NAME}`),
  form(UNKNOWN_COMMAND, 'unrecognized subcommand', `unrecognized subcommand:? ${NAME}`),
  form(
    UNKNOWN_COMMAND,
    'is not defined',
    String.raw`^\s{0,4}(?:\[ERROR\] |ERROR {1,2})?Command ${NAME} is not defined`,
  ),
  form(
    UNKNOWN_COMMAND,
    'a .net program, but',
    String.raw`You intended to execute a \.NET program, but dotnet-(?<name>[\w-]{1,40}) does not exist`,
    by('dotnet'),
  ),
  form(
    UNKNOWN_COMMAND,
    'have a resource type',
    String.raw`the server doesn't have a resource type ${NAME}`,
    by('kubectl'),
  ),
  form(UNKNOWN_COMMAND, 'is not a git command', `git: ${NAME} is not a git command`, by('git')),
  form(UNKNOWN_COMMAND, 'is not a docker command', `docker: ${NAME} is not a docker command`, by('docker')),
  form(UNKNOWN_COMMAND, 'invalid choice', String.raw`invalid choice: ${NAME} \(`),
  form(UNKNOWN_COMMAND, 'is not a valid', String.raw`${NAME} is not a valid (?:sub)?command`),
  form(UNKNOWN_FLAG, 'an option named', `[Cc]ould not find an option named ${NAME}`, FLAG),
  form(UNKNOWN_COMMAND, 'a command named', `[Cc]ould not find a command named ${NAME}`),
  form(UNKNOWN_COMMAND, 'could not find command', `^Could not find command ${NAME}`),
  form(UNKNOWN_COMMAND, 'unrecognized command', `^Unrecognized command ${NAME}`),
  form(UNKNOWN_COMMAND, ': unknown command', String.raw`^go (?<name>[\w-]{1,40}): unknown command$`, by('go')),
  form(UNKNOWN_COMMAND, 'no such tool', `^go: no such tool ${NAME}`, by('go')),
  form(UNKNOWN_COMMAND, 'invalid command name', `invalid command name ${NAME}`),
]
