import type { NewMessage } from '../store/live/live-message.ts'
import { catchUp, say, type SessionTurn, synthetic } from './session-turn.ts'
import { openCalls, STOPPED } from './transcript.ts'

/** Leaves a conversation that can be gone on with: what the model had said so far, a result for every open call, and that it was stopped. */
export const stop = async (turn: SessionTurn, partial: string): Promise<void> => {
  await catchUp(turn)
  const now = turn.agent.app.now()
  // Where the model stood: what was said since is not what was stopped.
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
