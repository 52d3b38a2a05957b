import { asNumber, asString, isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'
import type { Metric } from '../../../schema/experiment.ts'
import { METRICS } from '../../metric-scale.ts'
import type { RunFormat, RunRow } from '../finished-run.ts'
import { invalidRow, knownMetrics, scoredRow } from '../run-row.ts'

/** Our own trials, one a line. Only `task` and `end` (or `score`) must be there. */
export const trialRowsFormat: RunFormat = {
  name: 'trial-rows',
  title: 'trials, one JSON object a line (.ndjson, .jsonl)',
  accepts: ({ path, isDirectory }) => !isDirectory && /\.(?:ndjson|jsonl)$/.test(path),
  read: (place) => {
    const { rows, issues } = readTrialLines(place.bytes().toString('utf8'))
    return { rows: rows.map(({ trial, checksum }) => ({ trial, checksum })), issues }
  },
}

/** Trials of a text, each with the arm that it names; null where it names none, as in a run that is one arm. */
export const readTrialLines = (text: string): { rows: (RunRow & { arm: string | null })[]; issues: string[] } => {
  const rows: (RunRow & { arm: string | null })[] = []
  const issues: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const record = parseJson(line)
    const row = isRecord(record) ? rowOf(record) : undefined
    if (row !== undefined && isRecord(record)) rows.push({ ...row, arm: asString(record.arm) ?? null })
    else
      issues.push(
        `line ${index + 1} is not a trial: it needs a task, and an end (pass, fail, invalid) or a score from 0 to 1`,
      )
  }
  const shown = issues.slice(0, MOST_ISSUES)
  return { rows, issues: issues.length > MOST_ISSUES ? [...shown, `and ${issues.length - MOST_ISSUES} more`] : shown }
}

const MOST_ISSUES = 5

const rowOf = (record: JsonRecord): RunRow | undefined => {
  const task = typeof record.task === 'number' ? String(record.task) : asString(record.task)
  const score = asNumber(record.score)
  const end = asString(record.end)
  if (task === undefined || (score !== undefined && !(score >= 0 && score <= 1))) return undefined
  const metrics = isRecord(record.metrics) ? record.metrics : {}
  const known = {
    task,
    repeat: asNumber(record.repeat) ?? 1,
    metrics: knownMetrics(
      Object.fromEntries(
        METRICS.filter((metric): metric is Exclude<Metric, 'success'> => metric !== 'success').map((metric) => [
          metric,
          asNumber(metrics[metric]),
        ]),
      ),
    ),
    model: asString(record.model) ?? null,
    taskType: asString(record.taskType) ?? null,
    propensity: asNumber(record.propensity) ?? null,
    exposed: typeof record.exposed === 'boolean' ? record.exposed : null,
    startedAt: asNumber(record.startedAt) ?? null,
    session: asString(record.session) ?? null,
  }
  const checksum = asString(record.checksum) ?? null
  if (end === 'invalid') return invalidRow(known, asString(record.reason) ?? 'no reason recorded', checksum)
  if (end !== 'pass' && end !== 'fail') return score === undefined ? undefined : scoredRow(known, score, checksum)
  const row = scoredRow(known, end === 'pass' ? 1 : 0, checksum)
  return score === undefined ? row : { ...row, trial: { ...row.trial, score } }
}
