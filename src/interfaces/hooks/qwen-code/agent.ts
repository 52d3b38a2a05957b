import { claudeMoment } from '../claude-shaped.ts'
import { additionalContext, type HookAgent, sessionIn, readPayloadText } from '../hook.ts'
import { printedIn } from '../printed-output.ts'

export const agent: HookAgent = {
  name: 'qwen-code',
  read: (payload) => {
    // The agent reports the end of every turn, but without a terminal not the end of a session.
    if (payload['hook_event_name'] !== 'Stop') {
      const moment = claudeMoment(payload)
      return moment?.kind === 'failed-call' ? { ...moment, message: printedIn(moment.message) } : moment
    }
    const session = sessionIn(payload)
    return session === undefined || readPayloadText(payload, 'agent_id') !== undefined
      ? undefined
      : { ...session, kind: 'pause' }
  },
  answer: additionalContext,
  mostBytes: 10_000,
}
