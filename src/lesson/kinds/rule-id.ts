import type { Lesson } from '../../schema/lesson.ts'
import { lessonId } from '../id.ts'

/** Something that a person asked for in their own words, again and again. */
const STATED = 'stated'

/** What a rule is about: the line itself. */
export const statedTrigger = (text: string): Lesson['trigger'] => ({ code: STATED, program: '', subject: text })

/** The id of an addendum that was made of system messages: another text needs another yes. */
export const addendumId = (text: string, owner: string): string =>
  lessonId({
    kind: 'rule',
    trigger: { code: 'addendum', program: '', subject: text },
    scope: { repository: null, owner, agent: null, machine: null },
  })

/** The id of a line that a person typed. The rule of a project and the convention of its template have the same, so that one yes is enough. */
export const ruleId = (text: string, { repository, owner }: { repository: string | null; owner: string }): string =>
  lessonId({ kind: 'rule', trigger: statedTrigger(text), scope: { repository, owner, agent: null, machine: null } })
