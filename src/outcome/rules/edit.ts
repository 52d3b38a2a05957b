import { failed, ok, type Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/**
 * Editors confirm every change with a fixed sentence, because the model would otherwise have to read the file again.
 * A result that neither confirms nor is unknown to us is a refusal.
 */
export const judgeEdit = (subject: Subject): Finding | undefined => {
  const view = subject.view()
  if (view.empty) return undefined
  const first = view.firstLines[0] ?? ''
  const opening = view.firstLines.join('\n')
  if (CONFIRMED.test(first)) return ok('edit-confirmed', first)
  if (REFUSED.test(first) || NOT_FOUND.test(first)) {
    return failed('edit-refused', first, causeIsPlain(first) ? 'agent' : undefined)
  }
  if (CONFIRMED_ANYWHERE.test(opening)) return ok('edit-confirmed', first)
  return failed('edit-not-confirmed', first)
}

const causeIsPlain = (line: string): boolean => !/EACCES|EPERM|EROFS|ENOSPC|[Pp]ermission denied|timed out/.test(line)

const CONFIRMED =
  /^(?:The file .{1,400} has been (?:updated|created|written|edited)|File (?:created|written|updated|edited|saved)\b|Updated |Applied \d|Successfully |Success\b|Wrote |Created |Edit(?:ed)? (?:applied|successfully)|Edited |Inserted |Deleted |Replaced |Overwrote |Modified |Patched |Done\b|OK\b|All replacements|\d+ (?:edits?|replacements?|changes?) |Cell .{1,80} (?:updated|inserted|deleted|edited)|Notebook .{0,200}(?:updated|edited)|diff --git |--- |\*\*\* |The (?:following|patch) .{0,80}(?:applied|updated)|Exit code: 0)/

const CONFIRMED_ANYWHERE =
  /(?:has been (?:updated|created|written|edited|saved)|updated successfully|created successfully|applied successfully|Success\. Updated|successfully (?:wrote|written|replaced|modified|created|overwrote|edited|updated|applied))/i

const REFUSED =
  /^(?:Error\b|error\b|Failed\b|failed\b|File (?:has (?:not|been (?:unexpectedly )?modified)|does not|not found|is )|String (?:to replace )?not found|Found \d+ matches|Found \d+ occurrences|Found multiple|No changes|Cannot |Could not |Can't |Invalid |The (?:edit|old|new|string|text|file .{1,400} (?:does not|doesn't|is not|was not|could not))|Multiple |Unable |E[A-Z]{4,12}: |apply_patch verification|patch (?:failed|rejected)|old_?[sS]tring|No (?:such|match|replacement|occurrences)|Permission |Access |Path |Directory |Refus|Missing |Parameter|Unknown |Notebook (?:file )?(?:does not|not|is)|Cell .{0,80} not found|.{0,80}must )/

const NOT_FOUND = /\b(?:not found|could not find|does not exist|did not match|no match)\b/i
