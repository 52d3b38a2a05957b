import {
  BLOCKED,
  BRANCH_IN_USE,
  EXCEPTION,
  MISSING_AGENT,
  MISSING_BROWSER,
  MISSING_PROGRAM,
  MISSING_SERVICE,
  MISSING_SKILL,
  MISSING_TOOL,
  NO_LOGIN,
  NO_MATCH,
  NO_SIGNATURE,
  READ_ONLY_NAME,
  SED_IN_PLACE,
  SHELL_SYNTAX,
} from '../../complaint/complaint.ts'
import { TOOL_ROWS } from '../../outcome/tool-names.ts'
import { SHELLS } from '../../shell/names.ts'
import { askedCommands, commandNaming, holdsWord } from '../asked.ts'
import type { LessonCall } from '../facts.ts'
import type { Mistake } from '../sighting.ts'
import { isSayable } from '../words.ts'

/** zsh ends a command whose pattern matches no file. */
export const SHELL_GLOB = 'shell-glob'
/** zsh reads a word that begins with `=` as the name of a program. */
export const SHELL_EQUALS = 'shell-equals'

/** zsh takes brackets in a path for a pattern. */
export const SHELL_BRACKETS = 'shell-brackets'
/** The agent's own program could not read the arguments. */
export const REFUSED_INPUT = 'refused-input'

/** Mistakes that the shell, the machine or the agent's own tools refused. */
export const environmentMistakes = (call: LessonCall): Mistake[] =>
  call.complaints.flatMap(({ code, program, subject }): Mistake[] => {
    switch (code) {
      case NO_MATCH:
        return [environment(SHELL_GLOB, 'zsh', ''), ...readBrackets(subject)]
      case MISSING_TOOL:
      case MISSING_SKILL:
      case MISSING_AGENT:
        return isToolName(subject) ? [environment(code, '', subject)] : []
      case SHELL_SYNTAX:
        return program === 'zsh' && subject.startsWith('=') ? [environment(SHELL_EQUALS, 'zsh', '')] : []
      case READ_ONLY_NAME:
        return isSayable(subject) && SHELLS.has(program) ? [environment(code, program, subject)] : []
      case BLOCKED:
        return PROGRAM.test(subject) ? [environment(code, '', subject)] : []
      case EXCEPTION:
        return subject === 'InputValidationError' && TOOL_ROWS.has(call.tool.toLowerCase())
          ? [environment(REFUSED_INPUT, '', call.tool)]
          : []
      case MISSING_SERVICE:
        return program === 'docker' ? [environment(code, program, '')] : []
      case NO_LOGIN:
      case NO_SIGNATURE:
      case MISSING_BROWSER:
        return [environment(code, program, '')]
      case SED_IN_PLACE:
        return isInPlace(call, subject) ? [environment(code, program, '')] : []
      case BRANCH_IN_USE:
        return isSayable(subject) && holdsWord(call.command ?? '', subject) ? [environment(code, program, subject)] : []
      case MISSING_PROGRAM:
        return readProgram(call, subject)
      default:
        return []
    }
  })

/** `app/[id]/page.tsx` is a path of the project, which zsh takes for a pattern. */
const readBrackets = (pattern: string): Mistake[] => {
  const folder = /^([\w@./-]{2,70})\/[^/*?]{0,40}\[/.exec(pattern)?.[1]
  return folder !== undefined && !folder.startsWith('/') && isSayable(folder)
    ? [environment(SHELL_BRACKETS, 'zsh', folder.replace(/^\.\//, ''))]
    : []
}

/** sed took the file for the script: the word that it complains about is the last one of its command. */
const isInPlace = (call: LessonCall, script: string): boolean =>
  askedCommands(call).some(
    ({ program, words }) => program === 'sed' && words.includes('-i') && words.lastIndexOf(script) > 1,
  )

const PROGRAM = /^[A-Za-z][\w.+-]{1,40}$/

const readProgram = (call: LessonCall, subject: string): Mistake[] => {
  const isAsked = PROGRAM.test(subject) && commandNaming(askedCommands(call), subject) !== undefined
  return isAsked && isSayable(subject) ? [environment(MISSING_PROGRAM, '', subject)] : []
}

const environment = (code: string, program: string, subject: string): Mistake => ({
  kind: 'environment',
  trigger: { code, program, subject },
})

/** Whether this is a tool of an agent: a name without the prefix of an MCP server. */
const isToolName = (name: string): boolean =>
  TOOL_ROWS.has(name.toLowerCase()) || (isSayable(name) && /^[\w:-]{2,40}$/.test(name) && !name.includes('__'))

/** Codes of complaints about a machine or an agent, independent of the repository. */
export const ENVIRONMENT_CODES = [
  MISSING_PROGRAM,
  MISSING_TOOL,
  MISSING_SKILL,
  MISSING_AGENT,
  NO_MATCH,
  READ_ONLY_NAME,
  SHELL_SYNTAX,
  BLOCKED,
  MISSING_SERVICE,
  NO_LOGIN,
  NO_SIGNATURE,
  SED_IN_PLACE,
]
