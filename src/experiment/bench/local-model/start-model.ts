import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import { AppError } from '../../../lib/error.ts'
import { isRecord, parseJson } from '../../../lib/json.ts'
import type { FetchedModel } from './fetch-model.ts'

/** A model that is being served on loopback; `stop` ends it. */
export interface ServedModel {
  address: string
  stop(): void
}

/** Loading the weights of a small model takes seconds, on a busy machine a minute. */
const START_TIMEOUT_MS = 180_000

/** Serves the small model in a process of its own, of low priority, which ends with this one. */
export const startModel = async ({ library, weights }: FetchedModel, { threads = 1 } = {}): Promise<ServedModel> => {
  const script = fileURLToPath(new URL('./serve-model.mjs', import.meta.url))
  // Its standard input is ours: when this process ends, however it ends, the model ends too.
  const child = spawn(process.execPath, [script, library, weights, String(threads)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS)
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const told = parseJson(line)
      if (!isRecord(told) || typeof told['address'] !== 'string') continue
      child.stdout.resume()
      return { address: told['address'], stop: () => child.stdin.end() }
    }
  } finally {
    clearTimeout(timer)
  }
  throw new AppError('model-not-started', 'the small model did not start', {
    hint: 'node-llama-cpp needs a processor that its prebuilt binaries know; --endpoint URL takes any other model',
  })
}
