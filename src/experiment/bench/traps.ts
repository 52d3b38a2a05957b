import { USUAL_AGENT } from './generator.ts'
import { COLD, luckOf, readContext, tryTask } from './scripted-trial.ts'
import type { BenchTask } from './task.ts'
import { emptyState } from './world.ts'

/** The same agent in both arms, so that the true difference is 0, measured in a careless and in a careful way. */
export interface Trap {
  careless: number
  careful: number
}

/** Rounds over all tasks, so that chance is small against what carelessness adds. */
const ROUNDS = 20
/** How much the provider's model improves from the first trial to the last. */
const DRIFT = 0.25

/** A provider that gets better from day to day: one arm after the other, against both taking turns. */
export const driftTrap = (tasks: readonly BenchTask[], seed: number): Trap => {
  const total = tasks.length * ROUNDS * 2
  const passes = (order: 'blocked' | 'interleaved'): number => {
    let difference = 0
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, task] of tasks.entries())
        for (const arm of [0, 1]) {
          const pair = round * tasks.length + index
          const at = order === 'blocked' ? arm * (total / 2) + pair : pair * 2 + arm
          const skill = Math.min(1, USUAL_AGENT.skill - DRIFT + (2 * DRIFT * at) / total)
          const luck = luckOf(seed, index, 1000 + round * 2 + arm)
          const settings = { ...USUAL_AGENT, skill, luck: USUAL_AGENT.luck - DRIFT / 2 + (DRIFT * at) / total }
          const { isPassed } = tryTask({ task, context: readContext(COLD), settings, luck })
          if (isPassed) difference += arm === 0 ? -1 : 1
        }
    return difference / (total / 2)
  }
  return { careless: passes('blocked'), careful: passes('interleaved') }
}

/** A start state that the first trial of a pair leaves to the second: always cold first, against a fresh state for each. */
export const leakTrap = (tasks: readonly BenchTask[], seed: number): Trap => {
  const passes = (isShared: boolean): number => {
    let difference = 0
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, task] of tasks.entries()) {
        const left = emptyState()
        const [cold, warm] = [0, 1].map((arm) =>
          tryTask({
            task,
            context: readContext(COLD),
            settings: USUAL_AGENT,
            luck: luckOf(seed, index, 2000 + round * 2 + arm),
            state: isShared ? left : emptyState(),
          }),
        )
        if (warm?.isPassed === true) difference++
        if (cold?.isPassed === true) difference--
      }
    return difference / (tasks.length * ROUNDS)
  }
  return { careless: passes(true), careful: passes(false) }
}
