import { clip } from '../../lib/excerpt.ts'
import { ruleLines } from '../../lib/rule-lines.ts'
import { SYSTEM_TURN, type TurnFact } from '../../schema/facts.ts'
import type { SystemMessage } from '../../schema/session-event.ts'

/** Lines of a session's system messages that state rules, redacted. */
export interface SystemRules {
  text: string
  chars: number
  line: number
  at?: number | undefined
  isNew: boolean
}

const MAX_CHARS = 3_000

/** The rules so far with those of one more system message: several of a session are one text. */
export const addSystemRules = (known: SystemRules | undefined, event: SystemMessage): SystemRules | undefined => {
  const found = clip(ruleLines(event.text), MAX_CHARS)
  if (found === '' || known?.text.includes(found) === true) return known
  return {
    text: known === undefined ? found : clip(`${known.text}\n${found}`, MAX_CHARS),
    chars: (known?.chars ?? 0) + event.text.length,
    line: known?.line ?? event.line,
    at: known?.at ?? event.at,
    isNew: true,
  }
}

/** The rules as a turn, once for each time that they grew. They are written with their session: one without messages has none. */
export const takeSystemTurn = (sessionId: string, system: SystemRules | undefined): TurnFact[] => {
  if (system?.isNew !== true) return []
  system.isNew = false
  const { at, line, chars, text } = system
  return [{ sessionId, agent: undefined, turn: SYSTEM_TURN, at, line, synthetic: true, chars, text }]
}
