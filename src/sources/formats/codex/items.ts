import { asString, isRecord, parseJson, type JsonRecord } from '../../../lib/json.ts'
import type { ToolCall, ToolResult } from '../../../schema/session-event.ts'
import { cwdInside, readContent, readUserContent } from './injected.ts'
import { readOutput, type Answer } from './output.ts'
import { emitEvent, reportIssue, reportUnknown, type EventBody, type Reading } from './reading.ts'
import { beginScript, breakOffScript, cellKey, readScriptEnd } from './code-mode/follow-script.ts'
import { readScriptOutput } from './code-mode/script-output.ts'
import { asId, asIdOrNumber } from './record.ts'
import { remember, type OpenCall } from './state.ts'
import { isTwin } from './twins.ts'
import { usageFollows } from './usage.ts'

/** Reads one item of the conversation as the model has it: a message, a call or an output. */
export const readItem = (reading: Reading, item: JsonRecord): void => {
  switch (item.type) {
    case 'function_call':
      return readCall(reading, item, { name: toolName(item), args: parseArguments(item.arguments) })
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
      return readResult(reading, item)
    case 'message':
      return readMessage(reading, item)
    case 'custom_tool_call':
      return readCustomCall(reading, item)
    case 'local_shell_call':
      return readCall(reading, item, { name: 'local_shell', args: item.action ?? {} })
    case 'tool_search_call':
      return readCall(reading, item, { name: 'tool_search', args: parseArguments(item.arguments) })
    case 'web_search_call':
      return readServerCall(reading, item, { name: 'web_search', args: item.action ?? {} })
    case 'image_generation_call':
      return readServerCall(reading, item, { name: 'image_generation', args: { prompt: item.revised_prompt ?? null } })
    case 'tool_search_output':
      return asId(item.call_id) === undefined ? undefined : readFinished(reading, asId(item.call_id), item.status)
    default:
      if (typeof item.type !== 'string') reportIssue(reading, 'bad-record', 'an item without a type')
      else if (!SILENT_ITEMS.has(item.type)) reportUnknown(reading, item.type)
  }
}

/** Hidden thoughts, snapshots and notes between agents: nothing a person or the model's tools did. */
const SILENT_ITEMS = new Set([
  'reasoning',
  'ghost_snapshot',
  'agent_message',
  'additional_tools',
  'compaction',
  'compaction_summary',
  'compaction_trigger',
  'context_compaction',
  'other',
])

// Hundreds of calls stay open only where a file lost their outputs.
const OPEN_LIMIT = 512
const PROCESS_LIMIT = 64

interface Called {
  name: string | undefined
  args: unknown
}

/** In code mode the calls inside a script count, not the script. */
const readCustomCall = (reading: Reading, item: JsonRecord): void => {
  const callId = asId(item.call_id) ?? asId(item.id)
  const name = toolName(item)
  if (name !== 'exec' || callId === undefined || typeof item.input !== 'string') {
    return readCall(reading, item, { name, args: item.input ?? '' })
  }
  beginScript(reading, callId, item.input)
}

const readCall = (reading: Reading, item: JsonRecord, called: Called): void => {
  const callId = asId(item.call_id) ?? asId(item.id)
  if (called.name === undefined) return reportIssue(reading, 'bad-record', 'a call without a tool name')
  if (callId === undefined) reportIssue(reading, 'bad-record', 'a call without an id')
  else remember(reading.state.open, callId, openCall(called.name, called.args), OPEN_LIMIT)
  const argsText = isRecord(called.args) ? asString(item.arguments) : undefined
  emitCall(reading, { name: called.name, args: called.args, argsText, callId })
}

const emitCall = (
  reading: Reading,
  call: { name: string; args: unknown; argsText?: string | undefined; callId: string | undefined },
): void => {
  const body: Omit<ToolCall, 'session' | 'line'> = { type: 'tool-call', tool: call.name, args: call.args }
  if (usageFollows(reading)) body.usageFollows = true
  if (call.argsText !== undefined) body.argsText = call.argsText
  if (call.callId !== undefined) body.callId = call.callId
  emitEvent(reading, body)
}

/** Tools that the model's provider runs: the item is written when they are done, and is call and result in one. */
const readServerCall = (reading: Reading, item: JsonRecord, called: { name: string; args: unknown }): void => {
  const { state } = reading
  const callId = asId(item.id) ?? asId(item.call_id) ?? (called.name === 'web_search' ? state.searchId : undefined)
  if (called.name === 'web_search') state.searchId = undefined
  emitCall(reading, { ...called, callId })
  readFinished(reading, callId, item.status)
}

const readFinished = (reading: Reading, callId: string | undefined, status: unknown): void => {
  if (status !== 'completed' && status !== 'failed') return
  // What the model saw is not recorded. The empty text says that this is the result and nothing else will come.
  const flag = status === 'completed' ? 'ok' : 'error'
  if (callId === undefined) return emitEvent(reading, { type: 'tool-result', text: '', flag })
  reading.state.open.delete(callId)
  emitEvent(reading, { type: 'tool-result', callId, text: '', flag })
}

