import { failed, ok, type Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/**
 * Readers answer with the file itself or with one short sentence about why not. A file may say anything, so only a
 * short result that opens with such a sentence is a failure; numbered lines are always contents.
 */
export const judgeRead = (subject: Subject): Finding | undefined => {
  const result = subject.result ?? ''
  if (/^\s{0,12}\d{1,9}[→\t|:]/.test(result)) return ok('numbered-lines')
  const view = subject.view()
  if (view.empty) return undefined
  const first = view.firstLines[0] ?? ''
  if (view.whole && view.lastLines.length <= MAX_COMPLAINT_LINES && UNREADABLE.test(first))
    return failed('unreadable', first)
  return ok('file-contents')
}

/** Some sentences carry a hint about similar names or the working directory. */
const MAX_COMPLAINT_LINES = 8

const UNREADABLE =
  /^(?:Error: |Error reading file: |\[Error\] )?(?:File (?:does not exist|not found|content \(|is too large|has been|path must)|(?:Notebook|Image|PDF|Document|This PDF) (?:file )?(?:does not exist|not found|is|has|file is|exceeds)|EISDIR|ENOENT|EACCES|EPERM|ENOTDIR|EMFILE|ENAMETOOLONG|E[A-Z]{4,12}: |This tool cannot read|Cannot read |Could not read|Can't read|Failed to (?:read|open|load)|Unable to (?:read|open|locate)|unable to (?:read|open|locate)|Offset \d|Path (?:does not|is |not |must )|No such file|Access denied|Permission denied|Invalid (?:path|pages|file|offset|PDF|regular)|Directory |Unsupported |The file .{1,300} (?:does not exist|is too large|was not found)|.{1,300}: (?:[Nn]o such file or directory|[Ii]s a directory)$|Error reading|Not a (?:file|text)|image content |image path |view_image is not |Pages? |pdftoppm |read: .{1,300} exceeds \d|Attempted to read)/
