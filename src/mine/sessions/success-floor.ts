import { isShell } from '../../profile/shape.ts'
import type { ShapeGroup } from '../patterns/shape-groups.ts'

/** Of the calls that worked, or failed by the agent's own fault or its surroundings'; red tests and rejected calls say nothing. */
export const FEWEST_SUCCESSES = 0.7

/**
 * The groups that work often enough to be an example: the thing done itself, and the tool that it is done with. A group that mostly fails
 * teaches the failure, however many sessions got through in the end.
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

/** A shell runs anything: there the program is the tool. */
const toolOf = (group: ShapeGroup): string => (isShell(group) ? `$ ${group.shape.split(' ', 1)[0] ?? ''}` : group.tool)

type Counts = Pick<ShapeGroup, 'ok' | 'missed'>

const isOften = ({ ok, missed }: Counts): boolean => ok + missed === 0 || ok / (ok + missed) >= FEWEST_SUCCESSES
