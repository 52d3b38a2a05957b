import type { Lesson } from '../schema/lesson.ts'
import { isCompiler } from './check-remedy.ts'

/** Lessons of the machine that one session is given, at most. */
const MOST_ENVIRONMENT = 2
/** A compiler reports what every agent knows how to mend: only codes that many sessions meet are worth a word. */
const FEWEST_SHARE = 0.05

/**
 * The lessons that a session is given at its start if there is room: those that are true today and that the project does not tell by itself.
 * Rules need a person's yes to each, and places fit only some messages.
 */
export const forStart = (ranked: readonly Lesson[]): Lesson[] => {
  let environment = 0
  return ranked.filter((lesson) => {
    const { kind, told, state, scope, support, trigger } = lesson
    if (
      kind === 'rule' ||
      kind === 'place' ||
      told !== null ||
      state === 'stale' ||
      state === 'refused' ||
      state === 'written'
    )
      return false
    if (kind === 'check' && isCompiler(trigger) && support.sessions < FEWEST_SHARE * support.of) return false
    if (kind !== 'environment' || scope.repository !== null) return true
    environment += 1
    return environment <= MOST_ENVIRONMENT
  })
}
