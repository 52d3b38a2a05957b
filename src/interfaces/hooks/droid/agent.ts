import type { Moment } from '../../../verbs/hook/deliver-operation.ts'
import {
  additionalContext,
  commonMoment,
  type HookAgent,
  type Payload,
  type SessionAt,
  sessionIn,
  textOf,
} from '../hook.ts'

export const agent: HookAgent = {
  name: 'droid',
  read: (payload) => {
    const session = sessionIn(payload)
    if (session === undefined) return undefined
    switch (payload['hook_event_name']) {
      case 'PostToolUse':
        return calledIn(payload, session)
      case 'SessionStart':
        // A compacted session goes on under an id of its own: what it is told is told to a new one.
        return payload['source'] === 'compact'
          ? { ...session, kind: 'start', isCleared: true }
          : commonMoment(payload, session)
      default:
        return commonMoment(payload, session)
    }
  },
  answer: additionalContext,
  mostBytes: 10_000,
}

/** The event comes after calls that worked and calls that failed alike: their words have to be judged. */
const calledIn = (payload: Payload, session: SessionAt): Moment | undefined => {
  const [tool, message] = [textOf(payload, 'tool_name'), textOf(payload, 'tool_response')]
  if (tool === undefined || message === undefined) return undefined
  return { ...session, kind: 'failed-call', tool, message, args: payload['tool_input'], isUnjudged: true }
}
