import { failed, ok, undecided, type Finding } from './finding.ts'
import type { Subject } from './subject.ts'

/** The exit code the format recorded, or the one the harness wrote around a shell command's output. */
export const judgeExit = (subject: Subject): Finding | undefined => {
  if (subject.exitCode !== undefined) return fromCode(subject.exitCode, `exit code ${subject.exitCode}`, 'exit-code')
  if (subject.result === undefined || (subject.family !== 'shell' && subject.family !== 'process')) return undefined
  const envelope = subject.envelope()
  if (envelope.running === true) return undecided('still-running', 'process running')
  return envelope.exitCode === undefined ? undefined : fromCode(envelope.exitCode, envelope.header ?? '', 'exit-header')
}

const fromCode = (code: number, evidence: string, rule: string): Finding =>
  code === 0 ? ok(`${rule}-zero`, evidence) : failed(rule, evidence)
