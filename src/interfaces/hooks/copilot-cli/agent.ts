import { isRecord } from '../../../lib/json.ts'
import type { Moment } from '../../../verbs/hook/occasion-operation.ts'
import { type HookAgent, type Payload, type SessionAt, sessionIn, readPayloadText } from '../hook.ts'

export const agent: HookAgent = {
  name: 'copilot-cli',
  // The payload does not name its event, but each event has a field that no other has.
  read: (payload) => {
    const session = sessionIn(payload, { sessionField: 'sessionId' })
    if (session === undefined) return undefined
    if (readPayloadText(payload, 'toolName') !== undefined) return failedCallOf(payload, session)
    if (readPayloadText(payload, 'source') !== undefined) return startOf(payload, session)
    const text = readPayloadText(payload, 'prompt')
    if (text !== undefined) return { ...session, kind: 'prompt', text }
    return readPayloadText(payload, 'reason') === undefined ? undefined : { ...session, kind: 'end' }
  },
  // The field is at the top level: this agent silently ignores the nested form of other agents.
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

/**
 * The agent reports a failed command as a success, with the exit code after the output; other failures have a separate
 * event.
 */
const failedCallOf = (payload: Payload, session: SessionAt): Moment | undefined => {
  const [tool = '', result] = [readPayloadText(payload, 'toolName'), payload['toolResult']]
  const printed = isRecord(result) ? result['textResultForLlm'] : undefined
  const isFailed = typeof printed === 'string' && Number(EXIT_LINE.exec(printed.slice(-LOOK_CHARS))?.[1] ?? 0) !== 0
  const message = readPayloadText(payload, 'error') ?? (isFailed ? printed.replace(EXIT_LINE, '') : undefined)
  if (message === undefined || REJECTED.test(message.slice(0, LOOK_CHARS))) return undefined
  return { ...session, kind: 'failed-call', tool, message, args: payload['toolArgs'] }
}
