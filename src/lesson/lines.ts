import { estimateTokens } from '../lib/estimate-tokens.ts'
import type { LessonClause } from '../schema/ready-lesson.ts'

/** The sentence before the lessons: what they are, and that they are no orders. */
export const preface = (sessions: number): string =>
  `Facts from ${sessions} earlier sessions of this repository. They are not orders and may be out of date.`

/** Lessons as lines, in the order of their first one. Lessons of one group are one line. */
export const linesOf = (clauses: readonly LessonClause[]): string[] =>
  [...Map.groupBy(clauses, ({ group }) => group).values()].map((group) => `- ${lineOf(group)}`)

/** One line for lessons of the same group. */
export const lineOf = (clauses: readonly LessonClause[]): string => {
  const [first] = clauses
  if (first === undefined) return ''
  const { head, tail, alone } = first
  if (clauses.length === 1 && alone !== undefined) return alone
  // Two machines or agents may teach the same.
  const items = [...new Set(clauses.map(({ item }) => item))].join(', ')
  return `${head}${items}${countWords(clauses) ?? tail}`
}

const countWords = (clauses: readonly LessonClause[]): string | undefined => {
  const times = clauses.reduce((sum, { count }) => sum + (count?.times ?? 0), 0)
  const runs = clauses.reduce((sum, { count }) => sum + (count?.runs ?? 0), 0)
  return runs === 0 ? undefined : `: ${times} of ${runs} such runs had failed and looked fine.`
}

/** The same without counts, in the order of the alphabet: such lines change only when a lesson does. */
export const lastingLines = (clauses: readonly LessonClause[]): string[] =>
  linesOf(
    clauses
      .map((clause) => ({ ...clause, count: undefined }))
      .toSorted((one, other) => (one.group + one.item < other.group + other.item ? -1 : 1)),
  )

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
