import type { Hunk } from './patch-format.ts'
import { readIndent, LOOSER, matchLines, reindent } from './replace-text.ts'

/**
 * Applies the hunks of a patch in order, each after the one before. A hunk must fit exactly one place: verbatim, else
 * with different blanks. All other lines keep every byte, including their endings.
 */
export const applyHunks = (text: string, hunks: readonly Hunk[]): { text: string } | { problem: string } => {
  const lines = splitLines(text)
  const isWindows = lines.filter(({ ending }) => ending === '\r\n').length > lines.length / 2
  const ending = isWindows ? '\r\n' : '\n'
  let from = 0
  for (const [nth, hunk] of hunks.entries()) {
    const placed = placeOf(
      hunk,
      lines.map((line) => line.text),
      from,
    )
    if ('problem' in placed) return { problem: `hunk ${nth + 1} of ${hunks.length}: ${placed.problem}` }
    const fresh = placed.newLines.map((line) => ({ text: line, ending }))
    const removed = lines.splice(placed.at, hunk.oldLines.length, ...fresh)
    mendEnd(lines, removed, { ending, end: placed.at + fresh.length })
    from = placed.at + fresh.length
  }
  return { text: lines.map((line) => line.text + line.ending).join('') }
}

interface Line {
  text: string
  ending: string
}

const splitLines = (text: string): Line[] =>
  [...text.matchAll(/([^\n]*?)(\r?\n|$)/g)]
    .map(([, line = '', ending = '']) => ({ text: line, ending }))
    .filter((line, at, all) => at < all.length - 1 || line.text !== '' || line.ending !== '')

/** A file without a final line break stays so, and all lines before the last one have theirs. */
const mendEnd = (lines: Line[], removed: readonly Line[], { ending, end }: { ending: string; end: number }): void => {
  const before = end >= lines.length ? removed.at(-1) : undefined
  for (const [at, line] of lines.entries()) if (line.ending === '' && at < lines.length - 1) line.ending = ending
  const last = lines.at(-1)
  if (before?.ending === '' && last !== undefined) last.ending = ''
}

type Placed = { at: number; newLines: string[] } | { problem: string }

const placeOf = (hunk: Hunk, lines: readonly string[], from: number): Placed => {
  let start = from
  if (hunk.anchor !== undefined) {
    const wanted = hunk.anchor
    const at = lines.findIndex((line, index) => index >= from && line.trim() === wanted)
    const near = at >= 0 ? at : lines.findIndex((line, index) => index >= from && line.includes(wanted))
    if (near < 0) return { problem: `the line "${wanted.slice(0, 120)}" was not found` }
    // The first line of the hunk may repeat the anchor.
    start = hunk.oldLines[0]?.trim() === wanted ? near : near + 1
  }
  // The hunk only adds lines: after the anchor, or at the end.
  if (hunk.oldLines.length === 0)
    return { at: hunk.anchor === undefined ? lines.length : start, newLines: hunk.newLines }
  return search(hunk, lines, start)
}

const KEYS = [(line: string) => line, ...LOOSER.map(([, key]) => key)]

const search = ({ oldLines, newLines, anchor }: Hunk, lines: readonly string[], start: number): Placed => {
  for (const key of KEYS) {
    const places = matchLines(lines.map(key), oldLines.map(key), start)
    const [at] = places
    if (at === undefined) continue
    if (places.length > 1 && anchor === undefined) {
      const where = places.slice(0, 10).map((place) => place + 1)
      return {
        problem: `its lines were found ${places.length} times, in lines ${where.join(', ')}: give more context or an @@ line`,
      }
    }
    const found = lines.slice(at, at + oldLines.length)
    return {
      at,
      newLines: reindent(newLines.join('\n'), readIndent(oldLines), readIndent(found))
        .split('\n')
        .slice(0, newLines.length),
    }
  }
  return { problem: `its lines were not found. The first is "${(oldLines[0] ?? '').slice(0, 120)}"` }
}
