import { asArray, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import { sessionName } from '../../../wire/file-stem.ts'
import { createTrajectory, partsText, type Trajectory, usageFrom } from '../../../wire/trajectory.ts'
import type { Emit } from '../../source.ts'

/** One sample in one epoch is one session. */
export const readSample = (
  emit: Emit,
  { path, head, sample, ordinal }: { path: string; head: JsonRecord; sample: JsonRecord; ordinal: number },
): void => {
  const model = asString(head.model)
  const task = asString(head.task)
  const id = typeof sample.id === 'string' || typeof sample.id === 'number' ? String(sample.id) : String(ordinal)
  const epoch = typeof sample.epoch === 'number' ? sample.epoch : 1
  const run = createTrajectory(emit, sessionName(path, sample.uuid, `${id}-${epoch}`), {
    platform: 'benchmark',
    ...(model ? { model } : {}),
    ...(task ? { title: `${task} ${id}` } : {}),
  })
  const start = { line: 1, time: sample.started_at ?? head.created }
  for (const [index, message] of asArray(sample.messages).entries()) {
    const spot = index === 0 ? start : { line: index + 1 }
    if (isRecord(message)) readMessage(run, spot, message)
    else emit.issue({ line: index + 1, code: 'not-a-message', message: 'a message that is not an object' })
  }
  readUsage(run, sample.model_usage, asArray(sample.messages).length)
  run.end(isRecord(sample.error) ? 'error' : undefined)
}

const readMessage = (run: Trajectory, spot: { line: number; time?: unknown }, message: JsonRecord): void => {
  const text = partsText(message.content)
  if (message.role === 'user') return run.user(spot, text, message.source === 'generate')
  if (message.role === 'assistant') {
    run.assistant(spot, text, asString(message.model))
    for (const [block, call] of asArray(message.tool_calls).filter(isRecord).entries())
      run.call(spot, { tool: call.function, args: call.arguments, block, callId: asString(call.id) || undefined })
    return
  }
  if (message.role === 'system') return run.system(spot, text)
  if (message.role !== 'tool') return
  const callId = asString(message.tool_call_id) || undefined
  const error = isRecord(message.error) ? (asString(message.error.message) ?? 'error') : undefined
  // A tool that raises nothing may still have failed: a shell gives back what it printed, without its code.
  run.result(spot, callId, error === undefined ? { text } : { text: error === '' ? text : error, flag: 'error' })
}

/** Emits the usage of the whole sample, by model. */
const readUsage = (run: Trajectory, usages: unknown, line: number): void => {
  if (!isRecord(usages) || line === 0) return
  const [first, ...more] = Object.values(usages)
    .map((usage) => usageFrom(usage, { input: 'input_tokens', output: 'output_tokens' }))
    .filter((usage) => usage !== undefined)
  if (first === undefined) return
  const sum = (name: 'inputTokens' | 'outputTokens'): number =>
    more.reduce((total, usage) => total + (usage[name] ?? 0), first[name] ?? 0)
  run.usage({ line }, { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), cumulative: true })
}
