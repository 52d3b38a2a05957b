import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord, parseJson } from '../../lib/json.ts'
import type { Trial } from '../../schema/experiment.ts'
import { superviseProgram } from '../supervise.ts'
import type { Runner } from './runner.ts'

const METRICS = ['agent-errors', 'repeated-mistakes', 'steps', 'tokens', 'seconds', 'cost-usd', 'rating'] as const

/**
 * Runs any command line as an agent. The command gets the prompt in PROMPT and in the file PROMPT_FILE, the words of the arm in front of it, and may
 * write figures of its session as JSON into METRICS_FILE.
 */
export const createCommandRunner = (command: string): Runner => ({
  name: 'command',
  prepare: async () => undefined,
  run: async ({ prompt, given, place, env, id, limits, model, signal }) => {
    const whole = given.text === '' ? prompt : `${given.text}\n\n${prompt}`
    const promptFile = join(place.root, 'prompt.txt')
    const metricsFile = join(place.root, 'metrics.json')
    await writeFile(promptFile, whole)
    const ended = await superviseProgram({
      program: 'sh',
      args: ['-c', command],
      cwd: place.work,
      env: { ...env, PROMPT: whole, PROMPT_FILE: promptFile, METRICS_FILE: metricsFile, MODEL: model ?? '' },
      id,
      timeoutMs: limits.timeoutMs,
      mostOutputBytes: limits.mostOutputBytes,
      disk: { directory: place.root, mostBytes: limits.mostDiskBytes },
      logFile: join(place.logs, 'agent.txt'),
      signal,
    })
    const reason =
      ended.kind === 'broken' ? ended.reason : ended.code === 0 ? null : `it ended with exit code ${ended.code}`
    return {
      broken: reason,
      exposed: true,
      session: 'logs/agent.txt',
      model,
      metrics: metricsIn(parseJson(await readFile(metricsFile, 'utf8').catch(() => ''))),
    }
  },
})

const metricsIn = (value: unknown): Trial['metrics'] => {
  if (!isRecord(value)) return {}
  const found: Trial['metrics'] = {}
  for (const name of METRICS) {
    const number = value[name]
    if (typeof number === 'number' && Number.isFinite(number) && number >= 0) found[name] = number
  }
  return found
}
