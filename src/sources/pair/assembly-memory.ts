import { redact } from '../../lib/redact/redact.ts'
import type { ToolResult } from '../../schema/session-event.ts'
import type { Assembly } from './assembly.ts'
import { createLateContext } from './late-context.ts'
import { type OpenCall, reopen, savedCall } from './open-call.ts'
import { createRefusedCalls } from './refused-calls.ts'
import { restoreSession, saveSession, type SessionMemory } from './session-memory.ts'

/** What pairing knows of a file between two runs. */
export interface AssemblyMemory {
  sessions: Map<string, SessionMemory>
  /** Calls that wait for a result. */
  open: Map<string, OpenCall>
  /** Results that came before their call. */
  early: Map<string, ToolResult>
  late: ReturnType<typeof createLateContext>
  refused: ReturnType<typeof createRefusedCalls>
}

interface Saved {
  sessions: ReturnType<typeof saveSession>[]
  open: [string, ReturnType<typeof savedCall>][]
  early: [string, ToolResult][]
  late?: [string, ReturnType<typeof savedCall>][]
  refused?: [string, ReturnType<typeof savedCall>][]
}

/** As JSON, redacted like everything that goes into the store. */
export const saveMemory = ({ sessions, open, early, late, refused }: AssemblyMemory): Saved => ({
  sessions: [...sessions.values()].map(saveSession),
  open: [...open].map(([key, call]) => [key, savedCall(call)]),
  late: late.entries().map(([key, call]) => [key, savedCall(call)]),
  refused: refused.entries().map(([key, call]) => [key, savedCall(call)]),
  early: [...early].map(([key, event]) => [key, { ...event, text: redact(event.text ?? '') }]),
})

/** Our own JSON, written in the same transaction as the facts; a parser of another version never gets to see it. */
export const readMemory = (assembly: Assembly, saved: unknown): AssemblyMemory => {
  const { sessions, open, early, late = [], refused = [] } = (saved ?? { sessions: [], open: [], early: [] }) as Saved
  const calls = new Map<string, OpenCall>(open.map(([key, call]) => [key, reopen(call)]))
  const byId = new Map([...calls.values()].map((call) => [call.id, call]))
  return {
    sessions: new Map(sessions.map((session) => [session.nativeId, restoreSession(assembly, session)])),
    open: calls,
    early: new Map<string, ToolResult>(early),
    refused: createRefusedCalls(refused.map(([key, call]) => [key, reopen(call)])),
    late: createLateContext(late.map(([key, call]) => [key, byId.get(call.id) ?? reopen(call)])),
  }
}
