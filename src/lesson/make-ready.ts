import { MISSING_PATH } from '../complaint/complaint.ts'
import type { Lesson } from '../schema/lesson.ts'
import type { ReadyLesson } from '../schema/ready-lesson.ts'
import { messageWords } from './message-words.ts'
import { concernsAnyTask } from './select.ts'
import { writeClause } from './text.ts'
import { EXPIRES_MS } from './true-today.ts'

/**
 * Prepares a lesson with everything that a hook needs to give it, so that the hook neither mines nor parses command
 * lines.
 */
export const makeReady = (lesson: Lesson): { lesson: Lesson; ready: ReadyLesson; expiresAt: number | null } => ({
  lesson,
  ready: {
    id: lesson.id,
    kind: lesson.kind,
    text: lesson.text,
    clause: writeClause(lesson),
    isForAnyTask: concernsAnyTask(lesson),
    words: messageWords(lesson),
    path: decidingPath(lesson),
  },
  expiresAt: lesson.checked.holds === null ? (lesson.support.lastAt ?? 0) + EXPIRES_MS : null,
})

/** The path of the working tree that decides whether the lesson is true. */
const decidingPath = ({ kind, trigger, remedy }: Lesson): ReadyLesson['path'] => {
  if (kind === 'missing' && trigger.code === MISSING_PATH) return { path: trigger.subject, isThere: false }
  if (kind === 'too-large') return { path: trigger.subject, isThere: true }
  if (kind === 'place' && remedy?.kind === 'path') return { path: remedy.text, isThere: true }
  return null
}
