import { estimateTokens } from '../../lib/estimate-tokens.ts'
import type { Lesson } from '../../schema/lesson.ts'
import type { ConventionDraft } from '../../schema/template-draft.ts'
import { MOST_TOKENS } from '../clause.ts'
import { ruleId, statedTrigger } from './rule-id.ts'

/** Marks a rule that comes from a system message. */
const OF_SYSTEM = 'system'

/**
 * A lesson from a standing instruction. A person typed it, or a system message gave it, and the trigger says which. A
 * session is given it only after that person has said yes to this very line; until then it is a candidate.
 */
export const ruleLesson = (
  { text, count, kind, evidence }: ConventionDraft,
  { repository, owner, of, lastAt }: { repository: string; owner: string; of: number; lastAt: number | null },
): Lesson | undefined => {
  const tokens = estimateTokens(text)
  // A task that a person asks for again and again is no rule.
  if (tokens > MOST_TOKENS || (kind !== 'correction' && !STANDING.test(text))) return undefined
  const stated = statedTrigger(text)
  const trigger = kind === 'system' ? { ...stated, code: OF_SYSTEM } : stated
  const scope = { repository, owner, agent: null, machine: null }
  return {
    id: ruleId(text, { repository, owner }),
    kind: 'rule',
    text,
    trigger,
    remedy: null,
    support: { sessions: count, of, lastAt, times: count, runs: null, calls: 0 },
    evidence: { failed: [], failedAt: [], worked: [], said: evidence },
    scope,
    checked: { at: null, holds: null, how: 'not looked at' },
    told: null,
    state: 'candidate',
    value: count / Math.max(1, of) / tokens,
    tokens,
  }
}

const STANDING =
  /\b(?:always|never|don't|don’t|dont|do not|must|prefer|avoid|instead of|rather than|from now on|only (?:use|ever|commit|push|run)|make sure|in future|going forward|should (?:be|have|not|never|always)|immer|nie|niemals|toujours|jamais|siempre|nunca)\b|^(?:no|use) |[总永不必]/i
