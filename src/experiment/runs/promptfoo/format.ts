import { hashOf } from '../../../lib/hash.ts'
import { asArray, asNumber, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { RunFormat, RunRow } from '../finished-run.ts'
import { createRepeats, invalidRow, knownMetrics, scoredRow } from '../run-row.ts'

/** The JSON that `promptfoo eval --output` writes. A test case is a task, whatever its place in the list. */
export const promptfooFormat: RunFormat = {
  name: 'promptfoo',
  title: 'promptfoo results (.json)',
  accepts: (place) => !place.isDirectory && resultsOf(place.json()) !== undefined,
  read: (place) => {
    const results = (resultsOf(place.json()) ?? []).filter(isRecord)
    const repeatOf = createRepeats()
    const variants = new Set(results.map((each) => `${asNumber(each.promptIdx) ?? 0} ${providerOf(each)}`))
    return {
      rows: results.map((each) => rowOf(each, repeatOf)),
      issues:
        variants.size > 1
          ? [`it holds ${variants.size} prompts and providers, whose results count as repeats of a test`]
          : [],
    }
  },
}

const resultsOf = (json: unknown): unknown[] | undefined => {
  const outer = isRecord(json) ? json.results : undefined
  const results = isRecord(outer) ? outer.results : outer
  return Array.isArray(results) && results.some((each) => isRecord(each) && typeof each.success === 'boolean')
    ? results
    : undefined
}

const providerOf = ({ provider }: JsonRecord): string =>
  (isRecord(provider) ? asString(provider.id) : asString(provider)) ?? ''

/** promptfoo's own word for "the call failed", beside 0 (nothing did) and 1 (an assertion did). */
const CALL_FAILED = 2

const rowOf = (result: JsonRecord, repeatOf: (task: string) => number): RunRow => {
  const test = isRecord(result.testCase) ? result.testCase : {}
  const vars = result.vars ?? test.vars ?? null
  const checksum = hashOf(JSON.stringify(vars), JSON.stringify(test.assert ?? null))
  const isNamed = vars !== null || test.assert !== undefined
  const task =
    asString(test.description) ?? (isNamed ? `test ${checksum.slice(0, 8)}` : `test ${asNumber(result.testIdx) ?? '?'}`)
  const usage = isRecord(result.tokenUsage) ? asNumber(result.tokenUsage.total) : undefined
  const latency = asNumber(result.latencyMs)
  const known = {
    task,
    repeat: repeatOf(task),
    metrics: knownMetrics({
      tokens: usage,
      seconds: latency === undefined ? undefined : latency / 1000,
      'cost-usd': asNumber(result.cost),
    }),
    model: providerOf(result) === '' ? null : providerOf(result),
  }
  const isGraded = isRecord(result.gradingResult) && asArray(result.gradingResult.componentResults).length > 0
  const isBroken =
    result.failureReason === CALL_FAILED ||
    (result.failureReason === undefined && asString(result.error) !== undefined && !isGraded)
  if (isBroken) return invalidRow(known, asString(result.error) ?? 'the call failed', checksum)
  const score = asNumber(result.score)
  const isPass = result.success === true
  // A test may pass with part of the points; its word counts, and the points are kept where they are between.
  const isPart = score !== undefined && score > 0 && score < 1
  const row = scoredRow(known, isPart ? score : isPass ? 1 : 0, checksum)
  return { ...row, trial: { ...row.trial, end: isPass ? 'pass' : 'fail' } }
}
