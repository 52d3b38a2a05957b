import { isRecord } from '../../../lib/json.ts'
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
import { printedIn } from '../printed-output.ts'

export const agent: HookAgent = {
  name: 'gemini-cli',
  read: (payload) => {
    const session = sessionIn(payload)
    if (session === undefined) return undefined
    switch (payload['hook_event_name']) {
      case 'BeforeAgent': {
        const text = ownWords(readPayloadText(payload, 'prompt') ?? '')
        return text === '' ? undefined : { ...session, kind: 'prompt', text }
      }
      case 'AfterTool':
        return failedCallOf(payload, session)
      case 'SessionStart':
      case 'SessionEnd':
        return commonMoment(payload, session)
      default:
        return undefined
    }
  },
  answer: additionalContext,
  mostBytes: 10_000,
}

/** The agent puts texts of hooks from the session start before the first message; the user did not write those. */
const ownWords = (prompt: string): string => prompt.replaceAll(/<hook_context>[\s\S]*?<\/hook_context>/g, '').trim()

const EXIT_LINE = /^Exit Code: (\d{1,5})$/m

/** The agent reports a failed command as a success, with the exit code among the lines. */
const failedCallOf = (payload: Payload, session: SessionAt): Moment | undefined => {
  const [tool, response] = [readPayloadText(payload, 'tool_name'), payload['tool_response']]
  const report = isRecord(response) ? response['llmContent'] : undefined
  if (tool === undefined || typeof report !== 'string') return undefined
  const isFailed = Number(EXIT_LINE.exec(report)?.[1] ?? 0) !== 0 || (isRecord(response) && isRecord(response['error']))
  if (!isFailed) return undefined
  return { ...session, kind: 'failed-call', tool, message: printedIn(report), args: payload['tool_input'] }
}
