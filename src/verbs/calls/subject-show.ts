import { shortPath } from '../../interfaces/cli/table.ts'

/** What a call was about, in the words that tell it from others: of a patch its file, of a long path its end. */
export const subjectText = (subject: string): string => shortPath(PATCH.exec(subject)?.[1] ?? subject)

/** A patch by itself, or handed to a shell. Its first line is the same in every one of them. */
const PATCH = /^(?:apply_patch[^*]{0,40})?\*\*\* Begin Patch\s{1,4}\*\*\* (?:Update|Add|Delete) File: (\S{1,200})/
