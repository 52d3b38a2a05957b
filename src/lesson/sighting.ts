import type { Lesson } from '../schema/lesson.ts'
import type { Conversation, LessonCall, LessonSession } from './facts.ts'

type LessonKind = Lesson['kind']
type LessonTrigger = Lesson['trigger']

/** A mistake that one call made. */
export interface Mistake {
  kind: LessonKind
  trigger: LessonTrigger
  /**
   * Whether the call was about something below the trigger, such as a file of a directory that may be missing. Such a
   * mistake counts only if other calls are about the trigger itself.
   */
  isImplied?: boolean
  /**
   * For a path outside of the repository: the part after the possible wrong root. For a relative path of a call that
   * ran elsewhere: the path seen from the root of the repository. For a place: the file.
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
