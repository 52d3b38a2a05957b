import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, zstdCompressSync } from 'node:zlib'

/** How one attempt at a task ended. */
export interface Attempt {
  task: string
  repeat: number
  end: 'pass' | 'fail' | 'invalid'
}

/** Writes the attempts as a format has them, under `directory`, and returns the path of the run. */
export type WriteRun = (directory: string, attempts: readonly Attempt[]) => string

/** One made-up run per format of the registry. */
export const RUN_FIXTURES: Record<string, WriteRun> = {
  harbor: (directory, attempts) => {
    const job = join(directory, 'job')
    mkdirSync(job, { recursive: true })
    writeFileSync(join(job, 'result.json'), JSON.stringify({ n_total_trials: attempts.length }))
    for (const { task, repeat, end } of attempts) {
      const trial = join(job, `${task}__${repeat}`)
      mkdirSync(trial)
      writeFileSync(
        join(trial, 'result.json'),
        JSON.stringify({
          task_name: task,
          trial_name: `${task}__${repeat}`,
          source: 'shop-tasks',
          task_checksum: `sum-${task}`,
          agent_info: { name: 'made-up', version: '1', model_info: { name: 'model-1', provider: 'made-up' } },
          agent_result: { n_input_tokens: 900, n_cache_tokens: 100, n_output_tokens: 100, cost_usd: 0.02 },
          verifier_result: end === 'invalid' ? null : { rewards: { reward: end === 'pass' ? 1 : 0 } },
          exception_info: end === 'invalid' ? { exception_type: 'EnvironmentStartTimeoutError' } : null,
          started_at: '2026-03-01T10:00:00Z',
          finished_at: '2026-03-01T10:01:00Z',
        }),
      )
    }
    return job
  },
  'trial-rows': (directory, attempts) => {
    const path = join(directory, 'trials.ndjson')
    writeFileSync(path, attempts.map((attempt) => `${JSON.stringify(attempt)}\n`).join(''))
    return path
  },
  inspect: (directory, attempts) => {
    const path = join(directory, 'log.eval')
    writeFileSync(path, inspectArchive(attempts, 'zstd'))
    return path
  },
  promptfoo: (directory, attempts) => {
    const path = join(directory, 'results.json')
    const results = attempts.map(({ task, end }, index) => ({
      testIdx: index,
      promptIdx: 0,
      provider: { id: 'made-up:model-1' },
      vars: { question: task },
      testCase: { description: task, vars: { question: task }, assert: [{ type: 'contains', value: task }] },
      success: end === 'pass',
      score: end === 'pass' ? 1 : 0,
      failureReason: end === 'pass' ? 0 : end === 'fail' ? 1 : 2,
      ...(end === 'pass' ? {} : { error: end === 'fail' ? 'Expected output to contain' : 'API error: 500' }),
      latencyMs: 1200,
      cost: 0.001,
    }))
    writeFileSync(path, JSON.stringify({ evalId: 'eval-1', results: { version: 3, results, stats: {} } }))
    return path
  },
  'swe-bench': (directory, attempts) => {
    const path = join(directory, 'report.json')
    const ids = (end: string): string[] =>
      attempts.filter((each) => each.end === end && each.repeat === 1).map(({ task }) => task)
    writeFileSync(
      path,
      JSON.stringify({
        total_instances: attempts.length,
        submitted_ids: attempts.map(({ task }) => task),
        completed_ids: [...ids('pass'), ...ids('fail')],
        resolved_ids: ids('pass'),
        unresolved_ids: ids('fail'),
        error_ids: ids('invalid'),
        empty_patch_ids: [],
        schema_version: 2,
      }),
    )
    return path
  },
  'tau-bench': (directory, attempts) => {
    const path = join(directory, 'results.json')
    writeFileSync(
      path,
      JSON.stringify(
        attempts.map(({ task, repeat, end }) => ({
          task_id: task,
          trial: repeat - 1,
          reward: end === 'pass' ? 1 : 0,
          info: end === 'invalid' ? { error: 'RateLimitError' } : { task: { instruction: `do ${task}` } },
          traj: [{ role: 'user' }, { role: 'assistant' }, { role: 'assistant' }],
        })),
      ),
    )
    return path
  },
}

/** A log of Inspect as .eval, its files packed as asked. */
export const inspectArchive = (attempts: readonly Attempt[], packing: Packing): Buffer =>
  zipOf(
    [
      ...attempts.map(({ task, repeat, end }) => ({
        name: `samples/${task}_epoch_${repeat}.json`,
        content: JSON.stringify(inspectSample({ task, repeat, end })),
      })),
      { name: 'header.json', content: JSON.stringify(INSPECT_HEADER) },
    ],
    packing,
  )

/** The same log as one JSON text. */
export const inspectJson = (attempts: readonly Attempt[]): string =>
  JSON.stringify({ ...INSPECT_HEADER, samples: attempts.map(inspectSample) })

const INSPECT_HEADER = {
  version: 2,
  status: 'success',
  eval: { task: 'shop', model: 'made-up/model-1', created: '2026-03-01T10:00:00+00:00' },
  results: { scores: [{ name: 'match', scorer: 'match' }] },
}

const inspectSample = ({ task, repeat, end }: Attempt): unknown => ({
  id: task,
  epoch: repeat,
  input: `do ${task}`,
  target: task,
  scores: end === 'invalid' ? {} : { match: { value: end === 'pass' ? 'C' : 'I' } },
  error: end === 'invalid' ? { message: 'TimeoutError(...)' } : null,
  model_usage: { 'made-up/model-1': { total_tokens: 15 } },
  total_time: 1.5,
  started_at: '2026-03-01T10:00:00+00:00',
  uuid: `${task}-${repeat}`,
})

type Packing = 'stored' | 'deflate' | 'zstd' | 'unknown'

const METHODS: Record<Packing, number> = { stored: 0, deflate: 8, zstd: 93, unknown: 9 }

const zipOf = (files: readonly { name: string; content: string }[], packing: Packing): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const raw = Buffer.from(content)
    const packed =
      packing === 'deflate' ? deflateRawSync(raw) : packing === 'zstd' ? Buffer.from(zstdCompressSync(raw)) : raw
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(METHODS[packing], 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(raw.length, 22)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02014b50, 0)
    header.writeUInt16LE(METHODS[packing], 10)
    header.writeUInt32LE(packed.length, 20)
    header.writeUInt32LE(raw.length, 24)
    header.writeUInt16LE(Buffer.byteLength(name), 28)
    header.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(header, Buffer.from(name))
    offset += local.length + Buffer.byteLength(name) + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
