import { asString, isRecord } from '../../../lib/json.ts'
import { sessionName } from '../../../wire/file-stem.ts'
import { createTrajectory, partsText, type Trajectory, usageFrom } from '../../../wire/trajectory.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { isMessage, messagesOf } from './recognise.ts'

/** Reads one conversation, a list of them, one a line, or one message a line, in which case the file is the session. Never throws. */
export const createParser = (file: SourceFile, emit: Emit): Parser => {
  const ownSession = createTrajectory(emit, sessionName(file.path, undefined, 1), {})
  const readOne = (value: unknown, ordinal: number, standsOn: number | undefined): boolean => {
    const messages = messagesOf(value)
    if (messages === undefined) return false
    const about = isRecord(value) ? value : {}
    const model = asString(about.model)
    const run = createTrajectory(
      emit,
      sessionName(file.path, about.id ?? about.session_id, ordinal),
      model ? { model } : {},
    )
    run.system({ line: standsOn ?? 1 }, partsText(about.system))
    for (const [index, message] of messages.entries()) readMessage(emit, run, message, standsOn ?? index + 1)
    run.end()
    return true
  }
  return {
    read(record, line) {
      if (isMessage(record)) return readMessage(emit, ownSession, record, line)
      const isLine = line > 1 || /\.(?:jsonl|ndjson)$/i.test(file.path)
      if (readOne(record, line, isLine ? line : undefined)) return
      const list = Array.isArray(record) ? record : []
      const read = list.filter((each, index) => readOne(each, index + 1, undefined))
      if (read.length < list.length || list.length === 0)
        emit.issue({ line, code: 'unknown-record', message: 'neither a message nor a conversation' })
    },
    save: () => undefined,
  }
}

const readMessage = (emit: Emit, run: Trajectory, message: unknown, line: number): void => {
  if (!isMessage(message)) {
    emit.issue({ line, code: 'not-a-message', message: 'a message without a role or content' })
    return
  }
  const spot = { line, time: message.timestamp ?? message.created_at }
  const { role, content } = message
  const text = partsText(content)
  const blocks = Array.isArray(content) ? content.filter(isRecord) : []
  if (role === 'user') {
    for (const block of blocks) if (block.type === 'tool_result') readResult(run, spot, block)
    run.user(spot, text)
    return
  }
  if (role === 'system') return run.system(spot, text)
  if (role !== 'assistant') return
  run.assistant(spot, text, asString(message.model))
  run.usage(spot, usageOf(message.usage))
  for (const [index, block] of blocks.entries())
    if (block.type === 'tool_use') {
      const call = { tool: block.name, args: block.input, block: index }
      const callId = asString(block.id)
      run.call(spot, callId ? { ...call, callId } : call)
    }
}

/** Here the cache is counted beside the input. */
const usageOf = (value: unknown) => {
  const usage = usageFrom(value, { input: 'input_tokens', output: 'output_tokens' })
  if (usage === undefined || !isRecord(value)) return usage
  const [read, written] = [value.cache_read_input_tokens, value.cache_creation_input_tokens].map((count) =>
    typeof count === 'number' && count >= 0 ? count : undefined,
  )
  return {
    ...usage,
    ...(read === undefined ? {} : { cacheReadTokens: read }),
    ...(written === undefined ? {} : { cacheWriteTokens: written }),
    contextTokens: (usage.inputTokens ?? 0) + (read ?? 0) + (written ?? 0),
  }
}

/** Programs that keep such messages need not set the flag, so only an error is believed. */
const readResult = (run: Trajectory, spot: { line: number; time?: unknown }, block: Record<string, unknown>): void => {
  const callId = asString(block.tool_use_id)
  run.result(spot, callId, {
    text: partsText(block.content),
    ...(block.is_error === true ? { flag: 'error' as const } : {}),
  })
}
