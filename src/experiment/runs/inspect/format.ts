import { AppError } from '../../../lib/error.ts'
import { hashOf } from '../../../lib/hash.ts'
import { asArray, asNumber, asString, isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'
import { type ZipEntry, zipEntries } from '../../../lib/zip.ts'
import type { FinishedRun, RunFormat, RunPlace, RunRow } from '../finished-run.ts'
import { invalidRow, knownMetrics, millisOf, scoredRow } from '../run-row.ts'

/** A log of Inspect, as JSON or as .eval (a ZIP of JSON files). A sample is a task, an epoch a repeat. */
export const inspectFormat: RunFormat = {
  name: 'inspect',
  title: 'Inspect log (.eval or .json)',
  accepts: (place) => !place.isDirectory && (place.path.endsWith('.eval') || isLog(place.json())),
  read: (place) => {
    const log = place.json()
    return isRecord(log) ? readLog(log, asArray(log.samples)) : readArchive(place)
  },
}

const isLog = (json: unknown): boolean => isRecord(json) && isRecord(json.eval) && json.status !== undefined

const readArchive = (place: RunPlace): FinishedRun => {
  const entries = zipEntries(place.bytes())
  if (entries === undefined)
    throw new AppError('unreadable-run', `${place.path} is not a ZIP archive that can be read`, { hint: CONVERT })
  const header = entries.find(({ name }) => name === 'header.json')
  const log = header === undefined ? {} : unpacked(header, place.path)
  const samples = entries
    .filter(({ name }) => name.startsWith('samples/') && name.endsWith('.json'))
    .map((entry) => unpacked(entry, place.path))
  const run = readLog(isRecord(log) ? log : {}, samples)
  if (header === undefined) run.issues.push('the log has no header: the run did not end')
  return run
}

const CONVERT = 'convert it: inspect log convert LOG --to json --output-dir DIRECTORY'

const unpacked = (entry: ZipEntry, path: string): unknown => {
  const bytes = entry.read()
  if (bytes !== undefined) return parseJson(bytes.toString('utf8'))
  throw new AppError('unreadable-run', `${entry.name} of ${path} is packed in a way that this Node cannot undo`, {
    hint: CONVERT,
  })
}

const readLog = (log: JsonRecord, samples: readonly unknown[]): FinishedRun => {
  const head = isRecord(log.eval) ? log.eval : {}
  const model = asString(head.model) ?? null
  const scorer = scorerOf(log, samples)
  const issues: string[] = []
  const rows = samples.flatMap((sample): RunRow[] => {
    if (!isRecord(sample) || (typeof sample.id !== 'string' && typeof sample.id !== 'number')) {
      issues.push('a sample without an id was left out')
      return []
    }
    return [rowOf(sample, { model, scorer })]
  })
  if (scorer === undefined) issues.push('no sample has a score')
  if (samples.length === 0) issues.push('the log holds no samples; it may have been written with log_samples=False')
  return { rows, issues }
}

/** The scorer that Inspect lists first; its name stands in the results, or in the first scored sample of a run that did not end. */
const scorerOf = (log: JsonRecord, samples: readonly unknown[]): string | undefined => {
  const [listed] = asArray(isRecord(log.results) ? log.results.scores : undefined)
  const name = isRecord(listed) ? asString(listed.name) : undefined
  const scored = samples.find((each) => isRecord(each) && isRecord(each.scores) && Object.keys(each.scores).length > 0)
  const names = isRecord(scored) && isRecord(scored.scores) ? Object.keys(scored.scores) : []
  return name !== undefined && names.includes(name) ? name : names[0]
}

const rowOf = (sample: JsonRecord, { model, scorer }: { model: string | null; scorer: string | undefined }): RunRow => {
  const usages = Object.values(isRecord(sample.model_usage) ? sample.model_usage : {})
  const tokens = usages.map((usage) => (isRecord(usage) ? asNumber(usage.total_tokens) : undefined))
  const known = {
    task: String(sample.id),
    repeat: asNumber(sample.epoch) ?? 1,
    metrics: knownMetrics({
      tokens: tokens.length === 0 ? undefined : tokens.reduce<number>((sum, each) => sum + (each ?? Number.NaN), 0),
      seconds: asNumber(sample.total_time),
    }),
    model,
    startedAt: millisOf(sample.started_at),
    session: asString(sample.uuid) ?? null,
  }
  const checksum = hashOf(JSON.stringify(sample.input ?? null), JSON.stringify(sample.target ?? null))
  if (isRecord(sample.error))
    return invalidRow(known, (asString(sample.error.message) ?? 'error').split('(')[0] ?? '', checksum)
  const scores = isRecord(sample.scores) ? sample.scores : {}
  const score = scorer === undefined ? undefined : scores[scorer]
  const outcome = isRecord(score) ? outcomeOf(score.value) : undefined
  return outcome === undefined ? invalidRow(known, 'not scored', checksum) : scoredRow(known, outcome, checksum)
}

/** Inspect's words: correct, partly correct, incorrect, no answer; and what its own metrics take for 1 and 0. */
const WORDS: Readonly<Record<string, number>> = { c: 1, p: 0.5, i: 0, n: 0, yes: 1, true: 1, no: 0, false: 0 }

const outcomeOf = (value: unknown): number | undefined => {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string') return WORDS[value.trim().toLowerCase()] ?? asNumber(Number.parseFloat(value))
  return asNumber(value)
}
