import { join } from 'node:path'
import { AppError, messageOf } from '../lib/error.ts'
import type { TrialResult } from '../store/experiments/trial-claim.ts'
import { checkTask, withOwnPaths } from './check-task.ts'
import type { AttemptLimits, Given, Runner } from './runners/runner.ts'
import { secretsIn, withoutSecrets } from './hide-secrets.ts'
import { copyStart } from './start-state.ts'
import { taskChecksum } from './task-checksum.ts'
import type { ExperimentTask } from './tasks/task.ts'
import { keepPlace, makePlace, removeTree, trialEnvironment } from './trial-place.ts'

export interface TrialRequest {
  task: ExperimentTask
  /** As it was declared. */
  checksum: string
  given: Given
  model: string | null
  /** Where the trial runs: the same for all arms of a pair. */
  root: string
  /** Where it is kept afterwards; null: nothing is kept. */
  kept: string | null
  id: string
  runner: Runner
  limits: Omit<AttemptLimits, 'timeoutMs'>
  /** The starter's environment, and the variables of it that a person named. */
  env: Readonly<Record<string, string | undefined>>
  passed: readonly string[]
  now(): number
  signal: AbortSignal
}

/**
 * Runs one trial: a fresh copy of the start state, the agent, then the check. It ends as pass, fail or invalid; only a task that is not what was
 * declared is thrown, because no further trial of it may count.
 */
export const runTrial = async (request: TrialRequest): Promise<TrialResult> => {
  const { task, runner, root, now } = request
  const startedAt = now()
  await requireUnchanged(request)
  const began = performance.now()
  const secrets = request.passed.flatMap((name) => secretsIn(request.env[name] ?? ''))
  const ended = (result: Partial<TrialResult> & Pick<TrialResult, 'end'>): TrialResult => ({
    score: null,
    metrics: {},
    model: request.model,
    exposed: null,
    session: null,
    ...result,
    reason: result.reason == null ? null : withoutSecrets(result.reason, secrets),
    startedAt,
    endedAt: now(),
  })
  const place = await makePlace(root)
  try {
    await copyStart(task.start, place)
    const ran = await runner.run({
      prompt: withOwnPaths(task.prompt, task.paths, place),
      given: request.given,
      place,
      model: request.model,
      env: trialEnvironment(request.env, { home: place.home, passed: request.passed }),
      id: request.id,
      limits: { ...request.limits, timeoutMs: task.timeoutMs },
      signal: request.signal,
    })
    const seconds = (performance.now() - began) / 1000
    const known = {
      // A cold arm gives its session nothing, so the session is not exposed.
      exposed: request.given.text === '' ? false : ran.exposed,
      model: ran.model ?? request.model,
      metrics: { seconds: Math.round(seconds * 1000) / 1000, ...ran.metrics },
      session: ran.session === null || request.kept === null ? null : join(request.kept, ran.session),
    }
    if (ran.broken !== null) return ended({ ...known, end: 'invalid', reason: ran.broken })
    const { isMissing: _missing, ...checked } = await checkTask(task, place, {
      env: request.env,
      id: request.id,
      signal: request.signal,
    })
    await requireUnchanged(request)
    return ended({ ...known, ...checked })
  } catch (error) {
    if (error instanceof AppError && error.code === 'task-changed') throw error
    return ended({ end: 'invalid', reason: messageOf(error) })
  } finally {
    if (request.kept === null) await removeTree(root)
    else await keepPlace(place, { kept: request.kept, secrets })
  }
}

const requireUnchanged = async ({ task, checksum }: TrialRequest): Promise<void> => {
  if ((await taskChecksum(task)) === checksum) return
  throw new AppError('task-changed', `the task ${task.id} is not what was declared: its files have changed`, {
    hint: 'put them back as they were, or plan a new experiment with the task as it is now',
  })
}
