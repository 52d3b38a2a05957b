import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import type { Cause, Outcome } from '../../schema/outcome.ts'
import type { Connection } from '../../store/connection.ts'
import { deleteOverrule, writeOverrule } from '../../store/facts/overrule.ts'
import { recountSessions } from '../../store/facts/session.ts'
import { type CallListing, callListing } from '../calls/operation.ts'
import { callNamed } from '../calls/find-operation.ts'

export const OUTCOMES = ['ok', 'error', 'unknown'] as const satisfies Outcome[]
export const CAUSES = ['agent', 'environment', 'user', 'expected', 'not-run'] as const satisfies Cause[]

export interface OverruleInput {
  call: string
  /** `reset` takes the person's verdict back. */
  outcome: Outcome | 'reset'
  cause?: Cause | undefined
  note?: string | undefined
}

/** Records a person's verdict on a call. It overrides every rule and survives every rebuild. */
export const overrule = async (app: App, store: Connection, input: OverruleInput): Promise<CallListing> => {
  const found = await callNamed(store, input.call)
  // The verdict belongs to the call, not to one of its copies.
  const id = found.copy_of ?? found.id
  const { outcome } = input
  // The verdict and the counters of its session change together.
  await store.transaction(async (transaction) => {
    if (outcome === 'reset') {
      const existed = await deleteOverrule(transaction, id)
      if (!existed) throw new AppError('nothing-to-reset', `nobody has overruled ${id}`)
    } else {
      await writeOverrule(transaction, {
        callId: id,
        outcome,
        cause: outcome === 'error' ? (input.cause ?? (found.judged_cause as Cause | null) ?? 'agent') : null,
        note: input.note ?? null,
        owner: app.owner,
        at: app.now(),
      })
    }
    await recountSessions(transaction, [(await callNamed(transaction, id)).session_id])
  })
  const call = await callNamed(store, id)
  return callListing(call)
}
