import type { Moment } from '../../verbs/hook/occasion-operation.ts'
import { commonMoment, type Payload, type SessionAt, sessionIn, readPayloadText } from './hook.ts'

/** Reads the moments of agents that, like Claude Code, report failures with a separate event. */
export const claudeMoment = (payload: Payload): Moment | undefined => {
  const session = sessionIn(payload)
  // Only sub-agents have an id. Sessions started with --agent have a type, but no id.
  if (session === undefined || readPayloadText(payload, 'agent_id') !== undefined) return undefined
  return payload['hook_event_name'] === 'PostToolUseFailure'
    ? failedCallOf(payload, session)
    : commonMoment(payload, session)
}

/** The agent's text for a call that the user refused or interrupted; such a call has not failed. */
const REJECTED = /user doesn't want to|interrupted by user|user rejected|user denied/i
/** The reason of a rejection stands at the beginning. */
const LOOK_CHARS = 400

const failedCallOf = (payload: Payload, session: SessionAt): Moment | undefined => {
  const [tool, message] = [readPayloadText(payload, 'tool_name'), readPayloadText(payload, 'error')]
  if (tool === undefined || message === undefined || payload['is_interrupt'] === true) return undefined
  if (REJECTED.test(message.slice(0, LOOK_CHARS))) return undefined
  return { ...session, kind: 'failed-call', tool, message, args: payload['tool_input'] }
}
