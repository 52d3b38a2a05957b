import { asString, isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'
import { nameSession } from '../../../wire/file-stem.ts'
import { createTrajectory, partsText, type Trajectory, usageFrom } from '../../../wire/trajectory.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { isStep, isTrajectory } from './recognise.ts'

/** Reads the steps of one instance: each is a command and what it printed. Never throws. */
export const createParser = (file: SourceFile, emit: Emit): Parser => ({
  read(record) {
    if (!isTrajectory(record)) {
      emit.issue({ line: 1, code: 'unknown-record', message: 'no trajectory of SWE-agent' })
      return
    }
    const info = isRecord(record.info) ? record.info : {}
    const version = asString(info.swe_agent_version)
    const title = asString(record.environment)
    const run = createTrajectory(emit, nameSession(file.path).replace(/\.traj$/, ''), {
      platform: 'benchmark',
      ...(version ? { agentVersion: version } : {}),
      ...(title ? { title } : {}),
    })
    readHistory(run, record.history)
    for (const [index, step] of record.trajectory.entries()) {
      if (isStep(step)) readStep(run, step, index + 1)
      else emit.issue({ line: index + 1, code: 'bad-record', message: 'a step without an action' })
    }
    const stats = usageFrom(info.model_stats, {
      input: 'tokens_sent',
      output: 'tokens_received',
      cost: 'instance_cost',
    })
    if (stats !== undefined) {
      const { contextTokens: _whole, ...total } = stats
      run.usage({ line: record.trajectory.length }, { ...total, cumulative: true })
    }
    run.end(asString(info.exit_status))
  },
  save: () => undefined,
})

/** The history begins with the system message; what was asked stands behind the demonstrations. */
const readHistory = (run: Trajectory, history: unknown): void => {
  const first = (role: string): string => {
    const found = (Array.isArray(history) ? history : []).find(
      (message) => isRecord(message) && message.role === role && message.is_demo !== true,
    )
    return isRecord(found) ? partsText(found.content) : ''
  }
  run.system({ line: 1 }, first('system'))
  run.user({ line: 1 }, first('user'))
}

const readStep = (run: Trajectory, step: JsonRecord, line: number): void => {
  const spot = { line }
  run.assistant(spot, asString(step.thought) ?? asString(step.response) ?? '')
  const action = (asString(step.action) ?? '').trim()
  if (action === '') return
  const cwd = directoryOf(step.state)
  if (cwd !== undefined) run.tell(spot, { cwd })
  run.call(spot, { tool: 'bash', args: { command: action }, callId: `step-${line}` })
  const seen = asString(step.observation)
  if (seen !== undefined) run.result(spot, `step-${line}`, { text: seen })
}

/** Reads the directory from the state after a step, which is an object or JSON text. */
const directoryOf = (state: unknown): string | undefined => {
  const told = typeof state === 'string' ? parseJson(state) : state
  return isRecord(told) ? asString(told.working_dir) || undefined : undefined
}
