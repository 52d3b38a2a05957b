import { isShell } from '../../profile/shape.ts'
import type { ShapeGroup } from '../patterns/shape-groups.ts'

/**
 * The smallest share of successes. It counts calls that worked or that failed through the agent or its surroundings;
 * failed tests and rejected calls do not count.
 */
export const FEWEST_SUCCESSES = 0.7

/**
 * Tells which groups work often enough to be an example. Both the group and its tool must. A group that mostly fails
 * teaches the failure, however many sessions succeeded in the end.
 */
export const worksOften = (groups: readonly ShapeGroup[]): ((group: ShapeGroup) => boolean) => {
  const tools = new Map<string, Counts>()
  for (const group of groups) {
    const tool = toolOf(group)
    const counts = tools.get(tool) ?? { ok: 0, missed: 0 }
    tools.set(tool, { ok: counts.ok + group.ok, missed: counts.missed + group.missed })
  }
  return (group) => isOften(group) && isOften(tools.get(toolOf(group)) ?? group)
}

/** A shell runs anything, so there the program counts as the tool. */
const toolOf = (group: ShapeGroup): string => (isShell(group) ? `$ ${group.shape.split(' ', 1)[0] ?? ''}` : group.tool)

type Counts = Pick<ShapeGroup, 'ok' | 'missed'>

const isOften = ({ ok, missed }: Counts): boolean => ok + missed === 0 || ok / (ok + missed) >= FEWEST_SUCCESSES
