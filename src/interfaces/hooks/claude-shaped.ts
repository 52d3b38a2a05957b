import type { Moment } from '../../verbs/hook/occasion-operation.ts'
import { commonMoment, type Payload, type SessionAt, sessionIn, textOf } from './hook.ts'

/** The moments of agents that tell failures as Claude Code does, by an event of their own. */
export const claudeMoment = (payload: Payload): Moment | undefined => {
  const session = sessionIn(payload)
  // Only sub-agents have an id; a type also stands in sessions that were started with --agent.
  if (session === undefined || textOf(payload, 'agent_id') !== undefined) return undefined
  return payload['hook_event_name'] === 'PostToolUseFailure'
    ? failedCallOf(payload, session)
    : commonMoment(payload, session)
}

/** What an agent writes where a person said no or pressed escape; such a call has not failed. */
const REJECTED = /user doesn't want to|interrupted by user|user rejected|user denied/i
/** What a call was rejected with stands at its beginning. */
const LOOK_CHARS = 400

const failedCallOf = (payload: Payload, session: SessionAt): Moment | undefined => {
  const [tool, message] = [textOf(payload, 'tool_name'), textOf(payload, 'error')]
  if (tool === undefined || message === undefined || payload['is_interrupt'] === true) return undefined
  if (REJECTED.test(message.slice(0, LOOK_CHARS))) return undefined
  return { ...session, kind: 'failed-call', tool, message, args: payload['tool_input'] }
}
