import { clip } from '../../lib/excerpt.ts'
import { isRecord, parseJson } from '../../lib/json.ts'
import { judge } from '../../outcome/judge.ts'
import { toolFacts } from '../../outcome/tools.ts'
import type { LiveAssistantMessage, LiveMessage, LiveToolMessage } from '../../schema/live-session.ts'
import type { JudgeInput } from '../../schema/outcome.ts'
import { SEED_ID_PREFIX } from '../../schema/seed.ts'
import type { ProfileTurn, TallyCall } from '../../schema/tally.ts'
import { callSubject } from '../../sources/call-subject.ts'

/** A call of a live conversation as profiles know calls, with what a profile leaves in the store. */
export interface ConversationCall extends TallyCall {
  args: Record<string, unknown> | undefined
  /** What the model said with it. */
  said: string
  /** The person's words, where it is the first thing done about them. */
  userWords: string | undefined
}

export interface ConversationFacts {
  calls: ConversationCall[]
  turns: ProfileTurn[]
}

/** What happened in messages: calls that were answered, judged as sync would, and what persons said. Seeds are left out. */
export const factsOf = (messages: readonly LiveMessage[]): ConversationFacts => {
  const facts: ConversationFacts = { calls: [], turns: [] }
  const results = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.callId, message] as const] : [])),
  )
  let userWords: string | undefined
  for (const message of messages) {
    if (message.role === 'user' && !message.isSynthetic) {
      userWords = message.text
      facts.turns.push(turnOf(message.text, facts.turns.length + 1, message))
    } else if (message.role === 'assistant') {
      for (const call of callsOf(message, { results, facts, userWords })) {
        facts.calls.push(call)
        userWords = undefined
      }
    }
  }
  return facts
}

const MAX_TURN_CHARS = 1_000
const MAX_SUBJECT_CHARS = 120
const MAX_SAID_CHARS = 200

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
  userWords: string | undefined
}

const callsOf = (message: LiveAssistantMessage, { results, facts, userWords }: Around): ConversationCall[] =>
  message.calls.flatMap(({ id, tool, args }, nth): ConversationCall[] => {
    const result = results.get(id)
    // What a program said in a tool's place (not run, interrupted) tells nothing of the call. A result that was cut does.
    if (result === undefined || id.startsWith(SEED_ID_PREFIX) || isSaidInstead(result)) return []
    const { kind, trivial, family } = toolFacts(tool, args)
    const verdict = judge({ tool, args, ...(family === 'shell' ? opened(result) : closed(result)) })
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
        evidence: clip(verdict.evidence, MAX_SAID_CHARS, { singleLine: true }),
        position: facts.calls.length + nth + 1,
        turn: facts.turns.length,
        contextTokens: undefined,
        subject: clip(callSubject(args), MAX_SUBJECT_CHARS, { singleLine: true }),
        args: isRecord(args) ? args : undefined,
        said: clip(message.text, MAX_SAID_CHARS, { singleLine: true }),
        userWords: nth === 0 && userWords !== undefined ? clip(userWords, MAX_TURN_CHARS) : undefined,
      },
    ]
  })

const closed = ({ text, isError }: LiveToolMessage): Pick<JudgeInput, 'result' | 'flag'> => ({
  result: text,
  ...(isError ? { flag: 'error' } : {}),
})

/** `{"output": ..., "exit_code": 1}`: judged by its code, and told by its own words. */
const opened = (result: LiveToolMessage): Omit<JudgeInput, 'tool'> => {
  const fields = result.text.startsWith('{') ? parseJson(result.text) : undefined
  if (!isRecord(fields)) return closed(result)
  const { output, exit_code: exitCode } = fields
  if (typeof output !== 'string' || typeof exitCode !== 'number') return closed(result)
  return { result: output, exitCode }
}

const isSaidInstead = ({ isSynthetic, text }: LiveToolMessage): boolean =>
  isSynthetic && /^(?:interrupted|not run): /.test(text)
