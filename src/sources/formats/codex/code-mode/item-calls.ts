import { asNumber, asString, isRecord, type JsonRecord } from '../../../../lib/json.ts'
import type { ToolCall, ToolResult } from '../../../../schema/session-event.ts'
import { emitEvent, type Reading } from '../reading.ts'
import { asId } from '../record.ts'
import { emitNested, markOf } from './nested-calls.ts'

/** A call that Codex itself records when it has ended, with its own id. */
export interface ItemCall {
  id: string
  tool: string
  args: unknown
  result: Pick<ToolResult, 'text' | 'flag' | 'exitCode' | 'status'>
}

/** Reads an item that stands for a call. Undefined for every other kind of item. */
export const readItemCall = (item: JsonRecord): ItemCall | undefined => {
  const id = asId(item.id)
  if (id === undefined) return undefined
  switch (item.type) {
    case 'CommandExecution':
      return { id, tool: 'exec_command', args: commandArgs(item), result: commandResult(item) }
    case 'FileChange':
      return { id, tool: 'apply_patch', args: patchOf(item.changes), result: patchResult(item) }
    case 'McpToolCall':
      return mcpCall(id, item)
    case 'DynamicToolCall':
      return dynamicCall(id, item)
    default:
      return undefined
  }
}

/** Ids of calls that were made inside a script. */
export const isNestedId = (id: string): boolean => id.startsWith('exec-')

/** Emits a nested call under its own id, in the place where its script announced it. */
export const emitItemCall = (reading: Reading, { id, tool, args, result }: ItemCall): void => {
  const announced = takeWaiting(reading, tool, args)
  const call: Pick<ToolCall, 'tool' | 'args' | 'callId' | 'replaces'> = { tool, args, callId: id }
  if (announced !== undefined) call.replaces = [announced]
  emitNested(reading, call)
  emitEvent(reading, { type: 'tool-result', callId: id, ...result })
}

/** Tells the nested call that an older kind of end speaks of. Undefined where no script announced one. */
export const takeWaiting = (reading: Reading, tool: string, args?: unknown): string | undefined => {
  const { waiting } = reading.state.codeMode
  const command = isRecord(args) ? (asString(args.cmd) ?? undefined) : undefined
  const mark = command === undefined ? undefined : markOf(command)
  const same = [...waiting].filter(([, call]) => plainName(call.tool) === plainName(tool))
  const found =
    mark === undefined
      ? same[0]
      : (same.find(([, call]) => call.mark === mark) ?? same.find(([, call]) => call.mark === undefined))
  if (found === undefined) return undefined
  waiting.delete(found[0])
  return found[0]
}

/** Names of tools become names of JavaScript inside scripts. */
const plainName = (tool: string): string => tool.replaceAll(/[^A-Za-z0-9]/g, '_')

const commandArgs = (item: JsonRecord): JsonRecord => {
  const words = Array.isArray(item.command) ? item.command.filter((word) => typeof word === 'string') : []
  // `["/bin/bash", "-lc", "npm test"]`: the model asked for the last one.
  const isShell = words.length >= 3 && /^-(?:[a-z]{0,3}c|Command)$/i.test(words.at(-2) ?? '')
  const cmd = isShell ? words.at(-1) : words.join(' ')
  const workdir = asString(item.cwd)?.replace(/^file:\/\//, '')
  return workdir === undefined ? { cmd } : { cmd, workdir }
}

const commandResult = (item: JsonRecord): ItemCall['result'] => {
  const text = asString(item.aggregated_output) ?? `${asString(item.stdout) ?? ''}${asString(item.stderr) ?? ''}`
  if (item.status === 'declined') return { text, status: 'rejected' }
  const exitCode = asNumber(item.exit_code) ?? asNumber(item.exitCode)
  if (exitCode !== undefined) return { text, exitCode }
  return item.status === 'failed' ? { text, flag: 'error' } : { text }
}

/** The changes as the patch that asked for them. */
const patchOf = (changes: unknown): string => {
  const files = isRecord(changes) ? Object.entries(changes) : []
  const parts = files.map(([path, change]) => {
    const { type, content, unified_diff: diff } = isRecord(change) ? change : ({} as JsonRecord)
    if (type === 'add') return `*** Add File: ${path}\n${plusLines(asString(content) ?? '')}`
    return type === 'delete' ? `*** Delete File: ${path}` : `*** Update File: ${path}\n${asString(diff) ?? ''}`
  })
  return ['*** Begin Patch', ...parts, '*** End Patch'].join('\n')
}

const plusLines = (content: string): string => content.replace(/^/gm, '+')

const patchResult = (item: JsonRecord): ItemCall['result'] => {
  const text = asString(item.stdout) || asString(item.stderr) || ''
  if (item.status === 'declined') return { text, status: 'rejected' }
  if (item.status === 'completed') return { text, flag: 'ok' }
  return item.status === 'failed' ? { text: asString(item.stderr) || text, flag: 'error' } : { text }
}

const mcpCall = (id: string, item: JsonRecord): ItemCall | undefined => {
  const [server, tool] = [asId(item.server), asId(item.tool)]
  if (server === undefined || tool === undefined) return undefined
  const { result, error } = item
  const text = isRecord(error)
    ? (asString(error.message) ?? '')
    : contentText(isRecord(result) ? result.content : undefined)
  const isError = item.status === 'failed' || (isRecord(result) && (result.isError ?? result.is_error) === true)
  const isOver = isError || item.status === 'completed'
  return {
    id,
    tool: `mcp__${server}__${tool}`,
    args: item.arguments ?? {},
    result: isOver ? { text, flag: isError ? 'error' : 'ok' } : { text },
  }
}

const dynamicCall = (id: string, item: JsonRecord): ItemCall | undefined => {
  const tool = asId(item.tool)
  if (tool === undefined) return undefined
  const namespace = asId(item.namespace)
  const text = asString(item.error) ?? contentText(item.content_items)
  const isError = item.status === 'failed' || item.success === false
  return {
    id,
    tool: namespace === undefined ? tool : `${namespace}__${tool}`,
    args: item.arguments ?? {},
    result: { text, flag: isError ? 'error' : 'ok' },
  }
}

const contentText = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => (isRecord(part) ? (asString(part.text) ?? '') : '')).join('\n') : ''
