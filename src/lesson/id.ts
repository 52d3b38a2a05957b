import { hashOf } from '../lib/hash.ts'
import type { Lesson } from '../schema/lesson.ts'

const ID_DIGITS = 12

/**
 * The id of a lesson. Repository, kind and trigger decide it, so every import and every machine computes the same id.
 */
export const lessonId = ({ kind, trigger, scope }: Pick<Lesson, 'kind' | 'trigger' | 'scope'>): string =>
  hashOf(
    scope.repository ?? undefined,
    scope.owner ?? undefined,
    scope.agent ?? undefined,
    scope.machine ?? undefined,
    kind,
    trigger.code,
    trigger.program,
    trigger.subject,
  ).slice(0, ID_DIGITS)
