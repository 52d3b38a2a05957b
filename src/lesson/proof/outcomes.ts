import type { SettledOutcome } from '../../store/lessons/settle.ts'
import type { DrawOutcome } from './effects.ts'

/**
 * The settled draws that show whether a mistake came back. A draw after a failed call comes too late to prevent the
 * mistake, so it is left out.
 */
export const selectOutcomes = (settled: readonly SettledOutcome[]): DrawOutcome[] =>
  settled.flatMap(({ given, repeated, could, moment, ...draw }) =>
    moment === 'failure'
      ? []
      : [
          {
            ...draw,
            isGiven: given === 1,
            isRepeated: repeated === 1,
            couldRepeat: could === null ? null : could === 1,
          },
        ],
  )
