import type { Lesson } from '../schema/lesson.ts'
import { isCompiler } from './kinds/check-remedy.ts'
import { needsOwnYes } from './state.ts'

/** The most lessons about the machine that one session is given. */
const MOST_ENVIRONMENT = 2
/** Every agent knows how to fix a compiler's error, so only codes that many sessions meet are worth a lesson. */
const FEWEST_SHARE = 0.05
const FEWEST_SESSIONS = 3

/**
 * The lessons that a session may be given at its start: those that are true today and that the project's own files do
 * not already tell. Rules and lessons of packs need a person's yes to each. Places are left out, because they fit only
 * some messages.
 */
export const selectForStart = (ranked: readonly Lesson[]): Lesson[] => {
  let environment = 0
  return ranked.filter((lesson) => {
    const { kind, told, state, scope } = lesson
    if (kind === 'rule' || (needsOwnYes(lesson) && state !== 'active')) return false
    if (told !== null || state === 'stale' || state === 'refused' || state === 'written') return false
    if (!concernsAnyTask(lesson)) return false
    if (kind !== 'environment' || scope.repository !== null) return true
    environment += 1
    return environment <= MOST_ENVIRONMENT
  })
}

/**
 * Whether a lesson is worth its words for any task. Other lessons are given with a message that they fit, or after the
 * mistake.
 */
export const concernsAnyTask = ({ kind, trigger, support }: Pick<Lesson, 'kind' | 'trigger' | 'support'>): boolean =>
  kind !== 'place' &&
  !(kind === 'check' && isCompiler(trigger) && support.sessions < Math.max(FEWEST_SESSIONS, FEWEST_SHARE * support.of))
