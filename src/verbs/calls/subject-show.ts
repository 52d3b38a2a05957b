import { shortPath } from '../../interfaces/cli/table.ts'

/**
 * Shortens the subject of a call to the part that tells it from others: the file of a patch, the end of a long path.
 */
export const subjectText = (subject: string): string => shortPath(PATCH.exec(subject)?.[1] ?? subject)

/** A patch by itself or passed to a shell. All patches begin with the same line, so that line is skipped. */
const PATCH = /^(?:apply_patch[^*]{0,40})?\*\*\* Begin Patch\s{1,4}\*\*\* (?:Update|Add|Delete) File: (\S{1,200})/
