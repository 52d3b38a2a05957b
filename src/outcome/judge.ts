import type { Complaint } from '../complaint/complaint.ts'
import type { JudgeInput, Rung, Verdict } from '../schema/outcome.ts'
import { findCause } from './cause.ts'
import { judgeExit } from './exit.ts'
import { judgeField } from './field.ts'
import { MAX_EVIDENCE_CHARS, undecided, type Finding } from './finding.ts'
import { judgeFlag, trustFlag } from './flag.ts'
import { hiddenFailure, isMasked } from './masked.ts'
import { toSubject, type Subject } from './subject.ts'
import { tellingEvidence } from './telling.ts'
import { judgeText } from './text.ts'
import { judgeTool } from './judge-tool.ts'

/**
 * Says whether a call worked, by the first rung of the ladder that speaks, and why not. Pure, and never throws: input
 * of the wrong type is treated as absent.
 */
export const judge = (input: JudgeInput): Verdict => judgeCall(input).verdict

/** The verdict, and what the call complains about where it failed or its failure was hidden. */
export const judgeCall = (input: JudgeInput): { verdict: Verdict; complaints: readonly Complaint[] } => {
  const given: JudgeInput = typeof input === 'object' && input !== null ? input : { tool: '' }
  const subject = toSubject(given)
  const found = climb(given, subject)
  const isWrong = subject.result !== undefined && (found.outcome === 'error' || found.masked)
  return { verdict: found, complaints: isWrong ? subject.complaints() : [] }
}

const climb = (given: JudgeInput, subject: Subject): Verdict => {
  const flagged = judgeFlag(given)
  if (flagged !== undefined) return verdict('flag', flagged, subject)
  const exit = judgeExit(subject)
  if (exit !== undefined) return verdict('exit', exit, subject)
  const field = judgeField(subject)
  if (field !== undefined) return verdict('field', field, subject)
  if (subject.result === undefined) return verdict('none', trustFlag(given) ?? undecided('no-result'), subject)
  const byTool = judgeTool(subject)
  if (byTool !== undefined) return verdict('tool', byTool, subject)
  const byText = judgeText(subject)
  if (byText.outcome !== 'unknown') return verdict('text', byText, subject)
  const trusted = trustFlag(given)
  return trusted === undefined ? verdict('none', byText, subject) : verdict('flag', trusted, subject)
}

const verdict = (rung: Rung, finding: Finding, subject: Subject): Verdict => {
  const spoke = finding.rule === 'flag-ok-unopposed' ? 'flag' : rung
  const evidence = spoke === 'none' ? '' : finding.evidence.slice(0, MAX_EVIDENCE_CHARS)
  const base = { outcome: finding.outcome, rung: spoke, rule: finding.rule, evidence }
  if (finding.outcome === 'error') {
    const cause = findCause(subject, finding)
    return { ...base, evidence: tellingEvidence(evidence, subject), cause, masked: false }
  }
  if (finding.outcome !== 'ok' || !isMasked(subject)) return { ...base, masked: false }
  return { ...base, evidence: hiddenFailure(subject), masked: true }
}
