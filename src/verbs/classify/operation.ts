import { isRecord, parseJson } from '../../lib/json.ts'
import { judge } from '../../outcome/judge.ts'
import type { Classified } from './shape.ts'
import type { ClassifyInput } from './input-shape.ts'
import type { JudgeInput } from '../../schema/outcome.ts'

/** Judges a result without importing it. The format is not known, so a flag that says ok is only a last resort. */
export const classify = (input: ClassifyInput): Classified => {
  const judged: JudgeInput = { tool: input.tool, args: input.arguments }
  if (input.result !== undefined) judged.result = input.result
  if (input.isError !== undefined) judged.flag = input.isError ? 'error' : 'ok'
  if (input.exitCode !== undefined) judged.exitCode = input.exitCode
  const { outcome, cause = null, rung, rule, evidence, masked } = judge(judged)
  return { outcome, cause, rung, rule, evidence, masked }
}

/** Reads one line of input; `problem` says what is wrong with it. */
export const readClassifyInput = (line: string): ClassifyInput | { problem: string } => {
  const record = parseJson(line)
  if (!isRecord(record)) return { problem: 'not a JSON object' }
  const { tool, result, isError, exitCode } = record
  if (typeof tool !== 'string') return { problem: 'needs "tool", the name of the tool, as a string' }
  const input: ClassifyInput = { tool, arguments: record['arguments'] }
  if (result !== undefined && result !== null)
    input.result = typeof result === 'string' ? result : (textOfBlocks(result) ?? JSON.stringify(result))
  if (isError !== undefined && isError !== null) {
    if (typeof isError !== 'boolean') return { problem: '"isError" must be true or false' }
    input.isError = isError
  }
  if (exitCode !== undefined && exitCode !== null) {
    if (typeof exitCode !== 'number' || !Number.isInteger(exitCode))
      return { problem: '"exitCode" must be a whole number' }
    input.exitCode = exitCode
  }
  return input
}

/** The text of a list of content blocks, the form in which models get results; undefined for any other list. */
const textOfBlocks = (result: unknown): string | undefined => {
  if (!Array.isArray(result) || result.length === 0) return undefined
  const texts = result.map((block: unknown) =>
    isRecord(block) && block['type'] === 'text' ? block['text'] : undefined,
  )
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : undefined
}
