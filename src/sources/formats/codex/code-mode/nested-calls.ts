import { mixOf } from '../../../../lib/hash.ts'
import type { ToolCall, ToolResult } from '../../../../schema/session-event.ts'
import { emitEvent, type EventBody, type Reading } from '../reading.ts'
import { remember } from '../state.ts'
import { usageFollows } from '../usage.ts'
import type { NestedCall } from './machine.ts'
import type { OpenScript } from '../open-scripts.ts'
import type { Seen } from './printed.ts'
import { isWhole, toJson, type Value } from './value.ts'
import type { Walk } from './walk.ts'

/** A script on its way, with the id of the call of `exec` that started it. */
export interface Running {
  id: string
  script: OpenScript
}

/** The id for a nested call to which the record gives none. */
export const nestedId = (outer: string, index: number): string => `${outer}/${index + 1}`

/** Emits a nested call the first time it is met. */
export const announce = (reading: Reading, { id, script }: Running, index: number, call: NestedCall): void => {
  if (script.announced.includes(index)) return
  script.announced.push(index)
  const callId = nestedId(id, index)
  const args = toJson(call.input) ?? {}
  const mark = commandMark(call.input)
  remember(
    reading.state.codeMode.waiting,
    callId,
    mark === undefined ? { tool: call.tool } : { tool: call.tool, mark },
    WAITING,
  )
  const nested = { tool: call.tool, args, callId, block: index + 1 }
  // What looked like a script without calls made one after all.
  const isInstead = script.itself !== undefined
  delete script.itself
  emitNested(reading, isInstead ? { ...nested, replaces: [id] } : nested, script)
}

/** Emits a call that a script made. `from` is the line of the script, where the call is read off it. */
export const emitNested = (
  reading: Reading,
  call: Pick<ToolCall, 'tool' | 'args' | 'callId' | 'block' | 'replaces'>,
  from?: Pick<OpenScript, 'line' | 'timestamp'>,
): void =>
  emitFrom(
    reading,
    { type: 'tool-call', usageFollows: usageFollows(reading), isNested: true, ...call } as EventBody,
    from,
  )

const emitFrom = (reading: Reading, body: EventBody, from?: Pick<OpenScript, 'line' | 'timestamp'>): void => {
  if (from === undefined) return emitEvent(reading, body)
  const { line } = reading
  reading.line = from.line
  emitEvent(reading, body, from.timestamp)
  reading.line = line
}

/** Says how a nested call ended, as far as the output of its script shows. */
export const tellResult = (reading: Reading, callId: string, call: NestedCall, seen: Seen | undefined): void => {
  const { state } = reading
  // The item of a command that has ended came before; it is the truth about it.
  if (!state.codeMode.waiting.has(callId)) return
  const result = resultOf(call, seen, state.paginated)
  if (seen?.process !== undefined && seen.exitCode === undefined) {
    remember(state.processes, seen.process, callId, PROCESSES)
  }
  if (result === undefined) return
  if (result.status !== 'running') state.codeMode.waiting.delete(callId)
  emitEvent(reading, { type: 'tool-result', callId, ...result })
}

type Result = Pick<ToolResult, 'text' | 'flag' | 'exitCode' | 'status'>

const resultOf = (call: NestedCall, seen: Seen | undefined, isPaginated: boolean): Result | undefined => {
  if (call.threw) return { text: seen?.thrown ?? '', flag: 'error' }
  if (RUNS_COMMANDS.has(call.tool)) return commandResult(seen, isPaginated)
  if (seen?.isError !== undefined) return { text: seen.output ?? '', flag: seen.isError ? 'error' : 'ok' }
  // Had the tool refused, the script would have failed there.
  if (THROWS.has(call.tool)) return { text: seen?.output ?? '', flag: 'ok' }
  return seen?.output === undefined ? undefined : { text: seen.output }
}

/** Without a printed exit code only the text speaks, and without a text nothing does. */
const commandResult = (seen: Seen | undefined, isPaginated: boolean): Result | undefined => {
  if (seen === undefined) return undefined
  const { output, exitCode, process } = seen
  if (exitCode !== undefined) return { text: output ?? '', exitCode }
  // Where ended commands have items, one without an item has not ended.
  if (process !== undefined || isPaginated) return { text: output ?? '', status: 'running' }
  return output === undefined ? undefined : { text: output }
}

const RUNS_COMMANDS = new Set(['exec_command', 'shell_command', 'shell'])
const THROWS = new Set(['apply_patch', 'update_plan', 'view_image'])

/**
 * The command that a poll asked about, to which the poll's output belongs. Undefined if it is unknown: the poll then
 * counts as a call.
 */
export const polledCall = (reading: Reading, running: Running, walk: Walk, call: NestedCall): string | undefined => {
  const { id } = running
  if (call.tool !== 'write_stdin' || call.input.kind !== 'record') return undefined
  const process = call.input.fields.get('session_id')
  if (process?.kind === 'known') return reading.state.processes.get(String(process.value))
  if (process?.kind !== 'result' || process.path.at(-1) !== 'session_id') return undefined
  const starter = walk.calls[process.call]
  // A poll of a poll is a poll of the same command.
  return starter === undefined || starter === call || starter.tool !== 'write_stdin'
    ? nestedId(id, process.call)
    : polledCall(reading, running, walk, starter)
}

/** Adds what a poll saw to the call it polled. */
export const tellPolled = (reading: Reading, callId: string, seen: Seen | undefined): void => {
  if (seen === undefined) return
  const { output = '', exitCode, process } = seen
  const isRunning = exitCode === undefined && process !== undefined
  if (exitCode === undefined && output === '') return
  const body: EventBody = { type: 'tool-result', callId, text: output, part: true }
  if (exitCode !== undefined) body.exitCode = exitCode
  else if (isRunning || reading.state.paginated) body.status = 'running'
  if (exitCode !== undefined) reading.state.codeMode.waiting.delete(callId)
  emitEvent(reading, body)
}

/** Tells the commands of a script apart, so that an item finds the call it speaks of. */
const commandMark = (input: Value): string | undefined => {
  if (input.kind !== 'record') return undefined
  const command = input.fields.get('cmd') ?? input.fields.get('command')
  if (command === undefined || !isWhole(command)) return undefined
  return markOf(toJson(command))
}

export const markOf = (command: unknown): string =>
  mixOf(typeof command === 'string' ? command : JSON.stringify(command))

// Running commands and unanswered calls of a session; older ones will not be heard of any more.
const WAITING = 128
const PROCESSES = 64
