import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asNumber, asString, isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'
import type { RunFormat, RunRow } from '../finished-run.ts'
import { createRepeats, invalidRow, knownMetrics, millisOf, scoredRow } from '../run-row.ts'

/** A job directory of Harbor: a folder per trial with its result. Tasks are known by source and name. */
export const harborFormat: RunFormat = {
  name: 'harbor',
  title: 'Harbor job directory',
  accepts: ({ path, isDirectory }) => isDirectory && trialFiles(path).length > 0,
  read: ({ path }) => {
    const rows: RunRow[] = []
    const issues: string[] = []
    const repeatOf = createRepeats()
    for (const file of trialFiles(path)) {
      const result = parseJson(readFileSync(file, 'utf8'))
      if (isRecord(result) && asString(result.task_name) !== undefined) rows.push(rowOf(result, file, repeatOf))
      else issues.push(`${file} is not the result of a trial`)
    }
    return { rows, issues }
  },
}

/** The result file of every trial; older versions wrote `results.json`. */
const trialFiles = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
    .flatMap((name) => {
      const file = ['result.json', 'results.json']
        .map((each) => join(path, name, each))
        .find((each) => existsSync(each))
      return file === undefined ? [] : [file]
    })

const rowOf = (result: JsonRecord, file: string, repeatOf: (task: string) => number): RunRow => {
  const source = asString(result.source)
  const name = asString(result.task_name) ?? ''
  const task = source === undefined || source === '' ? name : `${source}/${name}`
  const agent = isRecord(result.agent_result) ? result.agent_result : {}
  const info = isRecord(result.agent_info) && isRecord(result.agent_info.model_info) ? result.agent_info.model_info : {}
  const [started, finished] = [millisOf(result.started_at), millisOf(result.finished_at)]
  const [input, output] = [asNumber(agent.n_input_tokens), asNumber(agent.n_output_tokens)]
  const trajectory = join(file, '..', 'agent', 'trajectory.json')
  const known = {
    task,
    repeat: repeatOf(task),
    metrics: knownMetrics({
      tokens: input === undefined || output === undefined ? undefined : input + output,
      'cost-usd': asNumber(agent.cost_usd),
      seconds: started === null || finished === null ? undefined : (finished - started) / 1000,
    }),
    model: asString(info.name) ?? null,
    startedAt: started,
    session: existsSync(trajectory) ? trajectory : null,
  }
  const checksum = asString(result.task_checksum) ?? null
  const reward = rewardOf(result)
  if (reward !== undefined) return scoredRow(known, Math.min(Math.max(reward, 0), 1), checksum)
  const exception = isRecord(result.exception_info) ? asString(result.exception_info.exception_type) : undefined
  return invalidRow(known, exception ?? 'no reward', checksum)
}

/** The reward called `reward`, or the only one. Several without that name cannot be one outcome. */
const rewardOf = ({ verifier_result: verifier }: JsonRecord): number | undefined => {
  const rewards = isRecord(verifier) && isRecord(verifier.rewards) ? verifier.rewards : {}
  const values = Object.values(rewards)
  return asNumber(rewards.reward) ?? (values.length === 1 ? asNumber(values[0]) : undefined)
}
