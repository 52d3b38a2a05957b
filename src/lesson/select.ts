import type { Lesson } from '../schema/lesson.ts'
import { isCompiler } from './kinds/check-remedy.ts'
import { needsOwnYes } from './state.ts'

/** Lessons of the machine that one session is given, at most. */
const MOST_ENVIRONMENT = 2
/** A compiler reports what every agent knows how to mend: only codes that many sessions meet are worth a word. */
const FEWEST_SHARE = 0.05
const FEWEST_SESSIONS = 3

/**
 * The lessons that a session is given at its start if there is room: those that are true today and that the project does not tell by itself.
 * Rules, and lessons of packs, need a person's yes to each, and places fit only some messages.
 */
export const forStart = (ranked: readonly Lesson[]): Lesson[] => {
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

/** Whether a lesson is worth its words whatever the task is. The others are given at a message that fits, or after the mistake. */
export const concernsAnyTask = ({ kind, trigger, support }: Pick<Lesson, 'kind' | 'trigger' | 'support'>): boolean =>
  kind !== 'place' &&
  !(kind === 'check' && isCompiler(trigger) && support.sessions < Math.max(FEWEST_SESSIONS, FEWEST_SHARE * support.of))
