import { isSeedText } from '../../schema/seed.ts'
import type { ProfileInput } from '../../schema/tally.ts'

type Turns = ProfileInput['turns']

/**
 * Returns a function that is called with the turns of each session in turn. It removes what the user did not say in
 * that session: words of a seed that came back as history, and turns that a resumed or forked session copied.
 */
export const withoutEchoes = (): ((turns: Turns) => Turns) => {
  const heard = new Set<string>()
  return (turns) => {
    const own = turns.filter((turn) => !isSeedText(turn.text) && !heard.has(keyOf(turn)))
    // Turns are added only after the whole session, because a session may say the same thing twice at one moment.
    for (const turn of own) if (turn.at !== undefined) heard.add(keyOf(turn))
    return own
  }
}

/**
 * The same words at the same millisecond are the same turn in every session. A turn without a time is never equal to
 * another.
 */
const keyOf = ({ at, text }: Turns[number]): string => (at === undefined ? '' : `${at}\u0000${text}`)
