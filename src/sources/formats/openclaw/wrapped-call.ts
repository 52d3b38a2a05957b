import { asString, isRecord } from '../../../lib/json.ts'
import type { JsonRecord } from '../../../lib/json.ts'
import type { PiCall } from '../../../wire/pi-dialect.ts'

/**
 * With many tools OpenClaw shows the model one tool, `tool_call {id, args}`, that calls all others. The call that counts is
 * the one inside.
 */
export const unwrapCall = (call: PiCall): PiCall => {
  if (call.tool !== WRAPPER || !isRecord(call.args)) return call
  const tool = toolName(call.args.id ?? call.args.toolId ?? call.args.name)
  return tool === undefined ? call : { ...call, tool, args: call.args.args ?? call.args.input ?? {} }
}

/** The result of such a call holds the result of the tool that ran: `{tool: {name}, result: {content, details}}`. */
export const unwrapResult = (message: JsonRecord): JsonRecord => {
  if (message.toolName !== WRAPPER || !isRecord(message.details)) return message
  const { tool, result } = message.details
  if (!isRecord(result)) return message
  const inner: JsonRecord = { ...message, details: isRecord(result.details) ? result.details : {} }
  const name = isRecord(tool) ? toolName(tool.name ?? tool.id) : undefined
  if (name !== undefined) inner.toolName = name
  if (Array.isArray(result.content)) inner.content = result.content
  return inner
}

const WRAPPER = 'tool_call'

/** Ids in the catalogue of tools name their origin first: `openclaw:exec`. */
const toolName = (id: unknown): string | undefined => {
  const text = asString(id)?.trim() ?? ''
  const name = text.slice(text.lastIndexOf(':') + 1)
  return name === '' || name.length > NAME_CHARS ? undefined : name
}

const NAME_CHARS = 200
