import { additionalContext, commonMoment, type HookAgent, sessionIn } from '../hook.ts'

export const agent: HookAgent = {
  name: 'droid',
  read: (payload) => {
    const session = sessionIn(payload)
    if (session === undefined) return undefined
    // A compacted session continues under a new id, so it is treated as a new session.
    if (payload['hook_event_name'] === 'SessionStart' && payload['source'] === 'compact')
      return { ...session, kind: 'start', isCleared: true }
    return commonMoment(payload, session)
  },
  answer: additionalContext,
  mostBytes: 10_000,
}
