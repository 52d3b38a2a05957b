import { isRecord } from '../../../lib/json.ts'
import type { Moment } from '../../../verbs/hook/occasion-operation.ts'
import { type HookAgent, type Payload, type SessionAt, sessionIn, readPayloadText } from '../hook.ts'

export const agent: HookAgent = {
  name: 'cline',
  read: (payload) => {
    const [root] = Array.isArray(payload['workspaceRoots']) ? (payload['workspaceRoots'] as unknown[]) : []
    const session = sessionIn({ ...payload, cwd: root }, { sessionField: 'taskId' })
    if (session === undefined) return undefined
    // Cline's command line names the same moments `agent_start` and `prompt_submit`, and ignores the answers of hooks
    // to them.
    switch (payload['hookName']) {
      case 'TaskStart':
        return { ...session, kind: 'start' }
      case 'TaskResume':
        return { ...session, kind: 'resume' }
      case 'UserPromptSubmit': {
        const text = fieldIn(payload, 'userPromptSubmit', 'prompt')
        return text === undefined ? undefined : { ...session, kind: 'prompt', text }
      }
      case 'PostToolUse':
        return failedCallOf(payload, session)
      default:
        return undefined
    }
  },
  // Without `cancel` some versions report an error in the answer.
  answer: (_payload, text) => ({ cancel: false, contextModification: text }),
  mostBytes: 10_000,
}

const fieldIn = (payload: Payload, part: string, field: string): string | undefined => {
  const value = payload[part]
  return isRecord(value) ? readPayloadText(value, field) : undefined
}

const failedCallOf = (payload: Payload, session: SessionAt): Moment | undefined => {
  const used = payload['postToolUse']
  if (!isRecord(used) || used['success'] === true) return undefined
  const [tool, message] = [readPayloadText(used, 'toolName'), readPayloadText(used, 'result')]
  if (tool === undefined || message === undefined) return undefined
  return { ...session, kind: 'failed-call', tool, message, args: used['parameters'] }
}
