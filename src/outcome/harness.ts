import { failed, ok, undecided, type Finding } from './finding.ts'
import { SENTENCES, type Sentence } from './harness-sentences.ts'
import type { ToolFamily } from './tool-facts.ts'

/**
 * Sentences a harness writes in place of a result: refusals, cancellations, timeouts, calls it could not even start.
 * They stand at the very beginning, so contents that quote them further down are not mistaken for them.
 */
export const judgeHarnessText = (result: string, family: ToolFamily): Finding | undefined => {
  const tagged = result.startsWith(TAG)
  const text = tagged ? result.slice(TAG.length, TAG.length + SCAN_CHARS) : result.slice(0, SCAN_CHARS)
  const sentence = SENTENCES.find((one) => (one.family ?? family) === family && one.pattern.test(text))
  if (sentence !== undefined) return toFinding(sentence, firstLine(text))
  return tagged ? failed('tool-use-error', firstLine(text)) : judgeHarnessEnding(result)
}

export const firstLine = (text: string): string => {
  const start = text.search(/\S/)
  if (start < 0) return ''
  const end = text.indexOf('\n', start)
  return text.slice(start, end < 0 ? text.length : end)
}

const TAG = '<tool_use_error>'

/** The sentences are short; only their first words are compared. */
const SCAN_CHARS = 600

const toFinding = (sentence: Sentence, evidence: string): Finding => {
  if (sentence.outcome === 'error') return failed(sentence.rule, evidence, sentence.cause)
  return sentence.outcome === 'ok' ? ok(sentence.rule, evidence) : undecided(sentence.rule, evidence)
}

/** The partial output of a command that was stopped ends with a line of the harness. */
const judgeHarnessEnding = (result: string): Finding | undefined => {
  const tail = result.slice(-ENDING_CHARS)
  if (tail.endsWith(ABORTED)) return failed('user-interrupted', ABORTED, 'user')
  if (!/\bCommand /.test(tail)) return undefined
  const found = /(?:^|\n)(Command (?:aborted|timed out after [^\n]{1,60}))\s*$/.exec(tail)
  if (found === null) return undefined
  const line = found[1] ?? ''
  return line.startsWith('Command aborted')
    ? failed('user-interrupted', line, 'user')
    : failed('timed-out', line, 'environment')
}

const ENDING_CHARS = 120
const ABORTED = '<error>Command was aborted before completion</error>'
