import { widthOf } from './table.ts'

/** A terminal of 24 lines, one of them for the prompt. */
const MOST_LINES = 23

/** Lines that a terminal of this width needs: a line that is too long goes on in the next. */
export const heightOf = (lines: readonly string[], width: number): number =>
  lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / width)), 0)

/**
 * The fullest of several ways to draw a page that fits one screen; the last one where none does. What may be left out
 * is drawn by `draw`, the fullest way first.
 */
export const fitScreen = <Detail>(
  details: readonly Detail[],
  draw: (detail: Detail) => string[],
  width: number,
): string[] => {
  let lines: string[] = []
  for (const detail of details) {
    lines = draw(detail)
    if (heightOf(lines, width) <= MOST_LINES) return lines
  }
  return lines
}

/** Sections with an empty line between those that say something. */
export const stacked = (...sections: readonly (readonly string[])[]): string[] =>
  sections.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? [...lines] : ['', ...lines]))
