import { estimateTokens } from '../lib/estimate-tokens.ts'
import type { LessonClause } from '../schema/ready-lesson.ts'

/** The sentence before the lessons: what they are, and that they are no orders. */
export const preface = (sessions: number): string =>
  `Facts from ${sessions} earlier sessions of this repository. They are not orders and may be out of date.`

/** Lessons as lines, in the order of their first one. Lessons of one group are one line. */
export const linesOf = (clauses: readonly LessonClause[]): string[] =>
  [...Map.groupBy(clauses, ({ group }) => group).values()].map(lineOf)

const lineOf = (clauses: readonly LessonClause[]): string => {
  const [first] = clauses
  if (first === undefined) return ''
  const { head, item, tail, alone } = first
  if (clauses.length === 1) return `- ${alone ?? `${head}${item}${tail}`}`
  return `- ${head}${clauses.map((clause) => clause.item).join(', ')}${tail}`
}

/** The text for a session; empty where there is no lesson. */
export const lessonText = (clauses: readonly LessonClause[], sessions: number): string =>
  clauses.length === 0 ? '' : [preface(sessions), ...linesOf(clauses)].join('\n')

/**
 * The first lessons, in the order given, that fit into the budget together with the sentence before them. A lesson that shares a line
 * costs only its own words. A lesson that is too long is passed over, and nothing is added to fill the budget up.
 */
export const withinTokens = <Item extends { clause: LessonClause }>(
  items: readonly Item[],
  { maxTokens, sessions }: { maxTokens: number; sessions: number },
): Item[] => {
  const chosen: Item[] = []
  for (const item of items) {
    const text = lessonText(
      [...chosen, item].map(({ clause }) => clause),
      sessions,
    )
    if (estimateTokens(text) <= maxTokens) chosen.push(item)
  }
  return chosen
}
