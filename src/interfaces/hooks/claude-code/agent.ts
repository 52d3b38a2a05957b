import type { Moment } from '../../../operations/deliver.ts'
import { additionalContext, type HookAgent, type Payload, sessionIn, textOf } from '../hook.ts'

export const claudeCodeHooks: HookAgent = {
  name: 'claude-code',
  read: (payload) => {
    const session = sessionIn(payload)
    // Only sub-agents have an id; a type also stands in sessions that were started with --agent.
    if (session === undefined || textOf(payload, 'agent_id') !== undefined) return undefined
    return momentOf(payload, session)
  },
  answer: additionalContext,
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
    case 'PostToolUseFailure':
      return failedCallOf(payload, session)
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
    // A fork begins with the conversation of another session, as a resumed one does with its own.
    case 'resume':
    case 'fork':
      return { ...session, kind: 'resume' }
    case 'compact':
      return { ...session, kind: 'compaction' }
    default:
      return undefined
  }
}

/** What the agent writes where a person said no or pressed escape; such a call has not failed. */
const REJECTED = /user doesn't want to|interrupted by user|user rejected|user denied/i
/** What a call was rejected with stands at its beginning. */
const LOOK_CHARS = 400

const failedCallOf = (payload: Payload, session: Pick<Moment, 'sessionKey' | 'cwd'>): Moment | undefined => {
  const [tool, message] = [textOf(payload, 'tool_name'), textOf(payload, 'error')]
  if (tool === undefined || message === undefined || payload['is_interrupt'] === true) return undefined
  if (REJECTED.test(message.slice(0, LOOK_CHARS))) return undefined
  return { ...session, kind: 'failed-call', tool, message }
}
