import * as v from 'valibot'
import { isRecord } from '../../lib/json.ts'
import { described } from '../described.ts'
import type { Cause as CauseType, Outcome as OutcomeType, Rung as RungType, ToolKind as KindType } from '../outcome.ts'
import type { ParentKind as ParentKindType } from '../session-event.ts'

/** Each word exactly once: a word that the type gains or loses is an error of the compiler here. */
type Words<Word extends string> = { [Each in Word]: Each }

export const Outcome = v.enum({ ok: 'ok', error: 'error', unknown: 'unknown' } satisfies Words<OutcomeType>)

export const Cause = v.enum({
  agent: 'agent',
  environment: 'environment',
  user: 'user',
  expected: 'expected',
  'not-run': 'not-run',
} satisfies Words<CauseType>)

export const Rung = v.enum({
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
export const RungOrPerson = v.enum({ ...Rung.enum, person: 'person' } satisfies Words<RungType | 'person'>)

export const ToolKind = v.enum({
  terminal: 'terminal',
  code: 'code',
  file: 'file',
  research: 'research',
  meta: 'meta',
  general: 'general',
} satisfies Words<KindType>)

export const ParentKind = v.enum({
  compression: 'compression',
  branch: 'branch',
  trial: 'trial',
  subagent: 'subagent',
  reset: 'reset',
} satisfies Words<ParentKindType>)

export const Finite = v.pipe(v.number('a number'), v.finite('a number'))

const atMost = Number.MAX_SAFE_INTEGER

/** The messages are what `problemIn` says that a value is not. */
export const Whole = v.pipe(
  v.number('a whole number'),
  v.integer('a whole number'),
  v.minValue(-atMost, 'a whole number'),
  v.maxValue(atMost, 'a whole number'),
)

/** A count: whole, and never below nothing. */
export const Count = v.pipe(
  v.number('a count'),
  v.integer('a count'),
  v.minValue(0, 'a count'),
  v.maxValue(atMost, 'a count'),
)

export const Positive = v.pipe(
  v.number('a count above 0'),
  v.integer('a count above 0'),
  v.gtValue(0, 'a count above 0'),
  v.maxValue(atMost, 'a count above 0'),
)

export const Share = v.pipe(v.number('a share'), v.minValue(0, 'a share'), v.maxValue(1, 'a share'))

const isWritten = (time: string): boolean => {
  const ms = Date.parse(time)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === time
}

/** As `isoTime` writes it. */
export const Time = described(
  v.pipe(v.string('a time'), v.isoTimestamp('a time'), v.check(isWritten, 'a time')),
  'UTC, ISO 8601, milliseconds',
)

/** Names with values of any sort, such as the arguments of a call. */
export const AnyRecord = v.custom<Record<string, unknown>>(isRecord, 'an object')

/** Names with values of one sort. Of itself, valibot takes a list for a record. */
export const recordOf = <Values extends v.GenericSchema>(values: Values) =>
  v.pipe(v.custom<Record<string, v.InferInput<Values>>>(isRecord, 'an object'), v.record(v.string(), values))

export const Outcomes = v.object({ ok: Count, error: Count, unknown: Count })
