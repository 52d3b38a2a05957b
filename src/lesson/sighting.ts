import type { Lesson } from '../schema/lesson.ts'
import type { Conversation, LessonCall, LessonSession } from './facts.ts'

type LessonKind = Lesson['kind']
type LessonTrigger = Lesson['trigger']

/** A mistake as one call shows it. */
export interface Mistake {
  kind: LessonKind
  trigger: LessonTrigger
  /**
   * The call was not about the trigger itself but about something below it, as a file of a directory that may be missing. Such a mistake
   * counts only for a trigger that other calls are about.
   */
  isImplied?: boolean
  /**
   * For a path outside of the repository: what stands behind the place that would be the wrong root. For a relative path: the same seen from
   * the root of the repository, if the call ran elsewhere. For a place: the file.
   */
  rest?: string
}

/** A mistake with the call, the conversation and the session that made it. */
export interface Sighting extends Mistake {
  call: LessonCall
  session: LessonSession
  conversation: Conversation
  /** Index of the call in its conversation. */
  index: number
}

/** Equal for mistakes of the same kind and trigger. */
export const mistakeKey = ({ kind, trigger }: Pick<Mistake, 'kind' | 'trigger'>): string =>
  [kind, trigger.code, trigger.program, trigger.subject].join('\u0000')
