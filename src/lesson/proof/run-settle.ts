import type { Lesson } from '../../schema/lesson.ts'
import type { DrawMoment } from '../../schema/lesson-draw.ts'
import type { Connection } from '../../store/connection.ts'
import { settleDraws, settledOutcomes, settleKinds, triedDraws, writeVerdicts } from '../../store/lessons/settle.ts'
import { scopeCalls, scopeSessions } from '../../store/facts/scope-calls.ts'
import type { Conversation } from '../facts.ts'
import { toConversations } from '../read-facts.ts'
import { estimateEffects } from './effects.ts'
import { findEndpoint } from './endpoint.ts'
import { selectOutcomes } from './outcomes.ts'
import type { DrawnUnit } from './run-units.ts'

/**
 * For every session that came back or went on: counts whether it made the mistakes of its lessons after the draw. Then
 * judges all lessons anew. Returns the number of these sessions.
 */
export const settleLessons = async (store: Connection, units: readonly DrawnUnit[], now: number): Promise<number> => {
  if (units.length === 0) return 0
  for (const unit of units) {
    const draws = await triedDraws(store, unit)
    const conversations = draws.length === 0 ? [] : await conversationsOf(store, unit)
    const settled = draws.map(({ lessonId, kind, code, program, subject, at, moment }) => {
      const lesson = { kind: kind as Lesson['kind'], trigger: { code, program, subject } }
      return { lessonId, ...findEndpoint(lesson, { at, moment: moment as DrawMoment }, conversations) }
    })
    await store.transaction((transaction) =>
      settleDraws(transaction, unit, { draws: settled, sessionId: unit.sessionId, state: unit.state, now }),
    )
  }
  await judgeLessons(store, now)
  return units.length
}

const conversationsOf = async (store: Connection, { owner, sessionIds }: DrawnUnit): Promise<Conversation[]> => {
  const scope = { owner, sessions: sessionIds.slice(0, MOST_SESSIONS) }
  return toConversations(await scopeSessions(store, scope), await scopeCalls(store, scope), () => '').conversations
}

/** A session with more followers than this is run by a program. */
const MOST_SESSIONS = 200

const judgeLessons = async (store: Connection, now: number): Promise<void> => {
  const { lessons, kinds } = estimateEffects(selectOutcomes(await settledOutcomes(store)))
  await store.transaction(async (transaction) => {
    await writeVerdicts(transaction, lessons, now)
    await settleKinds(
      transaction,
      kinds.filter(({ verdict }) => verdict !== 'not-settled'),
      now,
    )
  })
}
