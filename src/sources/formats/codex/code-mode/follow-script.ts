import type { ToolResult } from '../../../../schema/session-event.ts'
import { holdsRejection } from '../output.ts'
import { emitEvent, type EventBody, type Reading } from '../reading.ts'
import { remember } from '../state.ts'
import { failedCall, ranBefore, refusingTool } from './failed-script.ts'
import { announce, emitNested, nestedId, polledCall, type Running, tellPolled, tellResult } from './nested-calls.ts'
import type { NestedCall } from './machine.ts'
import type { OpenScript } from '../open-scripts.ts'
import { expectedWalk, parseScript, readRun, type ScriptRun } from './script-run.ts'
import { SCRIPT_CHARS } from '../open-scripts.ts'
import type { ScriptOutput } from './script-output.ts'
import { toJson } from './value.ts'

/**
 * A script begins: the calls that it makes are emitted as calls of their own. Where nothing can be read off it (no
 * JavaScript, too long, no call) the script itself is the call.
 */
export const beginScript = (reading: Reading, id: string, source: string): void => {
  const program = parseScript(source)
  const walk = program === undefined ? undefined : expectedWalk(program)
  const { line, timestamp } = reading
  const kept = source.length > SCRIPT_CHARS ? '' : source
  const script: OpenScript = { source: kept, line, timestamp, items: [], announced: [] }
  remember(reading.state.codeMode.scripts, id, script, SCRIPTS)
  if (walk === undefined || walk.calls.length === 0) {
    script.itself = walk === undefined ? 'unread' : 'plain'
    return emitNested(reading, { tool: 'exec', args: source, callId: id })
  }
  const running = { id, script }
  for (const [index, call] of walk.calls.entries()) {
    if (polledCall(reading, running, walk, call) === undefined) announce(reading, running, index, call)
  }
}

/**
 * An output of a script, its first or that of a later wait: says how its calls went. `isFirst` is false for waits, which
 * are calls with an outcome of their own.
 */
export const readScriptEnd = (reading: Reading, id: string, output: ScriptOutput, isFirst: boolean): void => {
  const { codeMode, processes } = reading.state
  const script = codeMode.scripts.get(id)
  if (script === undefined) return
  script.items.push(...output.items)
  const { state, error = '' } = output
  if (state === 'running' && output.cell !== undefined) remember(processes, cellKey(output.cell), id, CELLS)
  if (state !== 'running') codeMode.scripts.delete(id)
  const running = { id, script }
  const tool = state === 'failed' ? refusingTool(error) : undefined
  const program = parseScript(script.source)
  const run =
    program === undefined ? undefined : readRun(program, script.items, { isOver: state === 'completed', tool })
  if (run === undefined || (script.itself !== undefined && run.walk.calls.length === 0)) {
    return tellItself(reading, running, output)
  }
  if (state === 'failed') readFailure(reading, running, run, { error, isFirst })
  else tellCalls(reading, running, run, state === 'completed' ? ALL : upTo(reachedStage(run)))
}

/** How a script ended that is a call itself. That it was completed says something only where it made no calls. */
const tellItself = (reading: Reading, { id, script }: Running, output: ScriptOutput): void => {
  const text = script.items.filter((item) => item !== undefined).join('\n')
  const body: EventBody = { type: 'tool-result', callId: id, text }
  if (output.state === 'failed') Object.assign(body, refusal(output.error ?? ''))
  else if (output.state === 'running') body.status = 'running'
  else if (script.itself === 'plain') body.flag = 'ok'
  // The judge knows these words, and that they say nothing about calls inside.
  else body.text = `Script completed\n${text}`
  emitEvent(reading, body)
}

