import { EVERYDAY } from '../../schema/arm.ts'
import { assign } from '../../provision/assign.ts'
import { hintKeys } from '../../provision/hint-key.ts'
import type { ReadyLesson } from '../../schema/ready-lesson.ts'
import type { Connection } from '../../store/connection.ts'
import { claimDelivery, claimHint, versionHash } from '../../store/templates/delivery.ts'
import { addExposure } from '../../store/templates/exposure.ts'
import { readyHints } from '../../store/templates/ready.ts'
import type { Delivered, FailedCall, Occasion } from './occasion-operation.ts'
import { refusalOf, requireTime } from './deliver-check-operation.ts'

/** More hints would be noise: a session that fails so often has another problem. */
const MOST_HINTS = 3

/**
 * Gives the lesson about this failure, else what helped earlier sessions after the same failure. A session gets each
 * hint once and few in all; a cold session gets none.
 */
export const giveHint = async (
  store: Connection,
  occasion: Occasion,
  { failed, ready }: { failed: FailedCall; ready: readonly ReadyLesson[] },
): Promise<Delivered> => {
  if (isCold(occasion) || (occasion.known?.hints ?? []).length >= MOST_HINTS) return {}
  if (ready.length > 0) {
    const { giveLessonHint } = await import('./deliver-lesson-hint-operation.ts')
    const given = await giveLessonHint(store, occasion, { failed, ready })
    if (given !== undefined) return given
  }
  return giveRecovery(store, occasion, failed)
}

const giveRecovery = async (
  store: Connection,
  occasion: Occasion,
  { tool, message, args, isUnjudged }: FailedCall,
): Promise<Delivered> => {
  const { owner, session, project, known, now } = occasion
  const told = known?.hints ?? []
  const keys = hintKeys(tool, message)
  const hints = keys.length === 0 ? [] : await readyHints(store, owner, { keys, project, now })
  const hint = hints.find(({ recovery }) => !told.includes(recovery))
  if (hint === undefined) return {}
  // The call is judged only now: the rules take longer to load than all other code, and most calls have no hint.
  if (isUnjudged === true && !(await hasFailed(tool, args, message))) return {}
  const refused = await refusalOf(hint.text, occasion)
  if (refused !== undefined) return { refused }
  const hash = await versionHash(store, owner, hint)
  if (hash === undefined) return { refused: 'not-ready' }
  const isOurs = await store.transaction(async (transaction) => {
    const isClaimed =
      known === undefined
        ? await claimDelivery(transaction, session, { at: now, hints: [hint.recovery] })
        : await claimHint(transaction, session, { before: told, hint: hint.recovery })
    if (!isClaimed) return false
    await addExposure(transaction, owner, {
      templateId: hint.templateId,
      version: hint.version,
      hash,
      at: now,
      how: 'hook',
      format: 'text',
      dose: 0,
      source: session.source,
      project,
      event: 'failed-call',
      sessionKey: session.sessionKey,
      seen: [hint.recovery],
    })
    requireTime(occasion)
    return true
  })
  return isOurs ? { text: hint.text } : {}
}

/** A session for which no template fitted has no draw. It stays cold if the draw would have made it cold. */
const isCold = ({ arm, known, session, experiment = EVERYDAY }: Occasion): boolean =>
  (arm ?? known?.arm ?? assign(experiment, session.sessionKey).arm) === 'cold'

/** Whether the agent or the machine caused a failure of the call, as far as the bare output tells. */
const hasFailed = async (tool: string, args: unknown, output: string): Promise<boolean> => {
  const { judge } = await import('../../outcome/judge.ts')
  const { outcome, cause } = judge({ tool, args, result: output })
  return outcome === 'error' && (cause === 'agent' || cause === 'environment')
}
