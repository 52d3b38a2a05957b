import {
  BRANCH_IN_USE,
  MISSING_BROWSER,
  MISSING_SERVICE,
  NO_LOGIN,
  NO_SIGNATURE,
  SED_IN_PLACE,
} from '../../complaint/complaint.ts'
import type { LessonClause } from '../../schema/ready-lesson.ts'
import { asCode, type Said } from '../clause.ts'
import { remedyWords } from './missing-text.ts'

/** The words for the state of a machine: services, logins, keys, worktrees; undefined for other mistakes. */
export const machineClause = ({ trigger, remedy }: Said): LessonClause | undefined => {
  const { subject } = trigger
  const more = remedy === null ? {} : { more: remedyWords(remedy, subject) }
  switch (trigger.code) {
    case MISSING_SERVICE:
      return { group: trigger.code, head: '', item: 'The Docker daemon does not run here', tail: '.' }
    case MISSING_BROWSER:
      return { group: trigger.code, head: '', item: "Playwright's browsers are not installed here", ...more, tail: '.' }
    case NO_SIGNATURE:
      return {
        group: trigger.code,
        head: '',
        item: 'git often cannot sign a commit here: ask the person to unlock the key',
        tail: '.',
      }
    case BRANCH_IN_USE:
      return {
        group: trigger.code,
        head: 'Do not switch to a branch that another worktree may hold: ',
        item: asCode(subject),
        tail: '.',
        alone: `Another worktree may hold ${asCode(subject)}: do not switch to it.`,
      }
    case SED_IN_PLACE:
      return { group: trigger.code, head: '', item: "This is BSD sed: write `sed -i '' ...`", tail: '.' }
    case NO_LOGIN:
      return {
        group: trigger.code,
        head: '',
        item: `${asCode(trigger.program)} is not logged in here: ask the person to log in`,
        tail: '.',
      }
    default:
      return undefined
  }
}
