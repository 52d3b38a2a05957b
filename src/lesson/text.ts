import {
  BLOCKED,
  MISSING_AGENT,
  MISSING_SKILL,
  MISSING_TOOL,
  READ_ONLY_NAME,
  UNFORMATTED,
} from '../complaint/complaint.ts'
import type { Lesson } from '../schema/lesson.ts'
import type { LessonClause } from '../schema/ready-lesson.ts'
import { COMMIT_HOOK } from './kinds/check.ts'
import { isCompiler } from './kinds/check-remedy.ts'
import { asCode, type Said } from './clause.ts'
import { SLOW_COMMAND } from './kinds/command.ts'
import { REFUSED_INPUT, SHELL_BRACKETS, SHELL_EQUALS, SHELL_GLOB } from './kinds/environment.ts'
import { joinClauses } from './lines.ts'
import { machineClause } from './kinds/machine-text.ts'
import { WRONG_MANAGER, WRONG_PLACE } from './kinds/wrong-place.ts'
import { missingClause, remedyWords } from './kinds/missing-text.ts'
import { ruleMessage } from './kinds/rule-messages.ts'

/**
 * The fixed words for a lesson. All of them are ours except the trigger and the remedy, which have passed their gates.
 */
export const writeClause = (said: Said): LessonClause => CLAUSES[said.kind](said)

/** The whole sentence of one lesson. */
export const writeSentence = (said: Said): string => joinClauses([writeClause(said)])

const tooLargeClause = ({ trigger }: Said): LessonClause => ({
  group: 'too-large',
  head: 'Too large to read whole (use ranges): ',
  item: asCode(trigger.subject),
  tail: '.',
  alone: `${asCode(trigger.subject)} is too large to read whole: read a range.`,
})

const checkClause = ({ trigger, remedy }: Said): LessonClause => {
  const { program, subject } = trigger
  if (trigger.code === UNFORMATTED) {
    const item =
      remedy === null
        ? `${program} refuses unformatted asCode: format it before you check or commit`
        : `Run ${asCode(remedy.text)} before you check or commit`
    return { group: `unformatted ${program}`, head: '', item, tail: '.' }
  }
  if (trigger.code === COMMIT_HOOK)
    return { group: COMMIT_HOOK, head: 'A commit runs ', item: program, tail: ': check before you commit.' }
  const message = ruleMessage(trigger.code, subject)
  const name = subject === '' ? ruleName(trigger.code) : `${trigger.code} ${subject}`
  return {
    group: `check ${program}`,
    head: `${isCompiler(trigger) ? `${program} reported in several sessions` : `${SPEAKERS[program] ?? program} enforces`}: `,
    item: name,
    ...(message === undefined ? {} : { more: message, isMoreKnown: true }),
    tail: '.',
  }
}

const SPEAKERS: Record<string, string> = { linter: 'Lint', cc: 'The compiler' }

/** A linter that includes the rules of others names them by their package; this removes the package. */
const ruleName = (rule: string): string => rule.replace(/^eslint\/|^(?:@[\w-]+\/)?eslint-plugin-(?=[\w-]+\/)/, '')

const maskedClause = ({ trigger, support }: Said): LessonClause => {
  const { program: sign, subject } = trigger
  const isPipe = sign === '|'
  return {
    group: `masked ${sign}`,
    head: isPipe ? 'Do not pipe tests or checks into ' : 'Do not end tests or checks with ',
    item: asCode(isPipe ? subject : `${sign} ${subject}`),
    tail: ': it hides that they failed.',
    ...(support.runs === null ? {} : { count: { times: support.times, runs: support.runs } }),
  }
}

const commandClause = ({ trigger, remedy }: Said): LessonClause => {
  const { code: kind, program: nature, subject } = trigger
  const text = remedy?.text ?? ''
  if (kind === WRONG_PLACE)
    return {
      group: `${kind} ${nature}`,
      head: '',
      item: `${asCode(nature)} finds no project at the root: run it in ${asCode(text)}`,
      tail: '.',
    }
  if (kind === WRONG_MANAGER)
    return {
      group: `${kind} ${nature}`,
      head: '',
      item: `Install with ${asCode(text)}: ${asCode(nature)} fails here`,
      tail: '.',
    }
  if (kind === SLOW_COMMAND)
    return { group: SLOW_COMMAND, head: '', item: `${asCode(subject)} takes ${text}`, tail: '.' }
  if (remedy?.kind === 'advice') return { group: kind, head: '', item: `${asCode(subject)}: ${text}`, tail: '.' }
  const work = WORK[nature] ?? 'Build'
  return {
    group: `command ${nature}`,
    head: `${work}: `,
    item: `${asCode(text)} (${asCode(subject)} fails here)`,
    tail: '.',
  }
}

const WORK: Record<string, string> = { test: 'Tests', check: 'Checks', build: 'Build' }

const environmentClause = (said: Said): LessonClause => {
  const { trigger, remedy } = said
  const { subject } = trigger
  const more = remedy === null ? {} : { more: remedyWords(remedy, subject) }
  switch (trigger.code) {
    case MISSING_TOOL:
      return { group: MISSING_TOOL, head: 'No such tools here: ', item: asCode(subject), ...more, tail: '.' }
    case MISSING_SKILL:
      return { group: MISSING_SKILL, head: 'No such skills here: ', item: asCode(subject), tail: '.' }
    case MISSING_AGENT:
      return { group: MISSING_AGENT, head: 'No such sub-agents here: ', item: asCode(subject), tail: '.' }
    case BLOCKED:
      return { group: BLOCKED, head: 'These commands are blocked here: ', item: asCode(subject), tail: '.' }
    case READ_ONLY_NAME:
      return {
        group: READ_ONLY_NAME,
        head: `These variables of ${trigger.program} cannot be set: `,
        item: asCode(subject),
        tail: '. Choose other names.',
      }
    case REFUSED_INPUT:
      return {
        group: REFUSED_INPUT,
        head: 'Often refused because their input is no valid JSON: ',
        item: asCode(subject),
        tail: '.',
      }
    case SHELL_GLOB:
      return {
        group: SHELL_GLOB,
        head: '',
        item: "zsh needs quotes around globs: `--include='*.md'`",
        tail: '.',
      }
    case SHELL_BRACKETS:
      return {
        group: SHELL_BRACKETS,
        head: 'zsh takes `[...]` in a path for a pattern: quote paths below ',
        item: asCode(subject),
        tail: '.',
      }
    case SHELL_EQUALS:
      return {
        group: SHELL_EQUALS,
        head: '',
        item: 'zsh reads a word that begins with `=` as a program: quote `==`',
        tail: '.',
      }
    default:
      return (
        machineClause(said) ?? {
          group: 'not-installed',
          head: 'Not on the PATH of this machine: ',
          item: asCode(subject),
          ...more,
          tail: '.',
        }
      )
  }
}

/** The words of a person, as they typed them. */
const ruleClause = ({ trigger }: Said): LessonClause => ({
  group: `rule ${trigger.subject}`,
  head: '',
  item: trigger.subject,
  tail: '',
})

const placeClause = ({ trigger, remedy }: Said): LessonClause => ({
  group: `place ${trigger.subject}`,
  head: '',
  item: `${trigger.subject}: see ${asCode(remedy?.text ?? '')}`,
  tail: '.',
})

const CLAUSES: Record<Lesson['kind'], (said: Said) => LessonClause> = {
  missing: missingClause,
  'too-large': tooLargeClause,
  check: checkClause,
  command: commandClause,
  masked: maskedClause,
  environment: environmentClause,
  rule: ruleClause,
  place: placeClause,
}
