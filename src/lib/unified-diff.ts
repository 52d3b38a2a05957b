import { structuredPatch, type StructuredPatchHunk } from 'diff'

/** What a change does to a file, as `diff -u` writes it; an empty text where nothing changes. A file that is not there is `undefined`. */
export const unifiedDiff = (
  before: string | undefined,
  after: string | undefined,
  { from, to = from }: { from: string; to?: string },
): string => {
  if (before === after) return ''
  const [old, fresh] = [before ?? '', after ?? '']
  const hunks = hunksBetween(old, fresh) ?? replacement(old, fresh)
  return [
    `--- ${before === undefined ? NOTHING : from}`,
    `+++ ${after === undefined ? NOTHING : to}`,
    ...hunks.flatMap(hunkLines),
  ].join('\n')
}

const NOTHING = '/dev/null'
const CONTEXT_LINES = 3
/** The time to find more changes than this grows with their square, and no reader looks through them. */
const MOST_CHANGED_LINES = 1_000

const hunksBetween = (old: string, fresh: string): StructuredPatchHunk[] | undefined =>
  structuredPatch('', '', old, fresh, '', '', { context: CONTEXT_LINES, maxEditLength: MOST_CHANGED_LINES })?.hunks

/** One hunk in which all of the old text goes and all of the new one comes. */
const replacement = (old: string, fresh: string): StructuredPatchHunk[] => {
  const [gone] = structuredPatch('', '', old, '').hunks
  const [come] = structuredPatch('', '', '', fresh).hunks
  if (gone === undefined || come === undefined) return []
  return [{ ...gone, newStart: 1, newLines: come.newLines, lines: [...gone.lines, ...come.lines] }]
}

const hunkLines = ({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string[] => {
  // The place of nothing is the line before it.
  const range = (start: number, count: number): string => `${count === 0 ? start - 1 : start},${count}`
  const head = `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`
  return [head, ...lines.map((line) => line.replace(/\r$/, ''))]
}
