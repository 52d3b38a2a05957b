import { clip } from '../../lib/excerpt.ts'
import { isRecord } from '../../lib/json.ts'
import { judge } from '../../outcome/judge.ts'
import { readToolFacts } from '../../outcome/tool-facts.ts'
import type { LiveAssistantMessage, LiveMessage, LiveToolMessage } from '../../schema/live-session.ts'
import { SEED_ID_PREFIX } from '../../schema/seed.ts'
import type { ProfileTurn, TallyCall } from '../../schema/tally.ts'
import { callSubject } from '../../sources/pair/call-subject.ts'
import { groupMessages } from './groups.ts'

/** A call of a live conversation in the form that profiles use, with the fields that a profile leaves in the store. */
export interface ConversationCall extends TallyCall {
  args: Record<string, unknown> | undefined
}

export interface ConversationFacts {
  calls: ConversationCall[]
  turns: ProfileTurn[]
}

/** Extracts the answered calls, judged as sync judges them, and what persons said. Seeds are left out. */
export const findFacts = (messages: readonly LiveMessage[]): ConversationFacts => {
  const facts: ConversationFacts = { calls: [], turns: [] }
  for (const { messages: group } of groupMessages(messages)) {
    const [message, ...answers] = group
    if (message?.role === 'user' && !message.isSynthetic) {
      facts.turns.push(turnOf(message.text, facts.turns.length + 1, message))
    } else if (message?.role === 'assistant') {
      // Only results after the message count, because small models reuse ids.
      const results = new Map(answers.flatMap((one) => (one.role === 'tool' ? [[one.callId, one] as const] : [])))
      facts.calls.push(...callsOf(message, { results, facts }))
    }
  }
  return facts
}

const MAX_TURN_CHARS = 1_000
const MAX_SUBJECT_CHARS = 120
const MAX_EVIDENCE_CHARS = 200

const turnOf = (text: string, turn: number, { at, position }: LiveMessage): ProfileTurn => ({
  agent: undefined,
  turn,
  at,
  line: position,
  synthetic: false,
  chars: text.length,
  text: clip(text, MAX_TURN_CHARS),
})

interface Around {
  results: ReadonlyMap<string, LiveToolMessage>
  facts: ConversationFacts
}

const callsOf = (message: LiveAssistantMessage, { results, facts }: Around): ConversationCall[] =>
  message.calls.flatMap(({ id, tool, args }, nth): ConversationCall[] => {
    const result = results.get(id)
    // A result that a program wrote in place of the tool (not run, interrupted) tells nothing about the call. A cut
    // result does.
    if (result === undefined || id.startsWith(SEED_ID_PREFIX) || isSaidInstead(result)) return []
    const { kind, trivial } = readToolFacts(tool, args)
    const verdict = judge({ tool, args, result: result.text, ...(result.isError ? { flag: 'error' as const } : {}) })
    return [
      {
        id: `${message.position}-${nth}`,
        agent: undefined,
        tool,
        kind,
        trivial,
        outcome: verdict.outcome,
        cause: verdict.cause,
        rule: verdict.rule,
        evidence: clip(verdict.evidence, MAX_EVIDENCE_CHARS, { singleLine: true }),
        position: facts.calls.length + nth + 1,
        turn: facts.turns.length,
        contextTokens: undefined,
        subject: clip(callSubject(args), MAX_SUBJECT_CHARS, { singleLine: true }),
        args: isRecord(args) ? args : undefined,
      },
    ]
  })

const isSaidInstead = ({ isSynthetic, text }: LiveToolMessage): boolean =>
  isSynthetic && /^(?:interrupted|not run): /.test(text)
