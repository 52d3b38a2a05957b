import { openShellResult } from './envelope.ts'
import { shapeOfFailure } from './failed-shape.ts'
import { failed, ok, undecided, type Finding } from './finding.ts'
import { firstLine } from './harness.ts'
import type { Subject } from './subject.ts'

/** The exit code the format recorded, the one the harness wrote around a shell command's output, or the traces of one. */
export const judgeExit = (subject: Subject): Finding | undefined => {
  if (subject.exitCode !== undefined) return fromCode(subject.exitCode, `exit code ${subject.exitCode}`, 'exit-code')
  if (subject.result === undefined) return undefined
  if (subject.family === 'edit' && ENVELOPE.test(subject.result.slice(0, 40))) return judgeEnvelope(subject.result)
  if (subject.family !== 'shell' && subject.family !== 'process') return undefined
  const envelope = subject.envelope()
  if (envelope.running === true) {
    return POLLS.has(subject.tool) ? ok('process-answered', RUNNING) : undecided('still-running', RUNNING)
  }
  if (envelope.exitCode !== undefined) return fromCode(envelope.exitCode, envelope.header ?? '', 'exit-header')
  // Only Claude Code's tool is called so.
  const shape = subject.tool === 'Bash' ? shapeOfFailure(subject.result) : undefined
  return shape === undefined ? undefined : failed(shape, firstLine(subject.result.slice(0, EVIDENCE_CHARS)))
}

/** They look at a process that another call started, and refuse with a sentence where there is none. */
const POLLS = new Set(['write_stdin'])
const RUNNING = 'process running'

/** Codex runs its patches as a program, and wraps what that printed as it does with commands. */
const ENVELOPE = /^\s{0,8}\{\s{0,8}"(?:output|metadata)":/

const judgeEnvelope = (result: string): Finding | undefined => {
  const { exitCode, header } = openShellResult(result)
  return exitCode === undefined ? undefined : fromCode(exitCode, header ?? '', 'exit-header')
}

const EVIDENCE_CHARS = 400

const fromCode = (code: number, evidence: string, rule: string): Finding =>
  code === 0 ? ok(`${rule}-zero`, evidence) : failed(rule, evidence)
