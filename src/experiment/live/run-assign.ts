import { armAfterVerdict, drawArm, phaseArm } from './draw-arm.ts'
import type { Declaration } from '../../schema/experiment.ts'
import type { Given } from '../runners/runner.ts'
import type { Setup } from '../setup.ts'
import type { Connection } from '../../store/connection.ts'
import { type KeptExperiment, setExperimentState } from '../../store/experiments/experiment.ts'
import { assignedArm, assignSession, countAssigned, countStratum } from '../../store/experiments/trial-record.ts'

export interface AssignedArm {
  arm: string
  propensity: number | null
  /** False: the experiment has ended, and the session does not count. */
  isRecorded: boolean
  given: Given | undefined
}

/**
 * The arm of a session in an experiment over live sessions, written down with its probability. A session keeps the arm that it was given first. Arms are
 * balanced among sessions of the same task type and model as far as these are known now; where neither is, the hash alone decides.
 */
export const assignArm = async (
  store: Connection,
  { id, declaration, setup, state, verdict }: KeptExperiment,
  {
    sessionKey,
    taskType,
    model,
    now,
  }: { sessionKey: string; taskType: string | null; model: string | null; now: number },
): Promise<AssignedArm> => {
  const { givens, phaseSessions } = setup as Setup
  const { arms, design } = declaration
  const standing = await assignedArm(store, id, sessionKey)
  if (standing !== undefined) return { ...standing, isRecorded: true, given: givens[standing.arm] }
  if (state === 'done' || state === 'stopped') {
    const arm = armAfterVerdict(arms, { experiment: id, sessionKey, verdict })
    return { arm, propensity: null, isRecorded: false, given: givens[arm] }
  }
  if (await isFull(store, id, declaration)) {
    await setExperimentState(store, id, { state: 'stopped', reason: ALL_DRAWN })
    const arm = armAfterVerdict(arms, { experiment: id, sessionKey, verdict })
    return { arm, propensity: null, isRecorded: false, given: givens[arm] }
  }
  const isStratified = taskType !== null || model !== null
  if (state === 'declared') await setExperimentState(store, id, { state: 'running' })
  const kept = await assignSession(store, id, { sessionKey, taskType, model, now }, async (transaction) =>
    design === 'reversal'
      ? phaseArm(declaration, { before: await countAssigned(transaction, id), phaseSessions })
      : drawArm(arms, {
          experiment: id,
          sessionKey,
          counts: isStratified ? await countStratum(transaction, id, { taskType, model }) : undefined,
        }),
  )
  return { ...kept, isRecorded: true, given: givens[kept.arm] }
}

/** Why an experiment draws no further session, although some of its sessions have yet to end. */
export const ALL_DRAWN = 'all declared sessions are drawn'

const isFull = async (store: Connection, id: string, { stopping }: Declaration): Promise<boolean> =>
  stopping.rule === 'always-valid' && stopping.most !== null && (await countAssigned(store, id)) >= stopping.most
