import type { PiDialect } from '../../wire/pi-dialect.ts'
import { openclawOrigin } from './origin.ts'
import { openclawOutcome } from './outcome.ts'
import { unwrapCall, unwrapResult } from './wrapped-call.ts'
import { withoutTerminalCodes } from '../../lib/terminal-codes.ts'

/** How OpenClaw's transcripts differ from pi's, for files and database alike. */
export const openclawDialect: Omit<PiDialect, 'session'> = {
  outcomeOf: openclawOutcome,
  originOf: openclawOrigin,
  // What a tool has already delivered to a chat is written once more so that the model can see it.
  isEcho: (message) => message.provider === 'openclaw' && ECHOES.has(message.model),
  unwrapCall,
  unwrapResult,
  cleanText: withoutTerminalCodes,
}

const ECHOES: ReadonlySet<unknown> = new Set(['delivery-mirror', 'gateway-injected'])
