import { asArray, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import { sessionName } from '../../../wire/file-stem.ts'
import { createTrajectory, partsText, type Trajectory, usageFrom } from '../../../wire/trajectory.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { isTrajectory } from './recognise.ts'

/** Reads one run, and the runs of its sub-agents that it holds. Never throws. */
export const createParser = (file: SourceFile, emit: Emit): Parser => ({
  read(record, line) {
    if (isTrajectory(record)) readRun(emit, { file, record, ordinal: String(line), parent: undefined })
    else emit.issue({ line, code: 'unknown-record', message: 'no trajectory of ATIF 1.x' })
  },
  save: () => undefined,
})

interface Run {
  file: SourceFile
  record: JsonRecord & { steps: unknown[] }
  ordinal: string
  parent: string | undefined
}

/** Deeper ones are left out: a trajectory that holds itself must end. */
const MOST_DEPTH = 8

const readRun = (emit: Emit, { file, record, ordinal, parent }: Run): void => {
  const agent = isRecord(record.agent) ? record.agent : {}
  const version = asString(agent.version)
  const model = asString(agent.model_name)
  const id = parent === undefined ? record.session_id : (record.trajectory_id ?? undefined)
  const session = sessionName(file.path, id, ordinal)
  const run = createTrajectory(emit, session, {
    ...(version ? { agentVersion: version } : {}),
    ...(model ? { model } : {}),
    ...(parent === undefined ? {} : { platform: 'subagent', parent: { session: parent, kind: 'subagent' as const } }),
  })
  for (const [index, step] of record.steps.entries()) {
    if (isRecord(step)) readStep(run, step, index + 1)
    else emit.issue({ line: index + 1, code: 'bad-record', message: 'a step that is not an object' })
  }
  run.end()
  if (ordinal.split('.').length > MOST_DEPTH) return
  for (const [index, each] of asArray(record.subagent_trajectories).entries())
    if (isTrajectory(each)) readRun(emit, { file, record: each, ordinal: `${ordinal}.${index + 1}`, parent: session })
}

const readStep = (run: Trajectory, step: JsonRecord, line: number): void => {
  const spot = { line, time: step.timestamp }
  const text = partsText(step.message)
  if (step.source === 'user') return run.user(spot, text)
  if (step.source === 'system') return run.system(spot, text)
  if (step.source !== 'agent') return
  run.assistant(spot, text, asString(step.model_name))
  run.usage(
    spot,
    usageFrom(step.metrics, {
      input: 'prompt_tokens',
      output: 'completion_tokens',
      cached: 'cached_tokens',
      cost: 'cost_usd',
    }),
  )
  const calls = asArray(step.tool_calls).filter(isRecord)
  for (const [block, call] of calls.entries()) {
    const callId = asString(call.tool_call_id)
    run.call(spot, { tool: call.function_name, args: call.arguments, block, callId: callId || undefined })
  }
  const results = isRecord(step.observation) ? asArray(step.observation.results).filter(isRecord) : []
  for (const result of results) {
    // An observation of a step with one call need not say whose it is.
    const callId =
      asString(result.source_call_id) ?? (calls.length === 1 ? asString(calls[0]?.tool_call_id) : undefined)
    if (callId !== undefined) run.result(spot, callId, { text: partsText(result.content) })
  }
}
