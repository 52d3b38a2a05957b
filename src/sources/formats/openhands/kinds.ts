import { asNumber, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import { partsText, type Spot, type Trajectory } from '../../../wire/trajectory.ts'

/** The second generation: events that name their kind, with calls and results tied by the id of the call. */
export const readKind = (run: Trajectory, spot: Spot, event: JsonRecord): void =>
  READERS[String(event.kind)]?.(run, spot, event)

const readMessage = (run: Trajectory, spot: Spot, event: JsonRecord): void => {
  const message = isRecord(event.llm_message) ? event.llm_message : {}
  const text = partsText(message.content)
  if (message.role === 'user') run.user(spot, text, event.source !== 'user')
  else if (message.role === 'assistant') run.assistant(spot, text)
}

const readAction = (run: Trajectory, spot: Spot, event: JsonRecord): void => {
  run.assistant(spot, partsText(event.thought))
  const { kind: _kind, ...args } = isRecord(event.action) ? event.action : {}
  run.call(spot, { tool: event.tool_name, args, callId: asString(event.tool_call_id) || undefined })
}

const readObservation = (run: Trajectory, spot: Spot, event: JsonRecord): void => {
  const seen = isRecord(event.observation) ? event.observation : {}
  const metadata = isRecord(seen.metadata) ? seen.metadata : {}
  const text = partsText(seen.content) || (asString(seen.output) ?? '')
  const callId = asString(event.tool_call_id) || undefined
  const code = asNumber(seen.exit_code) ?? asNumber(metadata.exit_code)
  const cwd = asString(metadata.working_dir)
  if (cwd) run.tell(spot, { cwd })
  if (code === -1) return run.result(spot, callId, { text, status: 'running' })
  if (code !== undefined) return run.result(spot, callId, { text, exitCode: code })
  run.result(spot, callId, seen.is_error === true ? { text, flag: 'error' } : { text })
}

const readSystem = (run: Trajectory, spot: Spot, event: JsonRecord): void => {
  const prompt = event.system_prompt
  run.system(spot, isRecord(prompt) ? (asString(prompt.text) ?? '') : (asString(prompt) ?? ''))
}

const READERS: Record<string, (run: Trajectory, spot: Spot, event: JsonRecord) => void> = {
  SystemPromptEvent: readSystem,
  MessageEvent: readMessage,
  ActionEvent: readAction,
  ObservationEvent: readObservation,
  AgentErrorEvent: (run, spot, event) =>
    run.result(spot, asString(event.tool_call_id) || undefined, { text: asString(event.error) ?? '', flag: 'error' }),
  UserRejectObservation: (run, spot, event) =>
    run.result(spot, asString(event.tool_call_id) || undefined, {
      text: asString(event.rejection_reason) ?? '',
      flag: 'error',
      status: 'rejected',
    }),
  Condensation: (run, spot) => run.compaction(spot, 'condensation'),
}
