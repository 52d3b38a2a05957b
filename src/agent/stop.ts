import type { NewMessage } from '../store/live/live-message.ts'
import { catchUp, say, type SessionTurn, synthetic } from './session-turn.ts'
import { openCalls, STOPPED } from './transcript.ts'

/**
 * Stores what makes the conversation continuable: the model's words so far, a result for every open call, and a mark
 * that the turn was stopped.
 */
export const stop = async (turn: SessionTurn, partial: string): Promise<void> => {
  await catchUp(turn)
  const now = turn.agent.app.now()
  // The place where the model was. Messages after it belong to no stopped turn.
  const place = turn.seen
  const said: NewMessage[] =
    partial.trim() === ''
      ? []
      : [
          {
            role: 'assistant',
            at: now,
            text: partial,
            calls: [],
            isSynthetic: false,
            finishReason: 'aborted',
            place,
          },
        ]
  const results = openCalls(turn.messages).map(
    ({ id, tool }): NewMessage => ({
      role: 'tool',
      at: now,
      callId: id,
      tool,
      text: 'stopped by the user; it may have done part of its work',
      isError: true,
      isSynthetic: true,
      kind: 'stopped',
    }),
  )
  await say(turn, [...said, ...results, { ...synthetic(turn, 'stop', STOPPED), place }])
}
