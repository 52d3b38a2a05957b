import { miningKey } from '../../profile/mining-key.ts'
import type { MinedCall } from '../../schema/harvest.ts'
import type { PatternDraft, RecoveryDraft } from '../../schema/template-draft.ts'
import { keyOf } from '../patterns/shape-groups.ts'

/** Marks the patterns that worked after an error with that error. */
export const linkRecoveries = (
  patterns: readonly PatternDraft[],
  recoveries: readonly RecoveryDraft[],
  calls: ReadonlyMap<string, MinedCall>,
): PatternDraft[] => {
  const endedBy = new Map<string, string>()
  for (const { id, evidence } of recoveries) {
    for (const { call } of evidence) {
      const worked = calls.get(call)
      if (worked === undefined || worked.outcome !== 'ok') continue
      const key = keyOf({ ...worked, shape: miningKey(worked) })
      if (!endedBy.has(key)) endedBy.set(key, id)
    }
  }
  return patterns.map((pattern) => ({ ...pattern, recovery: endedBy.get(keyOf(pattern)) ?? null }))
}
