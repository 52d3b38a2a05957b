import { z } from 'zod'
import type { Cause as CauseType, Outcome as OutcomeType, Rung as RungType, ToolKind as KindType } from '../outcome.ts'
import type { ParentKind as ParentKindType } from '../session-event.ts'

/** Each word exactly once: a word that the type gains or loses is an error of the compiler here. */
type Words<Word extends string> = { [Each in Word]: Each }

export const Outcome = z.enum({ ok: 'ok', error: 'error', unknown: 'unknown' } satisfies Words<OutcomeType>)

export const Cause = z.enum({
  agent: 'agent',
  environment: 'environment',
  user: 'user',
  expected: 'expected',
  'not-run': 'not-run',
} satisfies Words<CauseType>)

export const Rung = z.enum({
  flag: 'flag',
  exit: 'exit',
  field: 'field',
  tool: 'tool',
  text: 'text',
  none: 'none',
} satisfies Words<RungType>)

/** Said of the same figure in several shapes. */
export const TEXT_ALONE =
  'of the known outcomes, those that rest on the text of the result alone (rung text): no flag, exit code or field was recorded'

/** A person stands above the ladder. */
export const RungOrPerson = z.enum({ ...Rung.enum, person: 'person' } satisfies Words<RungType | 'person'>)

export const ToolKind = z.enum({
  terminal: 'terminal',
  code: 'code',
  file: 'file',
  research: 'research',
  meta: 'meta',
  general: 'general',
} satisfies Words<KindType>)

export const ParentKind = z.enum({
  compression: 'compression',
  branch: 'branch',
  trial: 'trial',
  subagent: 'subagent',
  reset: 'reset',
} satisfies Words<ParentKindType>)

/** A count: whole, and never below nothing. */
export const Count = z.int().nonnegative()

export const Time = z.iso.datetime().describe('UTC, ISO 8601, milliseconds')
