import { createRandom } from '../../sample/random.ts'
import { type Notes, readNotes } from './notes.ts'
import { type AgentSettings, attempt, type MadeCall } from './scripted-agent.ts'
import { type BenchTask, isDone } from './task.ts'
import type { WorldState } from './depot.ts'
import { createWorld, emptyState } from './world.ts'

/** What sessions of an arm are given at their start, by the kind of the task; empty texts in the cold arm. */
export interface ArmContext {
  /** The seed of the template, for tasks of the depot. */
  depot: string
  /** The lessons of the repository, for its tasks. */
  repository: string
}

export const COLD: ArmContext = { depot: '', repository: '' }

/** A context as the scripted agent understands it, read once. */
export interface ReadContext {
  depot: Notes
  repository: Notes
}

export const readContext = ({ depot, repository }: ArmContext): ReadContext => ({
  depot: readNotes(depot),
  repository: readNotes(repository),
})

export interface ScriptedTrial {
  task: BenchTask
  context: ReadContext
  settings: AgentSettings
  /** The agent's luck: the same number gives the same trial. */
  luck: number
  /** What an earlier trial left behind; a fresh state unless told. */
  state?: WorldState | undefined
}

export interface Tried {
  isPassed: boolean
  made: MadeCall[]
}

/** Lets the scripted agent try a task once, from a fresh start. */
export const tryTask = ({ task, context, settings, luck, state = emptyState() }: ScriptedTrial): Tried => {
  const world = createWorld(state)
  const notes = task.goal.kind === 'repository' ? context.repository : context.depot
  const made = attempt({ task, notes, settings, random: createRandom(luck), call: world.call })
  return { isPassed: isDone(task, world.state), made }
}

/** A number for the luck of one trial, different for every seed, task and draw. */
export const luckOf = (seed: number, task: number, draw: number): number =>
  (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(task + 1, 0x85ebca6b) ^ Math.imul(draw + 1, 0xc2b2ae35)) >>> 0
