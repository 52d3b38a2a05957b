import { isoTime } from '../../lib/clock.ts'
import { type CallDetail, findCall } from '../../store/facts/call.ts'
import type { Connection } from '../../store/connection.ts'
import { findSessions } from '../../store/facts/session.ts'
import type { LessonCallEvidence, LessonSaidEvidence } from './explain-shape.ts'

/**
 * Reads calls as evidence of a lesson, with today's outcomes, the newest first. A call that is no longer in the store
 * keeps only its id and comes last.
 */
export const readEvidence = async (store: Connection, ids: readonly string[]): Promise<LessonCallEvidence[]> => {
  const calls: LessonCallEvidence[] = []
  for (const id of ids) {
    const call = await findCall(store, id)
    calls.push(call === undefined ? { ...GONE, call: id } : evidenceOf(call))
  }
  return calls.toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? ''))
}

const GONE: Omit<LessonCallEvidence, 'call'> = {
  session: null,
  agent: null,
  at: null,
  tool: null,
  subject: null,
  outcome: null,
  cause: null,
  masked: null,
  rule: null,
  excerpt: null,
  file: null,
  line: null,
  resultLine: null,
  fileState: null,
}

const evidenceOf = (call: CallDetail): LessonCallEvidence => ({
  call: call.id,
  session: call.session,
  agent: call.source,
  at: isoTime(call.at),
  tool: call.tool,
  subject: call.subject,
  outcome: call.outcome as LessonCallEvidence['outcome'],
  cause: call.cause as LessonCallEvidence['cause'],
  masked: call.masked === 1 && call.rung !== 'person',
  rule: call.rule,
  excerpt: excerptOf(call),
  file: call.path,
  line: call.line,
  resultLine: call.result_line === 0 ? null : call.result_line,
  fileState: call.file_state as LessonCallEvidence['fileState'],
})

const MOST_EXCERPT_CHARS = 200

/** The line that says why a call failed, or the first line of the result if it worked. */
const excerptOf = ({ evidence, outcome, masked, result_head: head }: CallDetail): string => {
  const isTelling = evidence !== '' && (outcome !== 'ok' || masked === 1)
  const text = isTelling ? evidence : ((head ?? '').split('\n').find((line) => line.trim() !== '') ?? '')
  return text.trim().slice(0, MOST_EXCERPT_CHARS)
}

/** The places where a person stated a rule, the newest first. */
export const readSaid = async (
  store: Connection,
  said: readonly { session: string; line: number }[],
): Promise<LessonSaidEvidence[]> => {
  const places: LessonSaidEvidence[] = []
  for (const { session, line } of said) {
    const [found] = await findSessions(store, session, 1)
    places.push({ session, at: isoTime(found?.started_at ?? null), file: found?.path ?? null, line })
  }
  return places.toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? ''))
}
