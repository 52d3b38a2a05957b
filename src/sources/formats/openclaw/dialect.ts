import type { PiDialect } from '../../../wire/pi-dialect.ts'
import { openclawOrigin } from './origin.ts'
import { openclawOutcome } from './outcome.ts'
import type { Route } from './whose.ts'
import { unwrapCall, unwrapResult } from './wrapped-call.ts'
import { withoutTerminalCodes } from '../../../lib/terminal-codes.ts'

/** How OpenClaw's transcripts differ from pi's, for files and database alike. `route`: what is known of the session beside its transcript. */
export const dialectFor = (route: Route): Omit<PiDialect, 'session'> => ({
  ...route,
  outcomeOf: openclawOutcome,
  originOf: (text, message) => openclawOrigin(text, message, route.platform),
  // What a tool has already delivered to a chat is written once more so that the model can see it.
  isEcho: (message) => message.provider === 'openclaw' && ECHOES.has(message.model),
  unwrapCall,
  unwrapResult,
  cleanText: withoutTerminalCodes,
})

const ECHOES: ReadonlySet<unknown> = new Set(['delivery-mirror', 'gateway-injected'])
