import { MISSING_PROGRAM, MISSING_TOOL, NO_MATCH } from '../complaint/complaint.ts'
import { TOOL_ROWS } from '../outcome/tool-names.ts'
import { askedCommands, commandNaming } from './asked.ts'
import type { LessonCall } from './facts.ts'
import type { Mistake } from './sighting.ts'
import { isSayable } from './words.ts'

/** zsh ends a command whose pattern matches no file. */
export const SHELL_GLOB = 'shell-glob'
/** zsh reads a word that begins with `=` as the name of a program. */
export const SHELL_EQUALS = 'shell-equals'

/** What the shell, the machine or the agent's own set of tools refused. */
export const environmentMistakes = (call: LessonCall): Mistake[] =>
  call.complaints.flatMap(({ code, program, subject }): Mistake[] => {
    if (code === NO_MATCH) return [environment(SHELL_GLOB, 'zsh', '')]
    if (code === MISSING_TOOL) return isToolName(subject) ? [environment(MISSING_TOOL, '', subject)] : []
    if (code !== MISSING_PROGRAM) return []
    if (program === 'zsh' && subject.startsWith('=')) return [environment(SHELL_EQUALS, 'zsh', '')]
    const isAsked = commandNaming(askedCommands(call), subject) !== undefined
    return isAsked && /^[A-Za-z][\w.+-]{1,40}$/.test(subject) && isSayable(subject)
      ? [environment(MISSING_PROGRAM, '', subject)]
      : []
  })

const environment = (code: string, program: string, subject: string): Mistake => ({
  kind: 'environment',
  trigger: { code, program, subject },
})

/** Tools of agents, and names that no server has put its own before. */
const isToolName = (name: string): boolean =>
  TOOL_ROWS.has(name.toLowerCase()) || (isSayable(name) && /^[\w:-]{2,40}$/.test(name) && !name.includes('__'))
