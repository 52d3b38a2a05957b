import { hashOf } from '../../../lib/hash.ts'
import { asArray, asNumber, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { RunFormat, RunRow } from '../finished-run.ts'
import { invalidRow, knownMetrics, scoredRow } from '../run-row.ts'

/** Results of tau-bench: one list of task, trial and reward. */
export const tauBenchFormat: RunFormat = {
  name: 'tau-bench',
  title: 'tau-bench results (.json)',
  accepts: (place) => !place.isDirectory && asArray(place.json()).some((each) => isRecord(each) && isResult(each)),
  read: (place) => {
    const rows: RunRow[] = []
    let strange = 0
    for (const each of asArray(place.json()))
      if (isRecord(each) && isResult(each)) rows.push(rowOf(each))
      else strange++
    return { rows, issues: strange === 0 ? [] : [`${strange} entries have no task_id or no reward and were left out`] }
  },
}

const isResult = ({ task_id: task, reward }: JsonRecord): boolean =>
  (typeof task === 'number' || typeof task === 'string') && asNumber(reward) !== undefined

const rowOf = (result: JsonRecord): RunRow => {
  const info = isRecord(result.info) ? result.info : {}
  const task = isRecord(info.task) ? info.task : {}
  const messages = asArray(result.traj)
  const known = {
    task: String(result.task_id),
    repeat: (asNumber(result.trial) ?? 0) + 1,
    metrics: knownMetrics({
      steps:
        messages.length === 0
          ? undefined
          : messages.filter((message) => isRecord(message) && message.role === 'assistant').length,
    }),
  }
  const instruction = asString(task.instruction)
  const checksum = instruction === undefined ? null : hashOf(instruction)
  // A run that broke is on record with a reward of 0 and the error beside it.
  const error = asString(info.error)
  return error === undefined
    ? scoredRow(known, Math.min(Math.max(asNumber(result.reward) ?? 0, 0), 1), checksum)
    : invalidRow(known, error, checksum)
}
