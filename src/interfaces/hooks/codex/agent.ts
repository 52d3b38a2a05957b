import type { Moment } from '../../../operations/deliver.ts'
import { additionalContext, type HookAgent, type Payload, sessionIn, textOf } from '../hook.ts'
import { failureIn } from './failure.ts'

export const codexHooks: HookAgent = {
  name: 'codex',
  read: (payload) => {
    const session = sessionIn(payload)
    if (session === undefined || textOf(payload, 'agent_id') !== undefined) return undefined
    return momentOf(payload, session)
  },
  answer: additionalContext,
  // 2,500 tokens, which are counted as four bytes each.
  mostBytes: 10_000,
}

const momentOf = (payload: Payload, session: Pick<Moment, 'sessionKey' | 'cwd'>): Moment | undefined => {
  switch (payload['hook_event_name']) {
    case 'SessionStart':
      return startOf(payload, session)
    case 'UserPromptSubmit': {
      const text = textOf(payload, 'prompt')
      return text === undefined ? undefined : { ...session, kind: 'prompt', text }
    }
    case 'PostToolUse':
      return failedCallOf(payload, session)
    case 'Stop':
      return { ...session, kind: 'pause' }
    case 'SessionEnd':
      return { ...session, kind: 'end' }
    default:
      return undefined
  }
}

const startOf = (payload: Payload, session: Pick<Moment, 'sessionKey' | 'cwd'>): Moment | undefined => {
  switch (payload['source']) {
    case 'startup':
    case 'clear':
      return { ...session, kind: 'start' }
    case 'resume':
      return { ...session, kind: 'resume' }
    case 'compact':
      return { ...session, kind: 'compaction' }
    default:
      return undefined
  }
}

const failedCallOf = (payload: Payload, session: Pick<Moment, 'sessionKey' | 'cwd'>): Moment | undefined => {
  const tool = textOf(payload, 'tool_name')
  const message = failureIn(payload['tool_response'])
  if (tool === undefined || message === undefined) return undefined
  return { ...session, kind: 'failed-call', tool, message }
}
