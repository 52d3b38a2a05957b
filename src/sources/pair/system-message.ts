import { clip } from '../../lib/excerpt.ts'
import { ruleLines } from '../../lib/rule-lines.ts'
import { SYSTEM_TURN, type TurnFact } from '../../schema/facts.ts'
import { isSeedText } from '../../schema/seed.ts'
import type { SystemMessage } from '../../schema/session-event.ts'

/** What a session was told before its first message, redacted. */
export interface SystemText {
  text: string
  chars: number
  line: number
  at?: number | undefined
}

/**
 * A longer message would not be given to a session as a whole anyway: every session that gets it pays about 2,000 tokens for it. Of
 * such a message the rules are kept, as a list.
 */
const WHOLE_CHARS = 8_000

/** What is known so far with one more system message: several of a session are one text. A seed of ours is none. */
export const addSystemMessage = (known: SystemText | undefined, event: SystemMessage): SystemText | undefined => {
  const found = keptText(event.text)
  if (found === '' || known?.text.includes(found) === true || isSeedText(found)) return known
  return {
    text: known === undefined ? found : keptText(`${known.text}\n\n${found}`),
    chars: (known?.chars ?? 0) + event.text.length,
    line: known?.line ?? event.line,
    at: known?.at ?? event.at,
  }
}

/** Takes the text out of the session as a turn. Nothing is added to it later: messages have begun. */
export const takeSystemTurn = (session: { id: string; system?: SystemText | undefined }): TurnFact[] => {
  const { id: sessionId, system } = session
  if (system === undefined) return []
  session.system = undefined
  const { at, line, chars, text } = system
  return [{ sessionId, agent: undefined, turn: SYSTEM_TURN, at, line, synthetic: true, chars, text }]
}

const keptText = (text: string): string => {
  const known = recent.get(text)
  if (known !== undefined) return known
  const kept = clip(text.length <= WHOLE_CHARS ? text.trim() : rulesIn(text), WHOLE_CHARS)
  if (recent.size >= REMEMBERED) recent.clear()
  if (text.length <= LONGEST_REMEMBERED_CHARS) recent.set(text, kept)
  return kept
}

/** Sessions in a row mostly have the same system message. */
const recent = new Map<string, string>()
const REMEMBERED = 16
const LONGEST_REMEMBERED_CHARS = 64_000

/** With the marks of a list, by which the same rules are found in it again. */
const rulesIn = (text: string): string =>
  ruleLines(text)
    .split('\n')
    .flatMap((rule) => (rule === '' ? [] : [`- ${rule}`]))
    .join('\n')
