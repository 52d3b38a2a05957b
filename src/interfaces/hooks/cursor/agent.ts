import { isRecord, parseJson } from '../../../lib/json.ts'
import type { Moment } from '../../../verbs/hook/occasion-operation.ts'
import { type HookAgent, type Payload, type SessionAt, sessionIn, readPayloadText } from '../hook.ts'

export const agent: HookAgent = {
  name: 'cursor',
  read: (payload) => {
    const [root] = Array.isArray(payload['workspace_roots']) ? (payload['workspace_roots'] as unknown[]) : []
    const session = sessionIn({ ...payload, cwd: root }, { sessionField: 'conversation_id' })
    // A background agent works on another machine and gets nothing.
    if (session === undefined || payload['is_background_agent'] === true) return undefined
    switch (payload['hook_event_name']) {
      case 'sessionStart':
        return { ...session, kind: 'start' }
      case 'postToolUse':
        return failedCallOf(payload, session)
      case 'sessionEnd':
        return { ...session, kind: 'end' }
      default:
        return undefined
    }
  },
  answer: (_payload, text) => ({ additional_context: text }),
  mostBytes: 10_000,
}

/** The agent reports a failed command as a tool that worked, with the exit code in the JSON of its output. */
const failedCallOf = (payload: Payload, session: SessionAt): Moment | undefined => {
  const [tool, output] = [readPayloadText(payload, 'tool_name'), readPayloadText(payload, 'tool_output')]
  const result = output === undefined ? undefined : parseJson(output)
  if (tool === undefined || !isRecord(result)) return undefined
  const code = [result['exitCode'], result['exit_code']].find((each) => typeof each === 'number')
  if (code === undefined || code === 0) return undefined
  const printed = [result['stderr'], result['stdout'], result['output']].filter((each) => typeof each === 'string')
  const message = printed.filter((each) => each !== '').join('\n') || `exit code ${code}`
  return { ...session, kind: 'failed-call', tool, message, args: payload['tool_input'] }
}
