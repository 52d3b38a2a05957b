import { isRecord } from '../../../lib/json.ts'
import type { Moment } from '../../../verbs/hook/occasion-operation.ts'
import { type HookAgent, type Payload, type SessionAt, sessionIn, textOf } from '../hook.ts'

export const agent: HookAgent = {
  name: 'copilot-cli',
  // It does not say which event a payload is about: each has a field that no other has.
  read: (payload) => {
    const session = sessionIn(payload, { sessionField: 'sessionId' })
    if (session === undefined) return undefined
    if (textOf(payload, 'toolName') !== undefined) return failedCallOf(payload, session)
    if (textOf(payload, 'source') !== undefined) return startOf(payload, session)
    const text = textOf(payload, 'prompt')
    if (text !== undefined) return { ...session, kind: 'prompt', text }
    return textOf(payload, 'reason') === undefined ? undefined : { ...session, kind: 'end' }
  },
  // Flat: what other agents put it into is passed over by this one without a word.
  answer: (_payload, text) => ({ additionalContext: text }),
  mostBytes: 10_000,
}

const startOf = (payload: Payload, session: SessionAt): Moment | undefined => {
  switch (payload['source']) {
    case 'new':
    case 'startup':
      return { ...session, kind: 'start' }
    case 'resume':
      return { ...session, kind: 'resume' }
    default:
      return undefined
  }
}

const EXIT_LINE = /<(?:shellId: \S{1,40} )?(?:completed|exited) with exit code (\d{1,5})>\s*$/
const REJECTED = /user (?:rejected|denied|declined)|rejected by (?:the )?user/i
const LOOK_CHARS = 400

/** A command that failed is a success to it, with the exit code behind what it printed; other failures have an event of their own. */
const failedCallOf = (payload: Payload, session: SessionAt): Moment | undefined => {
  const [tool = '', result] = [textOf(payload, 'toolName'), payload['toolResult']]
  const printed = isRecord(result) ? result['textResultForLlm'] : undefined
  const isFailed = typeof printed === 'string' && Number(EXIT_LINE.exec(printed.slice(-LOOK_CHARS))?.[1] ?? 0) !== 0
  const message = textOf(payload, 'error') ?? (isFailed ? printed.replace(EXIT_LINE, '') : undefined)
  if (message === undefined || REJECTED.test(message.slice(0, LOOK_CHARS))) return undefined
  return { ...session, kind: 'failed-call', tool, message, args: payload['toolArgs'] }
}