/** The harness answered instead of the script, because the script was interrupted or never ran. */
export const breakOffScript = (
  reading: Reading,
  id: string,
  answer: { text: string; isInterrupted: boolean },
): void => {
  const { codeMode } = reading.state
  const script = codeMode.scripts.get(id)
  if (script === undefined) return
  codeMode.scripts.delete(id)
  if (script.itself !== undefined) {
    const body: EventBody = { type: 'tool-result', callId: id, text: answer.text }
    if (answer.isInterrupted) body.status = 'interrupted'
    return emitEvent(reading, body)
  }
  const open = script.announced.map((index) => nestedId(id, index)).filter((callId) => codeMode.waiting.has(callId))
  if (!answer.isInterrupted) {
    for (const callId of open) codeMode.waiting.delete(callId)
    emitNested(reading, { tool: 'exec', args: script.source, callId: id, replaces: open }, script)
    emitEvent(reading, { type: 'tool-result', callId: id, text: answer.text })
    return
  }
  for (const callId of open) {
    codeMode.waiting.delete(callId)
    emitEvent(reading, { type: 'tool-result', callId, text: answer.text, status: 'interrupted' })
  }
}

/** Cells and processes are counted apart, and both are waited for by number. */
export const cellKey = (cell: string): string => `cell ${cell}`

/** How many waits of the script came before the last print that was seen. */
const reachedStage = (run: ScriptRun): number => run.walk.prints[run.printed - 1]?.stage ?? 0

interface Progress {
  began(call: NestedCall, index: number): boolean
  ended(call: NestedCall, index: number): boolean
}

const ALL: Progress = { began: () => true, ended: () => true }

/**
 * The progress of a script that has not ended: calls of the stage that it reached have begun, calls of earlier stages
 * are over.
 */
const upTo = (reached: number): Progress => ({
  began: (call) => call.stage <= reached,
  ended: (call) => call.stage < reached,
})

/** Emits the calls that have begun and were not known before, and the results of those that have ended. */
const tellCalls = (reading: Reading, running: Running, run: ScriptRun, progress: Progress): void => {
  for (const [index, call] of run.walk.calls.entries()) {
    if (!progress.began(call, index)) continue
    const seen = run.seen.get(index)
    const polled = polledCall(reading, running, run.walk, call)
    if (polled === undefined) announce(reading, running, index, call)
    if (!progress.ended(call, index)) continue
    if (polled === undefined) tellResult(reading, nestedId(running.id, index), call, seen)
    else if (!running.script.announced.includes(index)) {
      running.script.announced.push(index)
      tellPolled(reading, polled, seen)
    }
  }
}

/**
 * A script fails because a tool refused before it ran (there is no other trace of that call), or by a mistake of its own.
 * Either way the failure stands under the id of the script, unless a wait has told it: that has an id of its own.
 */
const readFailure = (
  reading: Reading,
  running: Running,
  run: ScriptRun,
  end: { error: string; isFirst: boolean },
): void => {
  const { id, script } = running
  const { waiting } = reading.state.codeMode
  const failed = failedCall(run, end.error, reachedStage(run))
  const ran = ranBefore(run, { ...end, source: script.source, failed })
  const call = failed === undefined ? undefined : run.walk.calls[failed]
  if (failed !== undefined && !end.isFirst) {
    announce(reading, running, failed, call as NestedCall)
    waiting.delete(nestedId(id, failed))
    emitEvent(reading, { type: 'tool-result', callId: nestedId(id, failed), ...refusal(end.error) })
  } else {
    const gone = script.announced.filter((index) => !ran.has(index)).map((index) => nestedId(id, index))
    for (const callId of gone) waiting.delete(callId)
    const args = call === undefined ? script.source : (toJson(call.input) ?? {})
    emitNested(reading, { tool: call?.tool ?? 'exec', args, callId: id, replaces: gone }, script)
    emitEvent(reading, { type: 'tool-result', callId: id, ...refusal(end.error) })
  }
  tellCalls(reading, running, run, {
    began: (_, index) => ran.has(index),
    ended: ({ stage }, index) => ran.has(index) && (call === undefined || stage < call.stage),
  })
}

const refusal = (error: string): Pick<ToolResult, 'text' | 'flag' | 'status'> =>
  holdsRejection(error) ? { text: error, status: 'rejected' } : { text: error, flag: 'error' }

// Scripts wait for each other only through yields; a session has a few of them open.
const SCRIPTS = 16
const CELLS = 64
