import { estimateTokens } from '../lib/estimate-tokens.ts'
import type { LessonClause } from '../schema/ready-lesson.ts'

/** The sentence before the lessons. It says what they are, and that they are no orders. */
export const preface = (sessions: number): string =>
  `These are facts from ${sessions === 0 ? '' : `${sessions} `}earlier sessions of this repository, not orders, and may be out of date.`

/** Lessons as lines. Lessons of one group share a line, which stands where the first of them would. */
export const listClauses = (clauses: readonly LessonClause[]): string[] =>
  [...Map.groupBy(clauses, ({ group }) => group).values()].map((group) => `- ${joinClauses(group)}`)

/** One line for lessons of the same group. */
export const joinClauses = (clauses: readonly LessonClause[]): string => {
  const [first] = clauses
  if (first === undefined) return ''
  const { head, tail, alone, more } = first
  if (clauses.length === 1 && alone !== undefined)
    return more === undefined ? alone : `${alone.replace(/\.$/, '')}: ${more}.`
  // Names come before commands (which contain blanks). Two machines or agents may teach the same lesson.
  const ordered = clauses.toSorted((one, other) => Number(one.item.includes(' ')) - Number(other.item.includes(' ')))
  const items = [...new Set(ordered.map(itemOf))].join(', ')
  return `${head}${items}${countWords(clauses) ?? tail}`
}

const itemOf = ({ item, more }: LessonClause): string => (more === undefined ? item : `${item} (${more})`)

const countWords = (clauses: readonly LessonClause[]): string | undefined => {
  const times = clauses.reduce((sum, { count }) => sum + (count?.times ?? 0), 0)
  const runs = clauses.reduce((sum, { count }) => sum + (count?.runs ?? 0), 0)
  return runs === 0 ? undefined : `: ${times} of ${runs} such runs had failed and looked fine.`
}

/** The lines without counts, in alphabetical order, so that they change only when a lesson does. */
export const lastingLines = (clauses: readonly LessonClause[]): string[] =>
  listClauses(
    clauses
      .map((clause) => ({ ...clause, count: undefined }))
      .toSorted((one, other) => (one.group + one.item < other.group + other.item ? -1 : 1)),
  )

/** The text for a session; empty if there is no lesson. */
export const lessonText = (clauses: readonly LessonClause[], sessions: number): string =>
  clauses.length === 0 ? '' : [preface(sessions), ...listClauses(clauses)].join('\n')

/**
 * The first lessons, in the order given, that fit into the budget together with the preface. A lesson that shares a
 * line costs only its own words. A lesson that is too long is skipped, and nothing is added to fill the budget. A
 * remedy is worth words too, but fewer: if there is no room for both, further lessons come before it.
 */
export const withinTokens = <Item extends { clause: LessonClause }>(
  items: readonly Item[],
  { maxTokens, sessions }: { maxTokens: number; sessions: number },
): Item[] => {
  const chosen = new Map<number, Item>()
  const add = (index: number, item: Item): void => {
    const before = chosen.get(index)
    chosen.set(index, item)
    const clauses = [...chosen.values()].map(({ clause }) => clause)
    if (estimateTokens(lessonText(clauses, sessions)) <= maxTokens) return
    if (before === undefined) chosen.delete(index)
    else chosen.set(index, before)
  }
  for (const { index, isWhole } of stepsOf(items)) {
    const item = items[index]
    if (item === undefined) continue
    if (!isWhole) add(index, withoutMore(item))
    else if (chosen.has(index)) add(index, item)
  }
  return [...chosen].toSorted(([one], [other]) => one - other).map(([, item]) => item)
}

const withoutMore = <Item extends { clause: LessonClause }>(item: Item): Item =>
  item.clause.more === undefined ? item : { ...item, clause: { ...item.clause, more: undefined } }

/**
 * The order in which lessons and remedies are added. The remedy of a lesson is worth about as much as a lesson twice
 * as far down the list.
 */
const stepsOf = (items: readonly { clause: LessonClause }[]): { index: number; isWhole: boolean }[] =>
  items
    .flatMap(({ clause }, index) => [
      { index, isWhole: false, rank: index },
      ...(clause.more === undefined
        ? []
        : [
            {
              index,
              isWhole: true,
              rank: clause.isMoreKnown === true ? items.length + index : 2 * index + REMEDY_LATER,
            },
          ]),
    ])
    .toSorted((one, other) => one.rank - other.rank)

const REMEDY_LATER = 2.5
