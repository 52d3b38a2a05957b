import {
  MISSING_MODULE,
  MISSING_PATH,
  MISSING_PROGRAM,
  MISSING_REVISION,
  MISSING_TARGET,
  MISSING_TASK,
  UNKNOWN_COMMAND,
  UNKNOWN_FIELD,
  UNKNOWN_FLAG,
} from '../complaint/complaint.ts'
import type { LessonClause } from '../schema/ready-lesson.ts'
import { code, type Said } from './clause.ts'
import { LAUNCHERS } from './command-remedy.ts'
import { NO_LIBRARY, WRONG_ROOT } from './missing.ts'

/** The words for something that is not there, and for what to ask for instead. */
export const missingClause = ({ trigger, remedy }: Said): LessonClause => {
  const { subject, program } = trigger
  const instead = remedy === null ? '' : ` (${verbFor(remedy)} ${code(remedy.text)})`
  const list = (head: string, item = code(subject), tail = '.'): LessonClause => ({
    group: `${trigger.code} ${head}`,
    head,
    item: item + instead,
    tail,
  })
  switch (trigger.code) {
    case MISSING_PATH:
      return withAlone(list('These paths do not exist: '))
    case WRONG_ROOT:
      return list('The repository is not at ', code(subject), ': paths begin at the working directory.')
    case MISSING_MODULE:
      return list(program === 'python' ? 'Python cannot import ' : `${program} cannot find the package `)
    case MISSING_PROGRAM:
      return list('Not on the PATH: ')
    case MISSING_TASK:
      return list(`${code(program)} has no ${TASK_WORDS[program] ?? 'task'} `)
    case NO_LIBRARY:
      return {
        ...list('', `${code(`${program} test ${subject}`)} fails (no library targets found)`),
        item: `${code(`${program} test ${subject}`)} fails (no library targets found)${remedy === null ? '' : `: use ${code(remedy.text)}`}`,
      }
    case MISSING_TARGET:
      return list(`${code(program)} has no target `)
    case MISSING_REVISION:
      return list('git has no branch or revision ')
    case UNKNOWN_FLAG:
      return withAlone(list('These flags do not exist: ', code(`${program} ${subject}`)))
    case UNKNOWN_FIELD:
      return list(`${code(`${program} --json`)} has no field `)
    case UNKNOWN_COMMAND:
      return withAlone(list('These commands do not exist: ', code(`${program} ${subject}`)))
    default:
      return list('Not there: ')
  }
}

/** One of its kind needs no list. */
const withAlone = (clause: LessonClause): LessonClause => {
  const [, name = '', instead = ''] = /^(`[^`]*`)(?: \((.*)\))?$/.exec(clause.item) ?? []
  return { ...clause, alone: `${name} does not exist${instead === '' ? '' : `: ${instead}`}.` }
}

/** How a remedy is told: `(it is ...)`, `(use ...)`. */
export const verbFor = ({ kind, text }: NonNullable<Said['remedy']>): string => {
  if (kind === 'path') return 'it is'
  if (text.startsWith('PYTHONPATH=')) return 'set'
  return LAUNCHERS.includes(text) ? 'start it with' : 'use'
}

const TASK_WORDS: Record<string, string> = {
  npm: 'script',
  pnpm: 'script',
  yarn: 'script',
  bun: 'script',
  make: 'target',
  just: 'recipe',
}
