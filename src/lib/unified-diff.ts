import { structuredPatch, type StructuredPatchHunk } from 'diff'

/** The change of a file in the format of `diff -u`; empty if nothing changes. A missing file is `undefined`. */
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
/** The most changes that are looked for: the time grows with their square, and a person does not read more. */
const MOST_CHANGED_LINES = 1_000

const hunksBetween = (old: string, fresh: string): StructuredPatchHunk[] | undefined =>
  structuredPatch('', '', old, fresh, '', '', { context: CONTEXT_LINES, maxEditLength: MOST_CHANGED_LINES })?.hunks

/** One hunk that removes the whole old text and adds the whole new one. */
const replacement = (old: string, fresh: string): StructuredPatchHunk[] => {
  const [gone] = structuredPatch('', '', old, '').hunks
  const [come] = structuredPatch('', '', '', fresh).hunks
  if (gone === undefined || come === undefined) return []
  return [{ ...gone, newStart: 1, newLines: come.newLines, lines: [...gone.lines, ...come.lines] }]
}

const hunkLines = ({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string[] => {
  // An empty range stands at the line before it.
  const range = (start: number, count: number): string => `${count === 0 ? start - 1 : start},${count}`
  const head = `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`
  return [head, ...lines.map((line) => line.replace(/\r$/, ''))]
}
