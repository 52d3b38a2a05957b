import { widthOf } from './table.ts'

/** A terminal of 24 lines, one of them for the prompt. */
const MOST_LINES = 23

/** The number of lines on a terminal of this width, where long lines wrap. */
export const heightOf = (lines: readonly string[], width: number): number =>
  lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / width)), 0)

/**
 * Draws a page with the fullest detail that fits one screen, or with the last detail if none fits. `draw` gets the
 * details, the fullest first.
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

/** Joins the sections that are not empty, with an empty line between them. */
export const stacked = (...sections: readonly (readonly string[])[]): string[] =>
  sections.filter((lines) => lines.length > 0).flatMap((lines, index) => (index === 0 ? [...lines] : ['', ...lines]))
