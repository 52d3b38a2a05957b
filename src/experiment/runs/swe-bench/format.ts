import { asArray, asString, isRecord } from '../../../lib/json.ts'
import type { RunFormat, RunRow } from '../finished-run.ts'
import { invalidRow, scoredRow } from '../run-row.ts'

/** The report of SWE-bench's harness: lists of instances by how they ended. */
export const sweBenchFormat: RunFormat = {
  name: 'swe-bench',
  title: 'SWE-bench report (.json)',
  accepts: (place) => {
    const json = place.isDirectory ? undefined : place.json()
    return isRecord(json) && Array.isArray(json.resolved_ids)
  },
  read: (place) => {
    const json = place.json()
    const ids = (name: string): string[] =>
      asArray(isRecord(json) ? json[name] : undefined).flatMap((id) => asString(id) ?? [])
    const rows = new Map<string, RunRow>()
    const add = (names: readonly string[], make: (id: string) => RunRow): void => {
      for (const id of names.flatMap(ids)) if (!rows.has(id)) rows.set(id, make(id))
    }
    // In this order: a list further down also holds instances of those above it.
    add(['resolved_ids'], (id) => scoredRow({ task: id }, 1, null))
    add(['error_ids'], (id) => invalidRow({ task: id }, 'the harness failed', null))
    add(['unresolved_ids', 'empty_patch_ids'], (id) => scoredRow({ task: id }, 0, null))
    add(['completed_ids', 'incomplete_ids', 'submitted_ids'], (id) => invalidRow({ task: id }, 'no result', null))
    const hasFailed = ids('unresolved_ids').length + ids('empty_patch_ids').length + ids('submitted_ids').length > 0
    return {
      rows: [...rows.values()],
      issues: hasFailed
        ? []
        : ['the report lists resolved instances alone, so that failed ones cannot be told from missing ones'],
    }
  },
}
