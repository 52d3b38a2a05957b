import { isRecord, parseJson } from '../../lib/json.ts'
import { judgeCommand } from '../../trust/gate.ts'
import type { GateInput, GateVerdict } from './shape.ts'

/**
 * Says whether a session would be shown this command line, and whether Warmstart's agent would run it without asking.
 */
export const gate = ({ command, cwd }: GateInput, { unattended = false } = {}): GateVerdict => {
  const judged = judgeCommand(command, { project: cwd, cwd })
  if (judged.harmless) return { show: true, run: 'allow', why: '' }
  return { show: false, run: unattended ? 'refuse' : 'ask', why: judged.why }
}

/** Reads one line of input; `problem` says what is wrong with it. */
export const readGateInput = (line: string): GateInput | { problem: string } => {
  const record = parseJson(line)
  if (!isRecord(record)) return { problem: 'not a JSON object' }
  const { command, cwd } = record
  if (typeof command !== 'string') return { problem: 'needs "command", the command line, as a string' }
  if (cwd === undefined || cwd === null) return { command }
  return typeof cwd === 'string' ? { command, cwd } : { problem: '"cwd" must be a string' }
}
