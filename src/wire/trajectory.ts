import { readTime } from '../lib/clock.ts'
import { asNumber, asString, isRecord } from '../lib/json.ts'
import type { ImportIssue } from '../schema/facts.ts'
import type { SessionEvent, SessionStart, ToolResult, Usage } from '../schema/session-event.ts'

/** Where something stands in its document, and when it happened as far as that is written there. */
export interface Spot {
  line: number
  time?: unknown
}

interface Emit {
  event(event: SessionEvent): void
  issue(issue: ImportIssue): void
}

type Told = Omit<ToolResult, 'type' | 'session' | 'line' | 'at' | 'callId'>

/** Writes the events of one session of a format that keeps a whole run in one record. The session begins with its first event. */
export const createTrajectory = (
  emit: Emit,
  session: string,
  about: Omit<Partial<SessionStart>, 'type' | 'session' | 'line'>,
) => {
  let started = false
  let lastLine = 0
  const say = ({ line, time }: Spot, body: Record<string, unknown>): void => {
    const at = readTime(time)
    const place = { session, line, ...(at === undefined ? {} : { at }) }
    if (!started) emit.event({ ...about, type: 'session-start', ...place })
    started = true
    lastLine = line
    emit.event({ ...body, ...place } as SessionEvent)
  }
  return {
    session,
    tell: (spot: Spot, more: Partial<SessionStart>): void => say(spot, { type: 'session-start', ...more }),
    system: (spot: Spot, text: string): void => {
      if (text !== '') say(spot, { type: 'system-message', text })
    },
    user: (spot: Spot, text: string, synthetic = false): void => {
      if (text !== '') say(spot, { type: 'user-message', text, ...(synthetic ? { synthetic } : {}) })
    },
    assistant: (spot: Spot, text: string, model?: string): void =>
      say(spot, { type: 'assistant-message', text, ...(model === undefined ? {} : { model }) }),
    call: (
      spot: Spot,
      call: { tool: unknown; callId?: string | undefined; args: unknown; block?: number; scope?: string },
    ): void => {
      const tool = asString(call.tool)
      if (!tool)
        return emit.issue({ line: spot.line, code: 'bad-record', message: 'a call without the name of its tool' })
      say(spot, {
        type: 'tool-call',
        tool,
        args: call.args ?? {},
        ...(call.callId === undefined ? {} : { callId: call.callId }),
        ...(call.block === undefined ? {} : { block: call.block }),
        copyScope: call.scope ?? session,
      })
    },
    result: (spot: Spot, callId: string | undefined, told: Told): void =>
      say(spot, { type: 'tool-result', ...told, ...(callId === undefined ? {} : { callId }) }),
    usage: (spot: Spot, counts: Partial<Usage> | undefined): void => {
      if (counts !== undefined) say(spot, { type: 'usage', ...counts })
    },
    compaction: (spot: Spot, kind: string): void => say(spot, { type: 'compaction', kind }),
    end: (reason?: string): void => {
      if (started) emit.event({ type: 'session-end', session, line: lastLine, ...(reason ? { reason } : {}) })
    },
  }
}

export type Trajectory = ReturnType<typeof createTrajectory>

/** Tokens, from the fields under which a format counts them. `cached` is part of `input` there, and taken out of it. */
export const usageFrom = (
  value: unknown,
  names: { input: string; output: string; cached?: string; written?: string; cost?: string },
): Partial<Usage> | undefined => {
  if (!isRecord(value)) return undefined
  const count = (name: string | undefined): number | undefined => {
    const number = name === undefined ? undefined : asNumber(value[name])
    return number === undefined || number < 0 ? undefined : number
  }
  const [input, output, cached, written] = [names.input, names.output, names.cached, names.written].map(count)
  const cost = count(names.cost)
  if (!input && !output && !cost) return undefined
  return {
    ...(input === undefined
      ? {}
      : { inputTokens: Math.max(0, input - (cached ?? 0) - (written ?? 0)), contextTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...(cached === undefined ? {} : { cacheReadTokens: cached }),
    ...(written === undefined ? {} : { cacheWriteTokens: written }),
    ...(cost ? { costUsd: cost } : {}),
  }
}

/** Reads the text of a message: a string, or a list of parts, some of them text. */
export const partsText = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part) => (typeof part === 'string' ? part : isRecord(part) ? (asString(part.text) ?? '') : ''))
    .filter((text) => text !== '')
    .join('\n')
}
