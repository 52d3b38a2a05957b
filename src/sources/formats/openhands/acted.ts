import { asNumber, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import { type Spot, type Trajectory, usageFrom } from '../../../wire/trajectory.ts'

/** The first generation: an event is an action, or the observation that one caused. */
export const readActed = (run: Trajectory, spot: Spot, event: JsonRecord): void => {
  if (typeof event.observation === 'string') return readObservation(run, spot, event)
  const action = asString(event.action) ?? ''
  const args = isRecord(event.args) ? event.args : {}
  if (action === 'message') {
    const text = asString(args.content) ?? asString(event.message) ?? ''
    if (event.source === 'user') run.user(spot, text)
    else run.assistant(spot, text)
    return readTotals(run, spot, event.llm_metrics)
  }
  if (action === 'system') return run.system(spot, asString(args.content) ?? '')
  if (action === 'condensation') return run.compaction(spot, 'condensation')
  if (event.source !== 'agent' || SILENT.has(action)) return
  run.assistant(spot, asString(args.thought) ?? '')
  readTotals(run, spot, event.llm_metrics)
  const asked = isRecord(event.tool_call_metadata) ? event.tool_call_metadata : {}
  const { thought: _thought, ...rest } = args
  const tool = asString(asked.function_name) ?? TOOLS[action] ?? action
  run.call(spot, { tool, args: rest, callId: callIdOf(event.id) })
}

/** Actions that were not asked for by a call have the name of what they do. */
const TOOLS: Record<string, string> = { run: 'execute_bash', run_ipython: 'execute_ipython_cell' }

/** Actions that are no tool calls: those of the program itself, and the end. */
const SILENT: ReadonlySet<string> = new Set(['recall', 'change_agent_state', 'finish', 'think', 'null', ''])

const callIdOf = (id: unknown): string | undefined =>
  typeof id === 'number' || (typeof id === 'string' && id !== '') ? `event-${id}` : undefined

const readObservation = (run: Trajectory, spot: Spot, event: JsonRecord): void => {
  const kind = asString(event.observation) ?? ''
  const cause = callIdOf(event.cause)
  if (QUIET.has(kind) || cause === undefined) return
  const extras = isRecord(event.extras) ? event.extras : {}
  const metadata = isRecord(extras.metadata) ? extras.metadata : {}
  const code = asNumber(metadata.exit_code) ?? asNumber(extras.exit_code)
  const cwd = asString(metadata.working_dir)
  if (cwd) run.tell(spot, { cwd })
  const text = asString(event.content) ?? ''
  // -1 stands for a command that has not ended.
  if (code === -1) return run.result(spot, cause, { text, status: 'running' })
  if (code !== undefined) return run.result(spot, cause, { text, exitCode: code })
  if (kind === 'user_rejected') return run.result(spot, cause, { text, flag: 'error', status: 'rejected' })
  run.result(spot, cause, kind === 'error' || event.success === false ? { text, flag: 'error' } : { text })
}

const QUIET: ReadonlySet<string> = new Set(['agent_state_changed', 'recall', 'think', 'null', ''])

/** Sums of the session so far. */
const readTotals = (run: Trajectory, spot: Spot, metrics: unknown): void => {
  if (!isRecord(metrics)) return
  const names = {
    input: 'prompt_tokens',
    output: 'completion_tokens',
    cached: 'cache_read_tokens',
    written: 'cache_write_tokens',
  }
  const usage = usageFrom(metrics.accumulated_token_usage, names)
  const cost = asNumber(metrics.accumulated_cost)
  if (usage === undefined && !cost) return
  const { contextTokens: _whole, ...total } = usage ?? {}
  run.usage(spot, { ...total, ...(cost ? { costUsd: cost } : {}), cumulative: true })
}
