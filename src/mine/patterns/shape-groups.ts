import { addCluster, emptySums, type RatioSums } from '../../lib/stats/ratio.ts'
import type { ToolKind } from '../../schema/outcome.ts'
import type { HarvestedSession, ShapeYield } from '../../schema/harvest.ts'
import type { TaskType } from '../../schema/tally.ts'
import { isShell } from '../../profile/shape.ts'

/** One thing that was done, over all sessions that did it. The same command is the same thing in every shell. */
export interface ShapeGroup {
  /** The tool; if several shells ran the command, the most used one. */
  tool: string
  kind: ToolKind
  shape: string
  /** Number of families of sessions in which the thing worked. Sessions of one family are not independent. */
  support: number
  /** How often the thing was needed. Repeats within a session are damped, and older sessions count less. */
  freshUse: number
  ok: number
  /** Number of calls with a known outcome. */
  uses: number
  /** Number of failed calls that the agent or its surroundings caused. */
  missed: number
  sessions: number
  successes: RatioSums
  types: Record<PatternType, number>
  taskTypes: Set<TaskType>
  lastAt: number | undefined
  /** One call of each session with this tool, the newest first. */
  examples: { call: string; session: string }[]
}

/** A group under construction, with the figures of each of its tools. */
interface Growing extends ShapeGroup {
  families: Set<string>
  tools: Map<string, { uses: number; examples: ShapeGroup['examples'] }>
}

export type PatternType = 'init' | 'sequence' | 'retry' | 'final'

/** A session of this age counts half, because projects change their commands within months. */
const HALF_LIFE_MS = 60 * 24 * 3_600_000
/** A command that is run ten times in a session is worth more than one that is run once, but not ten times as much. */
const DAMPING = 0.75
/** The weight of a session without a time: that of one half-life. */
const UNKNOWN_AGE = 0.5
const MOST_EXAMPLES = 12

/**
 * Groups what was done in these sessions by tool and shape. Sessions come newest first. Ages are relative to the
 * newest session, not to a clock.
 */
export const groupShapes = (sessions: readonly HarvestedSession[]): Map<string, ShapeGroup> => {
  const groups = new Map<string, Growing>()
  const newest = sessions.reduce((latest, session) => Math.max(latest, timeOf(session) ?? 0), 0)
  const isLarge = largeFamilies(sessions)
  for (const session of sessions) {
    const at = timeOf(session)
    const mayRepeat = isLarge.has(session.family)
    const weight = at === undefined ? UNKNOWN_AGE : 0.5 ** ((newest - at) / HALF_LIFE_MS)
    for (const one of session.harvest.shapes) {
      if (one.ok + one.failed === 0) continue
      const key = keyOf(one)
      let group = groups.get(key)
      if (group === undefined) groups.set(key, (group = emptyGroup(one)))
      addYield(group, one, session)
      group.freshUse += weight * (one.ok + one.failed) ** DAMPING
      if (one.ok === 0) continue
      addExample(group, one, session)
      if (mayRepeat && group.families.has(session.family)) continue
      if (mayRepeat) group.families.add(session.family)
      group.support++
    }
  }
  for (const group of groups.values()) chooseTool(group)
  return groups
}

/** Families with more than one session. Groups have to remember only these. */
const largeFamilies = (sessions: readonly HarvestedSession[]): Set<string> => {
  const seen = new Set<string>()
  const large = new Set<string>()
  for (const { family } of sessions) {
    if (seen.has(family)) large.add(family)
    else seen.add(family)
  }
  return large
}

/** The key of what a call does. A shell command counts without its shell, any other call with its tool's name. */
export const keyOf = ({ tool, kind, shape }: Pick<ShapeGroup, 'tool' | 'kind' | 'shape'>): string =>
  isShell({ tool, kind }) ? `$ ${shape}` : tool

const addExample = ({ tools }: Growing, one: ShapeYield, session: HarvestedSession): void => {
  const uses = one.ok + one.failed
  const known = tools.get(one.tool)
  const example = { call: one.example, session: session.id }
  if (known === undefined) {
    tools.set(one.tool, { uses, examples: [example] })
    return
  }
  known.uses += uses
  if (known.examples.length < MOST_EXAMPLES) known.examples.push(example)
}

const chooseTool = (group: Growing): void => {
  let most = 0
  for (const [tool, { uses, examples }] of group.tools) {
    if (uses < most || (uses === most && tool > group.tool)) continue
    most = uses
    group.tool = tool
    group.examples = examples
  }
}

export const timeOf = (session: HarvestedSession): number | undefined => session.lastAt ?? session.startedAt

const emptyGroup = ({ tool, kind, shape }: ShapeYield): Growing => ({
  tool,
  kind,
  shape,
  support: 0,
  freshUse: 0,
  ok: 0,
  uses: 0,
  missed: 0,
  sessions: 0,
  successes: emptySums(),
  types: { init: 0, sequence: 0, retry: 0, final: 0 },
  taskTypes: new Set(),
  lastAt: undefined,
  examples: [],
  families: new Set(),
  tools: new Map(),
})

const addYield = (group: ShapeGroup, one: ShapeYield, session: HarvestedSession): void => {
  group.sessions++
  group.ok += one.ok
  group.uses += one.ok + one.failed
  group.missed += one.missed
  addCluster(group.successes, one.ok, one.ok + one.missed)
  if (one.ok === 0) return
  group.types[typeIn(one)]++
  if (session.taskType !== undefined) group.taskTypes.add(session.taskType)
  const at = timeOf(session)
  if (at !== undefined && (group.lastAt === undefined || at > group.lastAt)) group.lastAt = at
}

const typeIn = (one: ShapeYield): PatternType => {
  if (one.isFirst) return 'init'
  if (one.isLast) return 'final'
  return one.retried * 2 > one.ok ? 'retry' : 'sequence'
}

/** The type that the group has in most sessions; of equals, the more usual type. */
export const typeOf = ({ types }: ShapeGroup): PatternType => {
  let most: PatternType = 'sequence'
  for (const type of ['retry', 'init', 'final'] as const) if (types[type] > types[most]) most = type
  return most
}
