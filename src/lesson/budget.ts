import type { Lesson } from '../schema/lesson.ts'
import { lessonText, withinTokens } from './lines.ts'
import { writeClause } from './text.ts'

/** The most tokens of lessons that a session is given at its start. */
export const DEFAULT_TOKENS = 250

/** The text of the most valuable lessons that fit into the budget; empty if none fits. */
export const textWithin = (ranked: readonly Lesson[], maxTokens: number, sessions: number): string => {
  const items = ranked.map((lesson) => ({ clause: writeClause(lesson) }))
  const chosen = withinTokens(items, { maxTokens, sessions })
  return lessonText(
    chosen.map(({ clause }) => clause),
    sessions,
  )
}
