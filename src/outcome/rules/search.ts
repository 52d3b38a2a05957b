import { isRecord } from '../../lib/json.ts'
import { failed, ok, type Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/**
 * Search tools answer with matches or with a fixed sentence that there are none, which is an answer; a search that could
 * not be made is one short sentence. Matches begin with a path or a count, never with these words; only matching lines
 * of a single file come bare, and may say anything.
 */
export const judgeSearch = (subject: Subject): Finding | undefined => {
  const view = subject.view()
  if (view.empty) return ok('nothing-listed')
  const first = view.firstLines[0] ?? ''
  const refused = UNSEARCHABLE.test(first) || (!printsLines(subject.args) && COMPLAINT.test(first))
  if (view.whole && view.lastLines.length <= MAX_COMPLAINT_LINES && refused) return failed('search-refused', first)
  return ok('search-answered', first)
}

/** Claude Code's Grep was asked for the matching lines themselves. */
const printsLines = (args: unknown): boolean => isRecord(args) && args['output_mode'] === 'content'

const MAX_COMPLAINT_LINES = 14

const UNSEARCHABLE =
  /^(?:Path (?:does not exist|not found|is not)|Directory (?:does not exist|not found)|(?:rg|ripgrep|grep|fd|find|ls): |[Rr]ipgrep (?:error|search|failed|exited)|regex parse error|E[A-Z]{4,12}: |Search path |Search timed out)/

const COMPLAINT =
  /^(?:Error\b(?!.{0,200}:\d+:)|Invalid (?:regex|regular|pattern|path|glob|arg)|No such file|Not a directory|Failed to |Cannot |Could not |Permission denied|File (?:does not exist|not found)|.{1,300}: No such file or directory$|unable to |Unable to |pattern )/
