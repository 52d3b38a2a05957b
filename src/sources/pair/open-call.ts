import { clip, excerpt } from '../../lib/excerpt.ts'
import { parseJson } from '../../lib/json.ts'
import { redact } from '../../lib/redact/redact.ts'
import { judgeCall } from '../../outcome/judge.ts'
import { readToolFacts } from '../../outcome/tool-facts.ts'
import type { CallFact } from '../../schema/facts.ts'
import type { JudgeInput } from '../../schema/outcome.ts'
import { SEED_ID_PREFIX } from '../../schema/seed.ts'
import type { ToolResult } from '../../schema/session-event.ts'
import { callDirectory } from './call-directory.ts'
import { callSubject } from './call-subject.ts'
import { complaintFact } from './complaint-fact.ts'
import { hideArguments } from './hide-arguments.ts'

/** A call whose result has not come yet, or has come without saying how it ended. */
export interface OpenCall {
  id: string
  session: string
  sessionId: string
  agent: string | undefined
  callId: string
  tool: string
  args: unknown
  argsText: string
  at: number | undefined
  line: number
  block: number
  position: number
  turn: number
  contextTokens: number | undefined
  intent: string
  copyKey: string
  result: string | undefined
  resultLine: number
  resultAt: number | undefined
  /** Directory of its session at the time of the call. */
  cwd: string | undefined
  input: CallFact['input']
  /** Not handed out since it last changed. */
  isNew: boolean
  /** Handed out at least once: the store has it. */
  wasTaken: boolean
}

/** Head and tail of a text, each: 2 KB together. */
const EXCERPT_CHARS = 1_024
/** Half as much of a call that worked: nearly every call works, and patterns show 500 characters of it. */
const OK_CHARS = 512
const INTENT_CHARS = 200
const SUBJECT_CHARS = 120
/** More of a long script is never shown; a secret that begins before the cut ends within this. */
const SUBJECT_LOOK_CHARS = 2_000
/** An error message in a field; the whole of it stands in the file. */
const FIELD_CHARS = 500
/** Open calls are carried to the next run with so much of their arguments and output; few are longer, and few are open. */
const CARRIED_CHARS = 262_144

/** A result, or a later word about one: fills what is still unknown. */
export const addResult = (call: OpenCall, event: ToolResult): void => {
  call.isNew = true
  if (event.text !== undefined && (call.result === undefined || event.part === true)) {
    call.result = event.part === true ? withPart(call.result, event.text) : event.text
    call.resultLine = event.line
    call.resultAt = event.at
  }
  const { input } = call
  if (event.flag !== undefined) input.flag ??= event.flag
  if (event.exitCode !== undefined) input.exitCode ??= event.exitCode
  if (event.fields !== undefined) input.fields = { ...bounded(event.fields), ...input.fields }
  // "Running" is the one word that later ones overtake.
  if (event.status !== undefined && (input.status === undefined || input.status === 'running')) {
    input.status = event.status
  } else if (input.status === 'running' && (event.exitCode !== undefined || event.flag !== undefined)) {
    delete input.status
  } else if (input.status === 'running' && event.part === true && event.text !== undefined) {
    // A poll that does not say whether the command goes on: its text is the last that is known.
    delete input.status
  }
}

/** Where an output comes in many parts, the last parts say how it ended. */
const withPart = (result: string | undefined, part: string): string =>
  result === undefined || result === '' ? part : `${result}\n${part}`.slice(-CARRIED_CHARS)

/** Fields are kept as they are judged, so they are cut and redacted before both. */
const bounded = (fields: NonNullable<ToolResult['fields']>): NonNullable<ToolResult['fields']> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? clip(value, FIELD_CHARS) : value]),
  )

export const toFact = (call: OpenCall, rank: number): CallFact => {
  const { kind, trivial, family } = readToolFacts(call.tool, call.args)
  const input: JudgeInput = { tool: call.tool, args: call.args, ...call.input }
  if (call.result !== undefined) input.result = call.result
  const { verdict, complaints } = judgeCall(input)
  const limit = verdict.outcome === 'ok' ? OK_CHARS : EXCERPT_CHARS
  // Arguments up to the larger limit stay whole: most are that short, and half a command line is of no use.
  const argsLimit = call.argsText.length > EXCERPT_CHARS ? limit : EXCERPT_CHARS
  const hidden = hideArguments({ args: call.args, text: call.argsText }, argsLimit)
  const kept = excerpt(hidden.text, argsLimit, hidden.find)
  const args = { ...kept, chars: call.argsText.length }
  return {
    id: call.id,
    sessionId: call.sessionId,
    agent: call.agent,
    callId: call.callId,
    tool: call.tool,
    kind,
    trivial,
    verdict: verdict.evidence === '' ? verdict : { ...verdict, evidence: redact(verdict.evidence) },
    position: call.position,
    contextTokens: call.contextTokens,
    seeded: call.callId.startsWith(SEED_ID_PREFIX),
    at: call.at,
    line: call.line,
    block: call.block,
    resultLine: call.resultLine,
    rank,
    copyKey: call.copyKey,
    turn: call.turn,
    // Arguments that were seen whole and left as they are hold no secret, and neither does a part of them.
    subject: oneLine(callSubject(hidden.args), args.head === call.argsText),
    intent: intentOf(call.intent),
    args,
    result: call.result === undefined ? undefined : excerpt(call.result, limit),
    resultAt: call.resultAt,
    cwd: callDirectory(call.args, family === 'shell', call.cwd),
    complaints: complaints.length === 0 ? [] : complaints.map(complaintFact),
    input: call.input,
  }
}

/** Most subjects are short and on one line already. */
const oneLine = (subject: string, isClean: boolean): string => {
  if (subject.length > SUBJECT_CHARS || /[\n\r\t]/.test(subject)) {
    return clip(subject.slice(0, SUBJECT_LOOK_CHARS), SUBJECT_CHARS, { singleLine: true, isClean })
  }
  return isClean ? subject : redact(subject)
}

let lastSaid = ''
let lastIntent = ''

/** Calls made together share what was said before them. */
const intentOf = (said: string): string => {
  if (said !== lastSaid) {
    lastSaid = said
    lastIntent = clip(said, INTENT_CHARS)
  }
  return lastIntent
}

/** For the store: bounded, and redacted like everything that is written there. */
export const savedCall = (call: OpenCall) => {
  const { args: _args, argsText, result, intent, ...rest } = call
  return {
    ...rest,
    // What is carried over is written in the same transaction.
    wasTaken: true,
    intent: clip(intent, INTENT_CHARS),
    // Redacted before it is cut, so that no half of a secret is left.
    argsText: redact(argsText).slice(0, CARRIED_CHARS),
    result: result === undefined ? null : redact(result).slice(0, CARRIED_CHARS),
  }
}

export const reopen = (saved: ReturnType<typeof savedCall>): OpenCall => ({
  ...saved,
  args: parseJson(saved.argsText) ?? saved.argsText,
  result: saved.result ?? undefined,
})
