import type { Lesson } from '../../schema/lesson.ts'
import { lessonId } from '../id.ts'

/** A request that a person made in their own words again and again. */
const STATED = 'stated'

/** The trigger of a rule is its line. */
export const statedTrigger = (text: string): Lesson['trigger'] => ({ code: STATED, program: '', subject: text })

/**
 * The id of an addendum that was made of system messages. It depends on the text, because another text needs another
 * yes.
 */
export const addendumId = (text: string, owner: string): string =>
  lessonId({
    kind: 'rule',
    trigger: { code: 'addendum', program: '', subject: text },
    scope: { repository: null, owner, agent: null, machine: null },
  })

/**
 * The id of a line that a person typed. A rule of a project and the same convention in its template share the id, so
 * that one yes is enough.
 */
export const ruleId = (text: string, { repository, owner }: { repository: string | null; owner: string }): string =>
  lessonId({ kind: 'rule', trigger: statedTrigger(text), scope: { repository, owner, agent: null, machine: null } })
