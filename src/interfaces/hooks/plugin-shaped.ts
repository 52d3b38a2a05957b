import type { Moment } from '../../verbs/hook/occasion-operation.ts'
import { type Payload, sessionIn, readPayloadText } from './hook.ts'

/** Reads the moments that our own plugins send; they are the same for every agent. */
export const pluginMoment = (payload: Payload): Moment | undefined => {
  const session = sessionIn(payload)
  if (session === undefined) return undefined
  const event = payload['hook_event_name']
  switch (event) {
    case 'prompt': {
      const text = readPayloadText(payload, 'prompt')
      return text === undefined ? undefined : { ...session, kind: 'prompt', text }
    }
    case 'failure': {
      const [tool, message] = [readPayloadText(payload, 'tool_name'), readPayloadText(payload, 'error')]
      if (tool === undefined || message === undefined) return undefined
      return { ...session, kind: 'failed-call', tool, message, args: payload['tool_input'] }
    }
    case 'resume':
    case 'compaction':
    case 'pause':
    case 'end':
      return { ...session, kind: event }
    default:
      return undefined
  }
}

/** The answer that our own plugins read. */
export const pluginAnswer = (_payload: Payload, text: string): unknown => ({ text })
