import { isSeedText } from '../../schema/seed.ts'
import type { ProfileInput } from '../../schema/tally.ts'

type Turns = ProfileInput['turns']

/**
 * Makes a function that takes out of the turns of one session after the other what its user did not say in it: words of a seed that
 * came back as history, and turns that a resumed or forked session copied from an earlier session.
 */
export const withoutEchoes = (): ((turns: Turns) => Turns) => {
  const heard = new Set<string>()
  return (turns) => {
    const own = turns.filter((turn) => !isSeedText(turn.text) && !heard.has(keyOf(turn)))
    // Only now: a session may say the same twice in a moment.
    for (const turn of own) if (turn.at !== undefined) heard.add(keyOf(turn))
    return own
  }
}

/** The same words at the same millisecond are the same turn, whichever session tells of it; without a time nothing is. */
const keyOf = ({ at, text }: Turns[number]): string => (at === undefined ? '' : `${at}\u0000${text}`)
