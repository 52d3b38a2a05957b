import type { Lesson } from './lesson.ts'

/** A lesson as a part of a line: lessons of one group share the words around their items. */
export interface LessonClause {
  /** Lessons with the same group stand in one line. */
  group: string
  head: string
  item: string
  /** What to do instead, or what a rule asks for. It is left out where the room does not suffice. */
  more?: string | undefined
  /** `more` explains what agents know as a rule: every other lesson comes before it. */
  isMoreKnown?: boolean | undefined
  tail: string
  /** The line where the group has this lesson only, if it is worded differently; `more` comes behind it. */
  alone?: string | undefined
  /** Counts that the line tells, added up over its lessons: calls that made the mistake, and all calls of that form. */
  count?: { times: number; runs: number } | undefined
}

/** A lesson made ready for delivery, so that a hook neither mines nor reads command lines. */
export interface ReadyLesson {
  id: string
  kind: Lesson['kind']
  /** The whole sentence of this lesson alone. */
  text: string
  clause: LessonClause
  /** Whether it concerns any task, so that a session is given it at its start. The others need a message that fits. */
  isForAnyTask: boolean
  /** Terms of a message that this lesson fits. */
  words: readonly string[]
  /** What must be so in the working tree for the lesson to be true; null where no path decides. */
  path: { path: string; isThere: boolean } | null
}

/** Lessons of kind `environment` hold in every repository of their machine; they are kept under this name. */
export const EVERY_REPOSITORY = ''
