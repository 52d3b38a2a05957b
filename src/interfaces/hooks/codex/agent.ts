import type { Moment } from '../../../verbs/hook/occasion-operation.ts'
import {
  additionalContext,
  commonMoment,
  type HookAgent,
  type Payload,
  type SessionAt,
  sessionIn,
  readPayloadText,
} from '../hook.ts'
import { bareOutputIn, failureIn } from './failure.ts'

export const agent: HookAgent = {
  name: 'codex',
  read: (payload) => {
    const session = sessionIn(payload)
    if (session === undefined || readPayloadText(payload, 'agent_id') !== undefined) return undefined
    switch (payload['hook_event_name']) {
      case 'PostToolUse':
        return failedCallOf(payload, session)
      case 'Stop':
        return { ...session, kind: 'pause' }
      default:
        return commonMoment(payload, session)
    }
  },
  answer: additionalContext,
  // 2,500 tokens, which are counted as four bytes each.
  mostBytes: 10_000,
}

const failedCallOf = (payload: Payload, session: SessionAt): Moment | undefined => {
  const tool = readPayloadText(payload, 'tool_name')
  if (tool === undefined) return undefined
  const [response, args] = [payload['tool_response'], payload['tool_input']]
  const message = failureIn(response)
  if (message !== undefined) return { ...session, kind: 'failed-call', tool, message, args }
  const output = bareOutputIn(response)
  if (output === undefined) return undefined
  return { ...session, kind: 'failed-call', tool, message: output, args, isUnjudged: true }
}
