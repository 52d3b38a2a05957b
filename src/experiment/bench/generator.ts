import { AppError } from '../../lib/error.ts'
import type { AgentSettings } from './scripted-agent.ts'
import { COLD, luckOf, type ReadContext, readContext, tryTask } from './scripted-trial.ts'
import type { BenchTask } from './task.ts'

/** An agent of middling skill: without help it passes about half of the tasks. */
export const USUAL_AGENT: AgentSettings = { skill: 0.8, luck: 0.5, uptake: 0, misled: 0 }

/** Outcomes of every task in both arms under many lucks: what resamples are drawn from, so that the truth is known. */
export interface Pool {
  settings: AgentSettings
  /** By task, then by draw: 1 for a pass. */
  cold: Uint8Array[]
  warm: Uint8Array[]
  /** Mean of warm minus mean of cold. */
  truth: number
}

/** Draws of luck a task and arm. */
const DRAWS = 40
const HALVINGS = 12

/**
 * An agent on whom this context has an effect of this many points. Positive effects are planted by how often it follows what it reads,
 * negative ones by how often it copies what does not fit, none by an agent that ignores its context.
 */
export const plantEffect = (
  points: number,
  { tasks, warm, seed }: { tasks: readonly BenchTask[]; warm: ReadContext; seed: number },
): Pool => {
  const wanted = points / 100
  const cold = drawAll(tasks, { context: readContext(COLD), settings: USUAL_AGENT, seed })
  const poolAt = (share: number): Pool => {
    const settings = points < 0 ? { ...USUAL_AGENT, misled: share } : { ...USUAL_AGENT, uptake: share }
    const drawn = drawAll(tasks, { context: warm, settings, seed })
    return { settings, cold, warm: drawn, truth: meanOf(drawn) - meanOf(cold) }
  }
  if (points === 0) return poolAt(0)
  const most = poolAt(1)
  if (Math.abs(most.truth) < Math.abs(wanted) || Math.sign(most.truth) !== Math.sign(wanted))
    throw new AppError('usage', `what was learnt changes at most ${(most.truth * 100).toFixed(1)} points here`, {
      hint: 'plant a smaller effect with --effect, or give the agent more history with --history',
    })
  let [low, high] = [0, 1]
  let best = most
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    const pool = poolAt(middle)
    if (Math.abs(pool.truth - wanted) < Math.abs(best.truth - wanted)) best = pool
    if (Math.abs(pool.truth) < Math.abs(wanted)) low = middle
    else high = middle
  }
  return best
}

const drawAll = (
  tasks: readonly BenchTask[],
  { context, settings, seed }: { context: ReadContext; settings: AgentSettings; seed: number },
): Uint8Array[] =>
  tasks.map((task, index) =>
    Uint8Array.from({ length: DRAWS }, (_, draw) =>
      tryTask({ task, context, settings, luck: luckOf(seed, index, draw) }).isPassed ? 1 : 0,
    ),
  )

const meanOf = (drawn: readonly Uint8Array[]): number => {
  let [sum, count] = [0, 0]
  for (const draws of drawn) {
    for (const one of draws) sum += one
    count += draws.length
  }
  return count === 0 ? 0 : sum / count
}
