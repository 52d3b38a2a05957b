import { SYSTEM_TURN } from '../../schema/facts.ts'
import { cleanText, isInstruction } from '../../trust/text.ts'
import { hasAddress } from '../../trust/words/typed.ts'
import type { UserSession } from './user-session.ts'

export type SystemText = { text: string } | { reason: string }

/**
 * What the system messages of all these sessions say alike, line by line in the order of the newest: of each message the lines that
 * state rules, as the store keeps them. Nothing of a single family of sessions, nothing where one of them worked in files of a stranger,
 * which agents put into that message, and no line that talks a model out of its rules or leads to an address.
 */
export const sharedSystemText = (
  sessions: readonly UserSession[],
  { isForeign }: { isForeign: (session: UserSession['session']) => boolean },
): SystemText => {
  if (new Set(sessions.map(({ session }) => session.family)).size < FEWEST_FAMILIES)
    return { reason: 'one session alone shares its system message with none' }
  if (sessions.some(({ session }) => isForeign(session)))
    return { reason: 'one of the sessions began beside files that came from elsewhere' }
  const [newest = [], ...others] = sessions.map(({ input }) => systemLines(input))
  const sets = others.map((lines) => new Set(lines))
  const shared = newest.filter((line) => sets.every((set) => set.has(line)))
  if (shared.length === 0) return { reason: 'no line of a system message is in all of them' }
  // A sentence may be cut in two so that no half of it is an order.
  if (isInstruction(shared.join('\n'))) return { reason: 'their system message talks a model out of its rules' }
  const text = within(shared.filter((line) => !hasAddress(line)))
  return text === '' ? { reason: 'every line of their system message leads to an address' } : { text }
}

const FEWEST_FAMILIES = 2
/** About 750 tokens: every session that gets the template pays for it. */
const MOST_CHARS = 3_000

/** The longest of a session's: the message grows while it is read. */
const systemLines = ({ turns }: UserSession['input']): string[] => {
  const [longest] = turns
    .filter(({ turn, synthetic, agent }) => turn === SYSTEM_TURN && synthetic && agent === undefined)
    .toSorted((one, other) => other.text.length - one.text.length)
  const lines = cleanText(longest?.text ?? '')
    .split('\n')
    .map((line) => line.trim())
  return [...new Set(lines)].filter((line) => line !== '')
}

/** As many whole lines as fit. */
const within = (lines: readonly string[]): string => {
  let text = ''
  for (const line of lines) {
    const longer = text === '' ? line : `${text}\n${line}`
    if (longer.length > MOST_CHARS) break
    text = longer
  }
  return text
}
