import type { LiveCall } from '../schema/live-session.ts'
import { begunCalls, type NewMessage } from '../store/live/live-message.ts'
import { catchUp, say, type SessionTurn } from './session-turn.ts'
import { openCalls } from './transcript.ts'

/**
 * Completes what a killed program left: every call without a result gets one that says what is known. Nothing is run,
 * not even a call that had not begun: its siblings may have been interrupted and hours may have passed, so the model
 * decides anew. Calling again costs one step; a wrong call cannot be undone.
 */
export const mend = async (turn: SessionTurn): Promise<void> => {
  const open = openCalls(turn.messages)
  if (open.length === 0) return
  const begun = await begunCalls(turn.agent.store, turn.session.id)
  await say(
    turn,
    open.map((call) => unfinished(call, begun.has(call.id), turn.agent.app.now())),
  )
  await catchUp(turn)
}

const unfinished = ({ id, tool }: LiveCall, wasBegun: boolean, at: number): NewMessage => ({
  role: 'tool',
  at,
  callId: id,
  tool,
  text: wasBegun ? INTERRUPTED : NOT_RUN,
  isError: true,
  isSynthetic: true,
  kind: wasBegun ? 'interrupted' : 'not-run',
})

const INTERRUPTED =
  'interrupted: the program was ended while this call ran. Its effect is unknown: it may have done all, some or none of its work. Check before you repeat it.'

const NOT_RUN =
  'not run: the program was ended before this call began, so it has done nothing. Call again if it is still wanted.'