const readResult = (reading: Reading, item: JsonRecord): void => {
  const { state } = reading
  state.isUsageFresh = false
  const callId = asId(item.call_id) ?? asId(item.id)
  if (callId === undefined) return reportIssue(reading, 'bad-record', 'an output without the id of its call')
  if (state.codeMode.scripts.has(callId)) return readScriptResult(reading, callId, item.output)
  const call = state.open.get(callId)
  const answer = call?.tool === 'wait' ? readWait(item.output) : readOutput(call?.tool, item.output)
  if (answer === undefined) return reportIssue(reading, 'bad-record', 'an output that is neither text nor a list')
  state.open.delete(callId)
  // A poll that finds its process running has done its work; the call that started it has not.
  if (call?.process !== undefined && answer.status === 'running') delete answer.status
  emitEvent(reading, resultOf(callId, answer))
  if (answer.process !== undefined && call?.process === undefined) {
    remember(state.processes, answer.process, callId, PROCESS_LIMIT)
  }
  if (call?.process === undefined) return
  const script = call.tool === 'wait' ? state.processes.get(call.process) : undefined
  const output = script === undefined ? undefined : readScriptOutput(item.output)
  if (script !== undefined && output !== undefined) readScriptEnd(reading, script, output, false)
  else tellStarter(reading, call.process, answer)
}

/** A wait that was answered has done its work, unless what it waited for failed. */
const readWait = (output: unknown): Answer | undefined => {
  const said = readScriptOutput(output)
  if (said === undefined) return readOutput('wait', output)
  if (said.state === 'failed') return { text: said.error ?? '', flag: 'error' }
  return { text: said.items.filter((item) => item !== undefined).join('\n'), flag: 'ok' }
}

const readScriptResult = (reading: Reading, callId: string, output: unknown): void => {
  const said = readScriptOutput(output)
  if (said !== undefined) return readScriptEnd(reading, callId, said, true)
  const answer = readOutput(undefined, output)
  if (answer === undefined) return reportIssue(reading, 'bad-record', 'an output that is neither text nor a list')
  // A script can also send a note while it runs; its output comes later.
  const source = reading.state.codeMode.scripts.get(callId)?.source ?? ''
  const isNote = answer.status === undefined && /\bnotify\b/.test(source)
  if (!isNote) breakOffScript(reading, callId, { text: answer.text, isInterrupted: answer.status === 'interrupted' })
}

const resultOf = (callId: string, answer: Answer): EventBody => {
  const body: Omit<ToolResult, 'session' | 'line'> = { type: 'tool-result', callId, text: answer.text }
  if (answer.flag !== undefined) body.flag = answer.flag
  if (answer.exitCode !== undefined) body.exitCode = answer.exitCode
  if (answer.status !== undefined) body.status = answer.status
  return body
}

/** A poll that saw the end of a process says how the call that started it ended. */
const tellStarter = (reading: Reading, process: string, { exitCode }: Answer): void => {
  const starter = reading.state.processes.get(process)
  if (starter === undefined || exitCode === undefined) return
  reading.state.processes.delete(process)
  reading.state.codeMode.waiting.delete(starter)
  emitEvent(reading, { type: 'tool-result', callId: starter, exitCode })
}

const openCall = (tool: string, args: unknown): OpenCall => {
  const process = isRecord(args) ? polledProcess(tool, args) : undefined
  return process === undefined ? { tool } : { tool, process }
}

const polledProcess = (tool: string, args: JsonRecord): string | undefined => {
  if (tool === 'write_stdin') return asIdOrNumber(args.session_id)
  const cell = tool === 'wait' ? asIdOrNumber(args.cell_id) : undefined
  return cell === undefined ? undefined : cellKey(cell)
}

const readMessage = (reading: Reading, item: JsonRecord): void => {
  if (item.role === 'user') return readUserMessage(reading, item.content)
  if (item.role === 'developer' || item.role === 'system') {
    // Most of them are the harness's own prompt, which every session has.
    const { text, synthetic } = readUserContent(item.content)
    if (!synthetic && text !== '') emitEvent(reading, { type: 'system-message', text })
    return
  }
  if (item.role !== 'assistant') return
  const text = readContent(item.content)
  if (text !== '' && !isTwin(reading.state.twins, 'item', { role: 'assistant', text })) emitAssistant(reading, text)
}

const readUserMessage = (reading: Reading, content: unknown): void => {
  const { state } = reading
  state.isUsageFresh = false
  const { text, synthetic } = readUserContent(content)
  if (text === '') return
  if (synthetic && !state.hasCwd) {
    const cwd = cwdInside(text)
    if (cwd !== undefined) {
      state.hasCwd = true
      emitEvent(reading, { type: 'session-start', cwd })
    }
  }
  if (!isTwin(state.twins, 'item', { role: 'user', text })) emitUser(reading, text, synthetic)
}

/** What a sub-agent is told comes from another agent, so no person typed it. */
export const emitUser = (reading: Reading, text: string, synthetic: boolean): void =>
  synthetic || reading.state.subagent
    ? emitEvent(reading, { type: 'user-message', text, synthetic: true })
    : emitEvent(reading, { type: 'user-message', text })

export const emitAssistant = (reading: Reading, text: string): void => {
  const { model } = reading.state
  const body = { type: 'assistant-message', text } as const
  emitEvent(reading, model === undefined ? body : { ...body, model })
}

/** MCP tools keep their full name; the namespaces of Codex itself only sort its own tools. */
const toolName = (item: JsonRecord): string | undefined => {
  const name = asId(item.name)
  const namespace = asString(item.namespace)
  if (name === undefined || !namespace || OWN_NAMESPACES.has(namespace)) return name
  return namespace.startsWith('mcp__') ? `${namespace.replace(/_{1,8}$/, '')}__${name}` : `${namespace}.${name}`
}

const OWN_NAMESPACES = new Set(['collaboration', 'functions', 'multi_agent'])

const parseArguments = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? ''
  return parseJson(value) ?? value
}
