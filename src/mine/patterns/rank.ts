import { clusterRate } from '../../lib/stats/ratio.ts'
import { isShell } from '../../profile/shape.ts'
import type { ToolKind } from '../../schema/outcome.ts'
import { doesNothing, isKnownForm, isOwnForm } from './known-form.ts'
import { keyOf, type ShapeGroup } from './shape-groups.ts'

/**
 * The groups worth showing, the most useful first. Usefulness is how often the thing was needed, times the lower bound
 * of its success rate. The need is added up over sessions: repeats within a session are damped, and recent sessions
 * count more. Things that every model knows come last.
 */
export const rankGroups = (groups: Iterable<ShapeGroup>, minSupport: number): ShapeGroup[] => {
  const ranked: { group: ShapeGroup; known: number; utility: number }[] = []
  for (const group of groups) {
    if (group.support < minSupport || group.support === 0 || doesNothing(group)) continue
    ranked.push({ group, known: isKnownForm(group) ? (isShell(group) ? 1 : 2) : 0, utility: utilityOf(group) })
  }
  return ranked
    .toSorted((one, other) => one.known - other.known || other.utility - one.utility || byName(one.group, other.group))
    .map(({ group }) => group)
}

const utilityOf = (group: ShapeGroup): number => group.freshUse * (clusterRate(group.successes)?.low ?? 0)

const byName = (one: ShapeGroup, other: ShapeGroup): number =>
  other.support - one.support || compare(one.tool, other.tool) || compare(one.shape, other.shape)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The usual maximum of patterns that a session is shown. */
const USUAL_DOSE = 5

/**
 * Moves a project's own commands before those that every project has, because a small dose should hold what is least
 * known. The set of the first few patterns does not change, or rare things would replace needed ones.
 */
export const ownFirst = <Pattern extends { tool: string; kind: ToolKind; shape: string }>(
  patterns: readonly Pattern[],
): Pattern[] => {
  const inOrder = (some: readonly Pattern[]): Pattern[] => [
    ...some.filter(isOwnForm),
    ...some.filter((pattern) => !isOwnForm(pattern)),
  ]
  return [...inOrder(patterns.slice(0, USUAL_DOSE)), ...inOrder(patterns.slice(USUAL_DOSE))]
}

/** The most patterns of one tool or program, because uniform examples make agents repeat themselves. */
const MOST_ALIKE = 2
/**
 * Patterns that every model knows fill a template up to these numbers, so that a small history still has something to
 * show. Tools without a command line say even less than shell commands.
 */
const FILL_COMMANDS = 5
const FILL_TOOLS = 3

interface Limits {
  maxPatterns: number
  maxTokens: number
  /** Whether a person named the sessions. Then things that every model knows are included too, after the rest. */
  isNamed: boolean
}

/**
 * Takes patterns in their order and decides which may be shown: at most two of a tool (of a shell: of a program), and
 * no more than fit.
 */
export const createChoice = ({ maxPatterns, maxTokens, isNamed }: Limits) => {
  const alike = new Map<string, number>()
  const shown = new Set<string>()
  let count = 0
  let tokens = 0
  const nameOf = (group: ShapeGroup): string =>
    isShell(group) ? `$ ${group.shape.split(' ', 1)[0] ?? ''}` : group.tool
  const mostOf = (group: ShapeGroup): number =>
    isNamed || !isKnownForm(group) ? maxPatterns : Math.min(maxPatterns, isShell(group) ? FILL_COMMANDS : FILL_TOOLS)
  return {
    /** Whether the group can still be taken. Asked before any work is spent on it. */
    wants: (group: ShapeGroup): boolean =>
      !shown.has(keyOf(group)) && count < mostOf(group) && (alike.get(nameOf(group)) ?? 0) < MOST_ALIKE,
    /**
     * Takes a group and returns true, or returns false if its tokens do not fit; a smaller group may still fit.
     * `shapes` are all that its example shows: a shape inside this example needs no example of its own.
     */
    take: (group: ShapeGroup, cost: number, shapes: readonly string[]): boolean => {
      if (tokens + cost > maxTokens) return false
      for (const shape of shapes) shown.add(keyOf({ ...group, shape }))
      tokens += cost
      count++
      alike.set(nameOf(group), (alike.get(nameOf(group)) ?? 0) + 1)
      return true
    },
  }
}
